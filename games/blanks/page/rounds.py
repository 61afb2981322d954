"""Rounds that are over: who got a point and how the votes fell (rules 14.4). No white cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.safestring import SafeString

from chat.core.templates import render
from games.blanks.page.viewer import people
from games.blanks.rules.view import BlanksView, ResultView
from games.page.html_cache import cached_html
from games.page.kit import Who
from games.page.naming import joined
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Tally:
    """A player's votes in one round, and whether they brought a point."""

    who: Who
    votes: int
    point: bool


@dataclass(frozen=True)
class Round:
    """`winners`: who got a point. `tallies`: most votes first; empty when there was no vote."""

    number: int
    black: str
    winners: tuple[Who, ...]
    tallies: tuple[Tally, ...]
    voted: bool

    @property
    def winners_named(self) -> SafeString:
        """As in a sentence."""
        return joined([who.tag for who in self.winners])


def rounds(snapshot: MatchSnapshot, view: BlanksView) -> list[Round]:
    """Newest first."""
    called = people(snapshot, view.seat)
    return [_round(result, called) for result in reversed(view.results)]


def lines(snapshot: MatchSnapshot, view: BlanksView) -> list[SafeString]:
    """Each in short, newest first. What is over stays as it is: it is drawn once."""
    called = people(snapshot, view.seat)
    return [_line(snapshot, result, called) for result in reversed(view.results)]


def _line(snapshot: MatchSnapshot, result: ResultView, called: Callable[[int], Who]) -> SafeString:
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
