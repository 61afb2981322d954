"""What the fragments of a match page are rendered from."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from operator import attrgetter
from types import SimpleNamespace
from typing import Any, TypeVar

from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone, localtime

from chat.core.clock import nearly_now
from chat.core.templates import render
from chat.core.translation import gettext as _, language
from chat.live.batch import memoized_in_batch
from games.engine.base import View
from games.models import Match, Seat
from games.page.access import may_moderate
from games.page.log import lines_between, log_for
from games.page.presentation import KEPT, Goal, Guide, Moment, Pages, PlayerLine, pages_of
from games.page.snapshot import MatchSnapshot, Occupant
from games.registry import game_of
from games.selectors.friends import Suggested, is_among_friends, suggested
from games.selectors.ratings import Change, change_in
from games.selectors.reliability import NOBODY_KNOWS, in_short, shares_of
from games.selectors.seats import blocked_at, warning_of
from games.services.contributions import MOST
from games.services.interruption import LONGEST, day_of, may_pause
from games.services.tables import levels_of

# --- What the page of a match says of its chance: what players added to it. The same to
# everybody.


NAMED = 8  # of those who added nothing


@dataclass(frozen=True)
class Addition:
    """What the browser of one player added. `opening`: "" while, or where, it is not open."""

    seat: int
    name: str
    commitment: str
    opening: str


@dataclass(frozen=True)
class Chance:
    """The seal of a match, and what was added, in the order of joining.

    `mute`: the first of those whose browsers announced nothing. `begun`: all of it stands for good.
    """

    match_id: str
    seal: str
    begun: bool
    added: tuple[Addition, ...]
    mute: tuple[str, ...]
    full: bool  # more than these are not taken

    @property
    def closed(self) -> str:
        """The names of those who have not opened what they announced."""
        return self.awaited_by(None)

    def awaited_by(self, seat: int | None) -> str:
        """The same without whoever sits here: that one's own browser is awaited is no news."""
        return ", ".join(one.name for one in self.added if not one.opening and one.seat != seat)

    def opening_of(self, seat: int | None) -> str:
        """What the browser on this seat is to open now: the commitment to it, or ""."""
        mine = (one.commitment for one in self.added if one.seat == seat and not one.opening)
        return next(mine, "")


def chance_of(match: Match, *, most: int) -> Chance:
    """As everybody at this table may know it. `most`: how many may add something."""
    rows = match.contributions.select_related("seat__user")
    # What was announced and is not in the key counts for nothing.
    added = () if match.started and not match.sealed_secret else tuple(rows)
    mute = match.seats.filter(user__isnull=False, contribution=None).select_related("user")
    if match.started:
        mute = mute.filter(joined_at__lte=match.started_at)
    return Chance(
        match_id=match.public_id,
        seal=match.seal,
        begun=match.started,
        added=tuple(
            Addition(row.seat.index, row.seat.shown_name, row.commitment, row.opening)
            for row in added
        ),
        mute=_names(list(mute.order_by("index")[:NAMED])),
        full=len(added) >= most,
    )


def _names(seats: list[Seat]) -> tuple[str, ...]:
    return tuple(seat.shown_name for seat in seats)


# --- What a player sees of a pause: that the clock stands still, or that somebody would stop it.


@dataclass(frozen=True)
class Pause:
    """Days as the viewer's clock shows them; "" for none.

    `moment`: of what is proposed, as a form sends it. `mine`: this viewer agrees to it. `first`,
    `last`: the days that may be proposed.
    """

    until: str
    asked: str
    moment: str
    mine: bool
    first: str
    last: str


def pause_of(match: Match, seat: int | None) -> Pause | None:
    """None where the clock cannot be stopped."""
    if not may_pause(match):
        return None
    asked, today = match.pause_asked, localtime(nearly_now()).date()
    return Pause(
        until=paused_until(match),
        asked=day_of(asked) if asked else "",
        moment=asked.isoformat() if asked else "",
        mine=seat in match.pause_votes,
        first=(today + timedelta(days=1)).isoformat(),
        last=(today + LONGEST).isoformat(),
    )


