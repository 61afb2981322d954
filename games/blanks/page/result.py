"""The end: who won and why, the standings, the plays that won, round by round (D29, D51)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from chat.core.translation import gettext as _, ngettext
from games.blanks.page.best import evening
from games.blanks.page.rounds import rounds
from games.blanks.page.viewer import view_of
from games.blanks.rules.view import BlanksView, OptionsView
from games.engine.base import Outcome, Standing
from games.page.kit import Who, who, winners_line
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Place:
    """A line of the standings. `rank`: none where nobody won. `note`: how a player left."""

    who: Who
    rank: int | None
    score: int
    winner: bool
    note: str


def context(snapshot: MatchSnapshot, seat: int | None) -> Mapping[str, Any]:
    view = view_of(snapshot, seat)
    places = _places(snapshot, view.outcome, seat)
    return {
        "headline": winners_line(snapshot, view.outcome, seat),
        "reason": _reason(view),
        "mine": next((place for place in places if place.who.me and place.rank), None),
        "players": sum(place.rank is not None for place in places),
        "places": places,
        "rounds": rounds(snapshot, view)[::-1],
        "evening": evening(snapshot, view),
    }


def end_line(snapshot: MatchSnapshot, view: BlanksView, seat: int | None) -> str:
    """The phase line of a match that has ended."""
    return f"{winners_line(snapshot, view.outcome, seat)} {_reason(view)}".strip()


def _places(snapshot: MatchSnapshot, outcome: Outcome | None, seat: int | None) -> list[Place]:
    standings = outcome.standings if outcome else ()
    won = outcome is not None and outcome.is_won
    return [
        Place(
            who=who(snapshot, standing.seat, seat),
            rank=standing.rank if won else None,
            score=standing.score,
            winner=standing.winner,
            note=_note(standing),
        )
        for standing in standings
    ]


def _note(standing: Standing) -> str:
    words = {"left": _("left"), "kicked": _("removed by the owner")}
    words["removed"] = _("removed by a moderator")
    return words.get(standing.note, "")


def _reason(view: BlanksView) -> str:
    """Why it ended, in a sentence."""
    reason = view.outcome.reason if view.outcome else "aborted"
    return _REASONS[reason](view.options)


def _target(options: OptionsView) -> str:
    count = options.target_score
    text = ngettext(
        "The target of %(n)d point was reached.", "The target of %(n)d points was reached.", count
    )
    return text % {"n": count}


def _limit(options: OptionsView) -> str:
    count = options.round_limit
    return ngettext("The only round was played.", "All %(n)d rounds were played.", count) % {
        "n": count
    }


_REASONS: dict[str, Callable[[OptionsView], str]] = {
    "target_score": _target,
    "round_limit": _limit,
    "too_few_players": lambda _options: _("Too few players were left to go on."),
    "black_deck_empty": lambda _options: _("No black card was left."),
    "aborted": lambda _options: _("So it has no winner."),
}
