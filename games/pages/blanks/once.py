"""The closing view of a vote (rules 14.3), shown for some seconds over the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engines.base import Event
from games.engines.blanks.view import BlanksView
from games.engines.codec import build
from games.live.snapshot import MatchSnapshot
from games.pages.blanks.plays import answers
from games.pages.blanks.rounds import Round, rounds
from games.pages.blanks.viewer import view_of


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