def paused_until(match: Match) -> str:
    """Until when the clock of a running match stands still, "" where it runs."""
    running = match.status == Match.Status.RUNNING
    return day_of(match.paused_until) if running and match.paused_until else ""


T = TypeVar("T")

_TABLE = (
    "public_id", "name", "status", "access", "least", "most", "late_join", "kick_in_play",
    "spectators", "guests", "bot_accounts", "pace", "reliable", "rating", "rated", "seal",
    "created_at", "started_at", "ended_at", "end_reason", "active", "started", "over",
)  # fmt: skip

_of_table = attrgetter(*_TABLE)


class MatchContext:
    """The match as one viewer may see it, for templates. Everything is computed when asked for."""

    def __init__(self, snapshot: MatchSnapshot, user: Any) -> None:
        self._snapshot = snapshot
        self._match = snapshot.match
        self.user = user
        self.match_id = snapshot.match.public_id
        self.seat = snapshot.seat_of(user)

    @property
    def table(self) -> SimpleNamespace:
        """What everybody at the door may know of the table."""
        return self.shared("table", self._table)

    def _table(self) -> SimpleNamespace:
        return SimpleNamespace(**dict(zip(_TABLE, _of_table(self._match), strict=True)))

    @property
    def slug(self) -> str:
        """The name of the game in addresses and templates."""
        return self._match.game

    @property
    def title(self) -> Any:
        return game_of(self._match.game).title

    @property
    def bots_are(self) -> str:
        """How the bots that sit here play; "" where there are none."""
        here = any(one.bot_name for one in self.present)
        return _(self.title.bots_are) if here and self.title.bots_are else ""

    @property
    def bot_levels(self) -> Sequence[tuple[str, str]]:
        """The words by which a bot may be chosen here."""
        return levels_of(self.title)

    @property
    def sealed(self) -> str:
        return game_of(self._match.game).sealed()

    @property
    def chance(self) -> Chance:
        """What players added to the chance of this match."""
        key = ("chance", self.match_id, self._match.version)
        return memoized_in_batch(key, lambda: chance_of(self._match, most=MOST))

    @property
    def chance_terms(self) -> Hashable:
        """What can change of `chance` once the match has begun: what people are called."""
        return self._snapshot.seats

    @property
    def head(self) -> str:
        """The link of the log that everybody may keep; "" where it has none."""
        return self._match.shown_head

    @property
    def starting(self) -> bool:
        """Whether its start waits for what players add to chance."""
        return self._match.starting

    @property
    def pages(self) -> Pages:
        return pages_of(self._match.game)

    @cached_property
    def view(self) -> View:
        return self._snapshot.view(self.seat)

    @property
    def running(self) -> bool:
        return self._match.status == Match.Status.RUNNING

    @property
    def ended(self) -> bool:
        """Whether it was played, and is over."""
        return self._match.over and self._match.started

    @property
    def mine(self) -> bool:
        """Whether this viewer owes an answer."""
        return self.running and self.seat is not None and self.view.mine

    @property
    def owns(self) -> bool:
        owner = self._snapshot.owner
        return owner is not None and owner.index == self.seat

    @property
    def owner(self) -> Occupant | None:
        return self._snapshot.owner

    @property
    def may_moderate(self) -> bool:
        return may_moderate(self.user)

    @cached_property
    def phase(self) -> str:
        return self.pages.phase(self._snapshot, self.seat) if self._match.started else ""

    @property
    def played_for(self) -> str:
        """Who plays this viewer's seat while they are not there: "bot", "clock", "" for nobody."""
        mine = None if self.seat is None else self._snapshot.occupant(self.seat)
        if mine is None or not self.running:
            return ""
        return "bot" if mine.stand_in else "clock" if mine.away else ""

    @property
    def late(self) -> int:
        """Decisions in a row that passed on this viewer's seat."""
        return self._snapshot.preferences_of(self.seat).late if self.running else 0

    @cached_property
    def absence(self) -> tuple[SafeString, ...] | None:
        """What was done on this viewer's seat while they were away, if they have not read it."""
        absent = self._snapshot.preferences_of(self.seat).absence
        if absent is None or self.seat is None or not self.running:
            return None
        lines = lines_between(self._snapshot, self.seat, self.pages.sentence, *absent)
        return tuple(line.html for line in lines)

    @property
    def auto(self) -> frozenset[str]:
        """The names of this viewer's preferences that are on."""
        return self._snapshot.preferences_of(self.seat).auto

    @cached_property
    def guide(self) -> Guide | None:
        """The hint for this moment, for a player who wants hints."""
        if not self.guided or self.seat is None or not self._match.started:
            return None
        return self.pages.guide(self._snapshot, self.seat)

    @property
    def goal(self) -> Goal | None:
        """The game in three sentences, for who wants hints."""
        return self.pages.goal(self._snapshot) if self.guided else None

    @property
    def begins(self) -> bool:
        """Whether the first round lasts."""
        return self._match.chapter <= 1

    @property
    def deadline(self) -> Any:
        return self._match.deadline if self.running or self.starting else None

    @property
    def clock(self) -> SafeString:
        """What runs down to the deadline, if there is one; the same for all in one time zone."""
        return self.shared(("clock", get_current_timezone()), self._clock)

    def _clock(self) -> SafeString:
        at, since = self.deadline, self._match.asked_at
        if at is None:
            return SafeString("")
        # How long the open decision takes in all.
        total = round((at - since).total_seconds()) if since else 0
        text = f"{localtime(at):%H:%M:%S}"
        return render("games/parts/clock.jinja", at=at.isoformat(), total=total, text=text)

    def drawn(self, name: str) -> SafeString:
        """A part that the game hands in, drawn by its template; see `Pages`."""
        frame: dict[str, Any] = {"match_id": self.match_id}
        if name == "seat":
            frame |= {"asks_twice": getattr(self.user, "asks_twice", False), "auto": self.auto}
            frame["past"] = self._snapshot.past
        elif name == "summary":
            frame["taken"] = self.taken
        return render(f"games/{self.slug}/{name}.jinja", **{**self._values(name), **frame})

    def _values(self, name: str) -> Mapping[str, Any]:
        """What the game hands in for this part."""
        match name:
            case "board":
                return self.pages.board(self._snapshot)
            case "seat":
                return self.pages.seat(self._snapshot, self.seat)
            case "result":
                return self.pages.result(self._snapshot, self.seat)
        return self.pages.summary(self._snapshot)

    @property
    def plays(self) -> bool:
        """Whether this viewer sits at a match under way."""
        return self._match.active and self._match.started and self.seat is not None

    @property
    def player_lines(self) -> Sequence[PlayerLine]:
        """What the game says of those who play."""
        return self.pages.players(self._snapshot, self.seat) if self._match.started else ()

    def shared(self, key: Hashable, make: Callable[[], T]) -> T:
        """What several viewers of this version are shown, made once for them."""
        return self._snapshot.shared(key, make)

    @property
    def present(self) -> tuple[Occupant, ...]:
        return self._snapshot.present

    @cached_property
    def log_items(self) -> SafeString:
        """What this viewer reads in the log, newest first, as list items."""
        return log_for(self._snapshot, self.seat, self.pages.sentence)

    @cached_property
    def moments(self) -> Sequence[Moment]:
        """What the page may show of what has just happened, oldest first."""
        if not self._match.started:
            return ()
        return self.pages.moments(self._snapshot, self.seat)[-KEPT:]

    @property
    def may_kick(self) -> bool:
        """Whether this viewer may be rid of the others."""
        kicks = self._match.waiting or (self._match.active and self._match.kick_in_play)
        return kicks and self.owns

    @property
    def stop_votes(self) -> Sequence[int]:
        return self._match.stop_votes

    @property
    def pause_votes(self) -> Sequence[int]:
        return self._match.pause_votes

    @property
    def pause(self) -> Pause | None:
        agrees, version = self.seat in self.pause_votes, self._match.version
        key = ("pause", self.match_id, version, language(), get_current_timezone(), agrees)
        return memoized_in_batch(key, lambda: pause_of(self._match, self.seat))

    @property
    def paused(self) -> str:
        """Until which day the clock stands still, "" where it runs."""
        return paused_until(self._match)

    @property
    def guided(self) -> bool:
        """Whether this viewer wants hints."""
        return self._snapshot.preferences_of(self.seat).guided

    @cached_property
    def company(self) -> str:
        """What to know before sitting down, where somebody sits whom this viewer has blocked."""
        return warning_of(blocked_at(self.user, self._match)) if self.seat is None else ""

    @property
    def late_join(self) -> bool:
        return self._match.late_join

    @property
    def most(self) -> int:
        return self._match.most

    @property
    def taken(self) -> int:
        return len(self._snapshot.present)

    @property
    def people(self) -> int:
        return sum(not occupant.bot for occupant in self._snapshot.present)

    @property
    def stops(self) -> bool:
        return self.seat in self._match.stop_votes

    @property
    def links(self) -> list[str]:
        """Tokens of the links that count, for the owner."""
        if not self.owns:
            return []
        return list(self._match.links.filter(revoked_at=None).values_list("token", flat=True))

    @property
    def invited(self) -> list[str]:
        """For the owner: who was invited by name and does not sit here yet, the last ones first."""
        if not self.owns:
            return []
        here = {one.name for one in self.present}
        asked = self._match.invitations.select_related("user").order_by("-pk")[:NAMED]
        return [name for name in (one.user.shown_name for one in asked) if name not in here]

    @cached_property
    def suggested(self) -> Suggested | None:
        """For the owner of a table that waits: whom to invite by one tap."""
        return suggested(self.user, self._match) if self.owns and self._match.waiting else None

    @property
    def among_friends(self) -> bool:
        """Whether the table counts for no rating because all people at it are friends."""
        return is_among_friends(self._match)

    @property
    def rematch_id(self) -> str:
        again = Match.objects.filter(rematch_of=self._match).values_list("public_id", flat=True)
        return memoized_in_batch(("rematch", self.match_id), again.first) or ""

    @property
    def rating_change(self) -> Change | None:
        """What the match has made of this viewer's rating; None where nothing, or not yet."""
        return change_in(self._match, self.user)

    @cached_property
    def reliable(self) -> Mapping[int, str]:
        """By seat, before the start: how often who sits there answers in time, in a word."""
        if not self._match.waiting or not game_of(self.slug).in_steps:
            return {}
        people = {
            one.index: one.user_id
            for one in self.present
            if one.user_id is not None and not one.bot
        }
        users = tuple(sorted(people.values()))
        key = ("reliability", self._match.pace, users)
        shares = memoized_in_batch(key, lambda: shares_of(users, self._match.pace))
        return {seat: in_short(shares.get(user, NOBODY_KNOWS)) for seat, user in people.items()}

    @property
    def replayed(self) -> bool:
        """Whether the match can be stepped through."""
        return bool(self.secret)

    @property
    def counted(self) -> bool:
        """Whether there is a page with the match in numbers."""
        return bool(self.secret) and game_of(self.slug).has_numbers()

    @property
    def secret(self) -> str:
        """Shown when the match is finished; after an abort only where the rules open it."""
        return self._match.first_secret if self._match.started and self._snapshot.opened else ""
