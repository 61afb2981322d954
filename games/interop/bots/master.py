"""The master: tries what could be done, in worlds it cannot tell from the true one.

A try is played on by the house's bot until the turn is over, and then judged by who is likely to
win.
"""

from __future__ import annotations

from typing import Any

from games.engine import codec
from games.engine.rollout import Search, World, best_answer
from games.interop.bots.house import house
from games.interop.bots.prospects import chance_to_win
from games.interop.bots.sight import Raw
from games.interop.bots.tries import tries
from games.interop.rules import scoring
from games.interop.rules.actions import Action
from games.interop.rules.state import Phase, State
from games.interop.rules.view import InteropView

DOUBT = 1.0  # standard errors by which something has to be better than what the house would do,
MARGIN = 0.01  # and so much of a chance to win: what judges knows less of the game than it does
MOST_STEPS = 40  # of a rollout


def master(search: Search) -> Raw | None:
    """What is best for a seat that owes an answer."""
    view: InteropView = search.view
    usual = house(view, search.chance) if view.mine else None
    if usual is None or view.seat is None:
        return None
    rollout = Rollout(search.engine, view.seat)
    return best_answer(search, usual, tries(view), rollout.worth, doubt=DOUBT, margin=MARGIN)


class Rollout:
    """Plays on by the house's bot, to the end of the turn, for one seat's sake."""

    def __init__(self, engine: Any, seat: int) -> None:
        self._engine, self._seat = engine, seat

    def worth(self, action: Any, world: World) -> float:
        """The chance to win after this action, in this world."""
        chance, engine = world.chance(), self._engine
        state: State = engine.apply(world.state, self._seat, action, chance).state
        for _ in range(MOST_STEPS):
            if state.phase is Phase.OVER or state.turn != self._seat:
                break
            raw = house(engine.view(state, state.turn), chance)
            answer = codec.decode_action(raw or {}, Action)
            state = engine.apply(state, state.turn, answer, chance).state
        return self._judged(state)

    def _judged(self, state: State) -> float:
        if state.phase is not Phase.OVER:
            return chance_to_win(self._engine.view(state, None), self._seat)
        result = scoring.outcome(state)
        won = [one.seat for one in result.standings if one.winner] if result else []
        return (self._seat in won) / max(1, len(won))
