"""Rounds that are over: who got a point and how the votes fell (rules 14.4). No white cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.engines.blanks.view import BlanksView, ResultView
from games.live.drawing import drawn_once
from games.live.moment import Moment
from games.pages.blanks.seen import Who, who


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


def rounds(moment: Moment, view: BlanksView) -> list[Round]:
    """Newest first."""
    return [_round(moment, view, result) for result in reversed(view.results)]


def _round(moment: Moment, view: BlanksView, result: ResultView) -> Round:
    counts = sorted(result.votes, key=lambda count: (-count.votes, count.seat))
    tallies = (
        Tally(who(moment, count.seat, view.seat), count.votes, count.seat in result.points)
        for count in counts
    )
    return Round(
        number=result.round,
        black=result.black,
        winners=tuple(who(moment, seat, view.seat) for seat in result.points),
        tallies=tuple(tallies) if result.voted else (),
        voted=result.voted,
    )


def round_html(one: Round) -> SafeString:
    """One round in short. It never changes, so it is drawn once."""
    draw = partial(render_to_string, "games/blanks/rounds.html", {"round": one})
    return SafeString(drawn_once(("blanks round", one), draw))  # drawn by a template
