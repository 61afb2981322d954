"""The closing view of a vote (rules 14.3), shown for some seconds beside what comes next."""

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
    return {
        "round": closing.round,
        "voted": closing.my_vote is not None,
        "answers": answers(snapshot, closing),
        "result": _result(snapshot, seat, closing.round),
    }


def _result(snapshot: MatchSnapshot, seat: int, number: int) -> Round | None:
    """The public result of that round."""
    found = rounds(snapshot, view_of(snapshot, seat))
    return next((result for result in found if result.number == number), None)
