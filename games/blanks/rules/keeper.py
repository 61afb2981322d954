"""What the record of a match of Blanks holds, and what never (rules 14.6): ballots and handles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from games.blanks.rules.state import Laid, Phase, Result, State
from games.blanks.rules.view import BlanksView
from games.engine.base import Engine
from games.engine.dealer import Drawn
from games.engine.record import Line, Replayed


class BlanksKeeper:
    """Implements `record.Keeper`."""

    def action(self, line: Line) -> dict[str, Any]:
        """Of a vote only that it was one."""
        return {"action": "vote"} if line.action["action"] == "vote" else line.action

    def shows(self, drawn: Drawn) -> bool:
        """All but handles and the draws that made them (rules 14.6)."""
        return drawn.name != "handle"

    def parts(self, engine: Engine, replayed: Sequence[Replayed]) -> dict[str, Any]:
        """Under "rounds" the result of each round that was scored."""
        return {"rounds": [part for one in replayed if (part := round_part(one)) is not None]}

    def past(self, view: BlanksView) -> BlanksView:
        """Without the vote of whose view it is, and with numbers for handles (rules 14.6)."""
        plays = view.plays and tuple(
            replace(play, handle=str(number)) for number, play in enumerate(view.plays, 1)
        )
        choices = tuple(choice for choice in view.choices if choice.action != "vote")
        return replace(view, my_vote=None, plays=plays, choices=choices)


KEEPER = BlanksKeeper()


def round_part(replayed: Replayed) -> dict[str, Any] | None:
    """The round that ended with this line, or None."""
    before: State | None = replayed.before
    after: State = replayed.step.state
    if before is None or len(after.results) == len(before.results):
        return None
    result = after.results[-1]
    return {
        "round": result.round,
        "black": result.black,
        "voted": result.voted,
        "plays": [_play(before, replayed.line, laid, result) for laid in before.plays],
        "points": list(result.points),
    }


def _play(before: State, line: Line, laid: Laid, result: Result) -> dict[str, Any]:
    """A play as it lay on the table at the end; the count of a withdrawn one is never told."""
    just_left = line.action["action"] == "leave" and line.seat == laid.seat
    withdrawn = laid.withdrawn or just_left
    votes = next((count.votes for count in result.votes if count.seat == laid.seat), 0)
    part: dict[str, Any] = {
        "seat": laid.seat,
        "cards": list(laid.cards),
        "shown": before.phase is Phase.VOTE and laid.handle != "",
        "withdrawn": withdrawn,
    }
    return part if withdrawn else {**part, "votes": votes}
