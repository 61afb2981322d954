"""Checking the record of a match without its ballots (rules 14.6).

It plays the record again, with some ballots that give the counts told. That the counts are the sum
of the true ballots cannot be checked, and is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.blanks.rules.ballots import possible
from games.blanks.rules.state import Phase, State
from games.engine.base import TableTitle
from games.engine.checking import Checker, faults_of


def check_record(title: TableTitle, record: Mapping[str, Any]) -> list[str]:
    """As `base.Title.check_record`."""
    return faults_of(lambda: BlanksChecker(title, record))


class BlanksChecker(Checker):
    """Fills in the ballots, which a record never holds, so that the vote can be played again."""

    def __init__(self, title: TableTitle, record: Mapping[str, Any]) -> None:
        super().__init__(title, record)
        self._ballots: tuple[int, dict[int, str]] = (0, {})  # of the round under way

    def told(self, state: Any, place: int) -> Mapping[str, Any]:
        """The action; of a vote one that gives the counts the record shows."""
        raw = super().told(state, place)
        return self._vote(state, place) if raw["action"] == "vote" else raw

    def _vote(self, state: State, place: int) -> dict[str, Any]:
        seat = self.entries[place]["seat"]
        if state.phase is Phase.VOTE and self._ballots[0] != state.round:
            counts = _counts(self.record, state.round)
            ballots = possible(state, self.entries[place:], counts)
            if ballots is None:
                raise ValueError(f"round {state.round}: no ballots give the counts told")
            self._ballots = (state.round, ballots)
        return {"action": "vote", "round": state.round, "handle": self._ballots[1].get(seat, "")}


def _counts(record: Mapping[str, Any], number: int) -> dict[int, int] | None:
    for part in record["rounds"]:
        if part["round"] == number:
            return {play["seat"]: play["votes"] for play in part["plays"] if "votes" in play}
    return None
