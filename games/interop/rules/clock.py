"""What is asked, how long, and what the clock answers (rules 15)."""

from __future__ import annotations

from games.engine.base import Decision
from games.interop.rules import offering
from games.interop.rules.actions import Action, Allocate, EndTurn, Founder, Keep
from games.interop.rules.refusals import kind_asked
from games.interop.rules.state import State

SECONDS = {"founder": 60, "invest": 90, "keep": 30, "allocate": 30}


def decision_id(state: State) -> str:
    """New with every answer, so that the time begins anew. "" when the game is over."""
    kind = kind_asked(state)
    return f"{state.asked}.{kind}" if kind else ""


def decision(state: State) -> Decision | None:
    """Whose answer is awaited, and for how many seconds (rules 15); None when it is over."""
    kind = kind_asked(state)
    if not kind:
        return None
    return Decision(id=decision_id(state), kind=kind, asked=(state.turn,), seconds=SECONDS[kind])


def default(state: State) -> Action:
    """What spends nothing for an absent player; closed is what can still become anything."""
    match kind_asked(state):
        case "founder":
            return Founder(kit=state.kits[0], licence="closed")
        case "invest":
            return EndTurn()
        case "keep":
            return Keep()
        case "allocate":
            app, users = offering.largest(state, state.turn)
            return Allocate(app=app, users=users)
        case other:
            raise ValueError(f"nothing is asked: {other!r}")
