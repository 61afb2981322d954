"""The context of a match page's fragments: the table, the viewer and the play.

Templates know them as `table`, `viewer` and `play`. Most attributes are computed when they are
read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, TypeVar

from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone, localtime

from chat.core.templates import render
from chat.core.translation import gettext as _, language
from chat.live.batch import memoized_in_batch
from games.engine.base import View
from games.models import Match, TableSettings
from games.page.chance import Chance, chance_of
from games.page.log import lines_between, log_for
from games.page.pause import Pause, pause_of, paused_until
from games.page.presentation import KEPT, Goal, Guide, Moment, Pages, PlayerLine, pages_of
from games.page.snapshot import MatchSnapshot, Occupant
from games.registry import game_of
from games.selectors.friends import Suggested, is_among_friends, suggested
from games.selectors.ratings import Change, change_in
from games.selectors.reliability import NOBODY_KNOWS, in_short, shares_of
from games.selectors.seats import blocked_at, warning_of
from games.services.start import rematch_votes_missing
from games.services.tables import levels_of

T = TypeVar("T")
_NAMED = 8  # most invited people named
_HEIRS = 24  # most people among whom an owner who leaves may choose


class TableContext:
    """The public facts of a table, the same for every viewer."""

    def __init__(self, snapshot: MatchSnapshot) -> None:
        self._snapshot = snapshot
        self._match = match = snapshot.match
        # Copied one by one: the row also holds the secret and the state, which no template may
        # reach.
        self.match_id = match.public_id
        self.slug = match.game  # the game's name in URLs and template paths
        self.name = match.name
        self.status = match.status
        self.rated = match.rated
        self.lesson = match.lesson
        self.seal = match.seal
        self.head = match.shown_head  # the public hash of the log so far, "" for none
        self.stop_votes = match.stop_votes
        self.pause_votes = match.pause_votes
        self.started = match.started
        self.over = match.over

    def shared(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value under this key, made once per version for all viewers."""
        return self._snapshot.shared(key, make)

    @cached_property
    def settings(self) -> TableSettings:
        return self._match.settings

    @property
    def title(self) -> Any:
        return game_of(self.slug).title

    @property
    def length(self) -> str:
        """How long a match at this table takes, in words."""
        return game_of(self.slug).length(self._match)

    @property
    def waiting(self) -> bool:
        """True if people may still sit down before the start."""
        return self._match.waiting

    @property
    def starting(self) -> bool:
        """True if the start waits for players' additions to the randomness."""
        return self._match.starting

    @property
    def running(self) -> bool:
        return self._match.running

    @property
    def ended(self) -> bool:
        """True if the match was played and is over."""
        return self.over and self.started

    @property
    def owner(self) -> Occupant | None:
        return self._snapshot.owner

    @property
    def present(self) -> tuple[Occupant, ...]:
        return self._snapshot.present

    @property
    def taken(self) -> int:
        return len(self.present)

    @property
    def people(self) -> int:
        return sum(not occupant.bot for occupant in self.present)

    @property
    def bots_are(self) -> str:
        """A note on the style of the bots that sit here; "" if there are none."""
        here = any(one.bot_name for one in self.present)
        return _(self.title.bots_are) if here and self.title.bots_are else ""

    @property
    def bot_levels(self) -> Sequence[tuple[str, str]]:
        """The names and labels of the bots to choose from here."""
        return levels_of(self.title)

    @cached_property
    def reliability(self) -> Mapping[int, str]:
        """A word for how often each player answers in time, by seat.

        Empty after the start.
        """
        if not self._match.waiting or not game_of(self.slug).in_steps:
            return {}
        people = {
            one.index: one.user_id
            for one in self.present
            if one.user_id is not None and not one.bot
        }
        users = tuple(sorted(people.values()))
        key = ("reliability", self.settings.pace, users)
        shares = memoized_in_batch(key, lambda: shares_of(users, self.settings.pace))
        return {seat: in_short(shares.get(user, NOBODY_KNOWS)) for seat, user in people.items()}

    @property
    def among_friends(self) -> bool:
        """True if the match is unrated because all people at it are friends."""
        return is_among_friends(self._match)

    @property
    def sealed(self) -> str:
        return game_of(self.slug).sealed()

    @property
    def chance(self) -> Chance:
        """The seal of this match and what players added to its randomness."""
        key = ("chance", self.match_id, self._match.version)
        return memoized_in_batch(key, lambda: chance_of(self._match))

    @property
    def chance_terms(self) -> Hashable:
        """A cache key for `chance` once the match has begun."""
        return self._snapshot.seats  # from then on only the names in it can change

    @property
    def deadline(self) -> datetime | None:
        """The time by which the open decision must be answered; None in a lesson."""
        if self.lesson:
            return None
        return self._match.deadline if self.running or self.starting else None

    @property
    def clock(self) -> SafeString:
        """The countdown to the deadline as HTML, or nothing; the same for one language and zone."""
        return self.shared(("clock", language(), get_current_timezone()), self._clock)

    def _clock(self) -> SafeString:
        at, since = self.deadline, self._match.asked_at
        if at is None:
            return SafeString("")
        if self.paused and self._match.paused_until:
            left = max(0, round((at - self._match.paused_until).total_seconds()))
            return render("games/parts/clock_paused.jinja", minutes=left // 60, seconds=left % 60)
        # Seconds that the open decision may take in all.
        total = round((at - since).total_seconds()) if since else 0
        text = f"{localtime(at):%H:%M:%S}"
        return render("games/parts/clock.jinja", at=at.isoformat(), total=total, text=text)

    @property
    def pause(self) -> Pause | None:
        key = ("pause", self.match_id, self._match.version, language(), get_current_timezone())
        return memoized_in_batch(key, lambda: pause_of(self._match))

    @property
    def paused(self) -> str:
        """The day until which the match is paused, "" if its clock runs."""
        return paused_until(self._match)

    def names_of(self, seats: Collection[int]) -> str:
        """Return the names of the players on these seats."""
        return ", ".join(one.name for one in self.present if one.index in seats)

    @property
    def rematch_wishes(self) -> str:
        """The names of the players who want to play again."""
        return self.names_of(self._match.rematch_votes)

    @property
    def rematch_missing(self) -> int:
        """The number of people whose wish is missing for a rematch without the host."""
        return rematch_votes_missing(self._match)

    @property
    def rematch_id(self) -> str:
        again = Match.objects.filter(rematch_of=self._match).values_list("public_id", flat=True)
        return memoized_in_batch(("rematch", self.match_id), again.first) or ""


class ViewerContext:
    """The user who views a match: their seat, rights and private facts."""

    def __init__(self, snapshot: MatchSnapshot, user: Any) -> None:
        self._snapshot = snapshot
        self._match = snapshot.match
        self.user = user
        self.seat = snapshot.seat_of(user)

    @property
    def owns(self) -> bool:
        owner = self._snapshot.owner
        return owner is not None and owner.index == self.seat

    @property
    def heirs(self) -> Sequence[Occupant]:
        """The people to whom the owner may hand the table over on leaving, in seat order."""
        if not self.owns:
            return ()
        others = [one for one in self._snapshot.present if one.user_id and not one.bot]
        return [one for one in others if one.index != self.seat][:_HEIRS]

    @property
    def plays(self) -> bool:
        """True if this viewer sits at a match under way."""
        return self._match.active and self._match.started and self.seat is not None

    @property
    def played_for(self) -> Literal["", "bot", "clock"]:
        """The stand-in on this viewer's seat while they are away: "bot", "clock" or ""."""
        mine = None if self.seat is None else self._snapshot.occupant(self.seat)
        if mine is None or not self._match.running:
            return ""
        return "bot" if mine.stand_in else "clock" if mine.away else ""

    @property
    def late(self) -> int:
        """The number of decisions in a row that this viewer let expire."""
        return self._snapshot.preferences_of(self.seat).late if self._match.running else 0

    @cached_property
    def absence(self) -> tuple[SafeString, ...] | None:
        """Sentences about this viewer's seat from while they were away, or None."""
        absent = self._snapshot.preferences_of(self.seat).absence
        if absent is None or self.seat is None or not self._match.running:
            return None
        sentence = pages_of(self._match.game).sentence
        lines = lines_between(self._snapshot, self.seat, sentence, *absent)
        return tuple(line.html for line in lines)

    @property
    def auto(self) -> frozenset[str]:
        """The names of this viewer's preferences that are switched on."""
        return self._snapshot.preferences_of(self.seat).auto

    @property
    def guided(self) -> bool:
        """True if this viewer wants hints."""
        return self._snapshot.preferences_of(self.seat).guided

    @property
    def may_kick(self) -> bool:
        """True if this viewer may remove other players."""
        match = self._match
        return self.owns and (match.waiting or (match.active and match.settings.kick_in_play))

    @property
    def stops(self) -> bool:
        """True if this viewer agrees to stop the match."""
        return self.seat in self._match.stop_votes

    @property
    def pauses(self) -> bool:
        """True if this viewer agrees to the proposed pause."""
        return self.seat in self._match.pause_votes

    @property
    def plays_again(self) -> bool:
        """True if this viewer wants a rematch."""
        return self.seat in self._match.rematch_votes

    @cached_property
    def company(self) -> str:
        """A warning that somebody whom this viewer has blocked sits here, or "".

        It is shown before sitting down.
        """
        return warning_of(blocked_at(self.user, self._match)) if self.seat is None else ""

    @property
    def links(self) -> list[str]:
        """The tokens of the valid invitation links, if this viewer owns the table."""
        if not self.owns:
            return []
        return list(self._match.links.filter(revoked_at=None).values_list("token", flat=True))

    @property
    def invited(self) -> list[str]:
        """Names of people the owner invited who do not sit here yet, newest first."""
        if not self.owns:
            return []
        here = {one.name for one in self._snapshot.present}
        asked = self._match.invitations.select_related("user").order_by("-pk")[:_NAMED]
        return [name for name in (one.user.table_name for one in asked) if name not in here]

    @cached_property
    def suggested(self) -> Suggested | None:
        """People whom the owner of a waiting table may invite with one tap."""
        return suggested(self.user, self._match) if self.owns and self._match.waiting else None

    @property
    def rating_change(self) -> Change | None:
        """The change of this viewer's rating by this match, or None if there is none yet."""
        return change_in(self._match, self.user)


class PlayContext:
    """The match as its rules show it to one viewer: board, phase, hints, highlights and log."""

    def __init__(self, snapshot: MatchSnapshot, table: TableContext, viewer: ViewerContext) -> None:
        self._snapshot = snapshot
        self._match = snapshot.match
        self._table = table
        self._viewer = viewer

    @property
    def pages(self) -> Pages:
        return pages_of(self._match.game)

    @cached_property
    def view(self) -> View:
        return self._snapshot.view(self._viewer.seat)

    @property
    def mine(self) -> bool:
        """True if it is this viewer's turn to answer."""
        return self._match.running and self._viewer.seat is not None and self.view.mine

    @cached_property
    def phase(self) -> str:
        return self.pages.phase(self._snapshot, self._viewer.seat) if self._match.started else ""

    @property
    def begins(self) -> bool:
        """True while the first round lasts."""
        return self._match.chapter <= 1

    @cached_property
    def guide(self) -> Guide | None:
        """The current hint for a player who wants hints."""
        seat = self._viewer.seat
        if not self._viewer.guided or seat is None or not self._match.started:
            return None
        pages = self.pages
        return (pages.lesson if self._match.lesson else pages.guide)(self._snapshot, seat)

    @property
    def goal(self) -> Goal | None:
        """The goal of the game, shown beside a hint."""
        return self.pages.goal(self._snapshot) if self.guide and not self.guide.step else None

    @property
    def player_lines(self) -> Sequence[PlayerLine]:
        """The game's lines about its players."""
        if not self._match.started:
            return ()
        return self.pages.players(self._snapshot, self._viewer.seat)

    @cached_property
    def moments(self) -> Sequence[Moment]:
        """The newest highlights, oldest first, at most `KEPT`."""
        if not self._match.started:
            return ()
        return self.pages.moments(self._snapshot, self._viewer.seat)[-KEPT:]

    @cached_property
    def log_items(self) -> SafeString:
        """This viewer's log as list items, newest first."""
        return log_for(self._snapshot, self._viewer.seat, self.pages.sentence)

    def fragment(self, name: str) -> SafeString:
        """Render a fragment for which the game provides the template; see `Pages`."""
        frame: dict[str, Any] = {"match_id": self._table.match_id}
        if name == "seat":
            frame["asks_twice"] = getattr(self._viewer.user, "asks_twice", False)
            frame["auto"] = self._viewer.auto
            frame["past"] = self._snapshot.past
        elif name == "summary":
            frame["taken"] = self._table.taken
        return render(f"games/{self._table.slug}/{name}.jinja", **{**self._values(name), **frame})

    def _values(self, name: str) -> Mapping[str, Any]:
        """Return the game's values for this fragment."""
        match name:
            case "board":
                return self.pages.board(self._snapshot)
            case "seat":
                return self.pages.seat(self._snapshot, self._viewer.seat)
            case "result":
                return self.pages.result(self._snapshot, self._viewer.seat)
        return self.pages.summary(self._snapshot)

    @property
    def secret(self) -> str:
        """The secret of a finished match; after an abort only where the rules open it."""
        return self._match.first_secret if self._match.started and self._snapshot.opened else ""

    @property
    def replayed(self) -> bool:
        """True if the match can be replayed."""
        return bool(self.secret)

    @property
    def counted(self) -> bool:
        """True if the match has a page of statistics."""
        return bool(self.secret) and game_of(self._match.game).has_numbers()
