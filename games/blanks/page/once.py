"""The closing view of a vote (rules 14.3), shown for some seconds over the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.blanks.page.plays import answers
from games.blanks.page.rounds import Round, rounds
from games.blanks.page.viewer import view_of
from games.blanks.rules.view import BlanksView
from games.engine.base import Event
from games.engine.codec import build
from games.page.snapshot import MatchSnapshot


def context(snapshot: MatchSnapshot, seat: int, event: Event) -> Mapping[str, Any]:
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
    """The public result of that round."""
    found = rounds(snapshot, view_of(snapshot, seat))
    return next((result for result in found if result.number == number), None)
