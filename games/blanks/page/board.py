"""The board of Blanks: past rounds, the closing view, and the options in words."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from chat.core.templates import render
from chat.core.translation import gettext as _, ngettext
from games.blanks.page.prompts import answers, prompt_html
from games.blanks.page.typed_view import people, view_of
from games.blanks.rules.options import SLOW_SECONDS, BlanksOptions
from games.blanks.rules.view import BlanksView, OptionsView, ResultView
from games.engine.base import Event
from games.engine.codec import build
from games.models import Pack
from games.page.html_cache import cached_html
from games.page.log import joined
from games.page.presentation import Who, key_of
from games.page.snapshot import MatchSnapshot

# --- Past rounds: points and votes, without white cards (rules 14.4)


@dataclass(frozen=True)
class Tally:
    """A player's votes in one round."""

    who: Who
    votes: int
    point: bool  # the play scored


@dataclass(frozen=True)
class Round:
    """A past round."""

    number: int
    black: str
    winners: tuple[Who, ...]  # the players who got a point
    tallies: tuple[Tally, ...]  # most votes first; empty if there was no vote
    voted: bool

    @property
    def winners_named(self) -> SafeString:
        """The winners' names in a sentence."""
        return joined([who.tag for who in self.winners])


def rounds(snapshot: MatchSnapshot, view: BlanksView) -> list[Round]:
    """Return the past rounds, newest first."""
    called = people(snapshot, view.seat)
    return [_round(result, called) for result in reversed(view.results)]


def lines(snapshot: MatchSnapshot, view: BlanksView) -> list[SafeString]:
    """Return a line of HTML for each past round, newest first."""
    called = people(snapshot, view.seat)
    return [_line(snapshot, result, called) for result in reversed(view.results)]


def _line(snapshot: MatchSnapshot, result: ResultView, called: Callable[[int], Who]) -> SafeString:
    # A past round never changes, so it is rendered once.
    key = ("round", snapshot.match.public_id, result.round, snapshot.seats)
    return cached_html(
        key, lambda: render("games/blanks/round.jinja", round=_round(result, called))
    )


def _round(result: ResultView, called: Callable[[int], Who]) -> Round:
    counts = sorted(result.votes, key=lambda count: (-count.votes, count.seat))
    tallies = (
        Tally(called(count.seat), count.votes, count.seat in result.points) for count in counts
    )
    return Round(
        number=result.round,
        black=result.black,
        winners=tuple(called(seat) for seat in result.points),
        tallies=tuple(tallies) if result.voted else (),
        voted=result.voted,
    )


# --- Options in words, before the start


def summary_context(snapshot: MatchSnapshot) -> Mapping[str, Any]:
    options: BlanksOptions = build(snapshot.match.options, BlanksOptions)
    found = {pack.slug: pack for pack in Pack.objects.filter(slug__in=options.packs)}
    packs = [found[slug] for slug in options.packs if slug in found]
    return {
        "options": options,
        "goal": goal(options),
        "packs": packs,
        "missing": len(options.packs) - len(packs),
        "age": max((pack.min_age for pack in packs), default=0),
        "two": snapshot.match.settings.least == 2,
        "slow": options.play_seconds >= SLOW_SECONDS,
        "play": in_words(options.play_seconds),
        "vote": in_words(options.vote_seconds),
        "pause": in_words(options.break_seconds) if options.break_seconds else "",
    }


def goal(options: BlanksOptions | OptionsView) -> str:
    """Describe in words how the match ends."""
    target, limit = options.target_score, options.round_limit
    ends = []
    if target:
        wins = ngettext(
            "The first player with %(n)s point wins.",
            "The first player with %(n)s points wins.",
            target,
        )
        ends.append(wins % {"n": target})
    if limit:
        most = ngettext("At most %(n)s round.", "At most %(n)s rounds.", limit)
        ends.append(most % {"n": limit})
    return " ".join(ends) or _("The match ends with the last black card.")


def in_words(seconds: int) -> str:
    """Return a duration in its largest fitting unit, rounded: 90 seconds, 12 hours."""
    if seconds < 120:
        return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    if seconds < 2 * 3600:
        minutes = round(seconds / 60)
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    if seconds < 2 * 86400:
        hours = round(seconds / 3600)
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    days = round(seconds / 86400)
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}


def key(snapshot: MatchSnapshot) -> Hashable:
    """Return the cache key of the board."""
    # Without the players' progress, which is in the list of players.
    view = view_of(snapshot, None)
    shown = (view.phase, view.round, view.black, view.plays, view.piles, view.results)
    return key_of(*shown, view.options)


def context(snapshot: MatchSnapshot) -> Mapping[str, Any]:
    view = view_of(snapshot, None)
    return {
        "view": view,
        "prompt": prompt_html(view.black.text, view.black.pick) if view.black else None,
        "goal": goal(view.options),
        "rounds": lines(snapshot, view),
        "answers": answers(snapshot, view),
    }


# --- Closing view of a vote (rules 14.3), shown over the board for some seconds


def closing_context(snapshot: MatchSnapshot, seat: int, event: Event) -> Mapping[str, Any]:
    closing: BlanksView = build(event.facts, BlanksView)
    voted, shown = closing.my_vote is not None, answers(snapshot, closing)
    best = [answer for answer in shown if answer.best] if voted else []
    return {
        "round": closing.round,
        "voted": voted,
        "best": best,
        "answers": [answer for answer in shown if answer not in best],
        "result": _result(snapshot, seat, closing.round),
    }


def _result(snapshot: MatchSnapshot, seat: int, number: int) -> Round | None:
    """Return the public result of this round, or None."""
    found = rounds(snapshot, view_of(snapshot, seat))
    return next((result for result in found if result.number == number), None)
