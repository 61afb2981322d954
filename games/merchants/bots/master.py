"""The master: tries what could be done, in worlds it cannot tell from the true one.

A try is played on, by its own policy and the house's bot for the others, until the turn is over, or
what others have begun is settled; the first dice count by their odds and are not thrown. What it
has led to is judged by who is likely to win then.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Any

from msgspec.structs import replace

from games.engine import codec
from games.engine.rollout import Imagined, Search, World, best_answer
from games.merchants.bots.house import house
from games.merchants.bots.policy import POLICY, policy
from games.merchants.bots.prospects import chance_to_win
from games.merchants.bots.tries import tries
from games.merchants.rules import cards, checks, odds, scoring
from games.merchants.rules.actions import Action, Pass
from games.merchants.rules.state import Phase, State, decision_id, owing
from games.merchants.rules.view import MerchantsView

Raw = Mapping[str, Any]
Turn = tuple[int, int, str, bool]  # round, whose, stage, and whether it is asked what to do

DOUBT = 2.0  # standard errors by which something has to be better than what its policy says
MOST_STEPS = 60  # of a rollout
GOOD, BEST, BAD = (6, 5), (6, 6), (1, 2)  # dice that nobody may throw anew
BEYOND = 11  # a target that only the best dice reach
CLOSE = 8  # points by which a lead in a finished rollout may yet turn out otherwise


def master(search: Search) -> Raw | None:
    """What is best for a seat that owes an answer."""
    view: MerchantsView = search.view
    usual = policy(view, search.chance)
    if usual is None or view.seat is None:
        return None
    others = ({"decision": view.decision, **one} for one in tries(view, POLICY))
    rollout = Rollout(search.engine, view.seat)
    return best_answer(search, usual, others, rollout.worth, doubt=DOUBT)


class Rollout:
    """Plays on to the end of the turn, for one seat's sake."""

    def __init__(self, engine: Any, seat: int) -> None:
        self._engine, self._seat = engine, seat

    def worth(self, action: Any, world: World) -> float:
        """The chance to win after this action, in this world."""
        # What others have answered under seal is made up there; they answer as the house does.
        state: State = replace(world.state, answers=())
        return self._after(state, self._seat, action, world.chance(), _turn(state))

    def _after(
        self,
        state: State,
        seat: int,
        action: Any,
        chance: Imagined,
        turn: Turn,
        *,
        weigh: bool = True,
    ) -> float:
        """`weigh`: no dice have been thrown yet; the first ones are weighed."""
        for _ in range(MOST_STEPS):
            before = chance.copy() if weigh else chance
            after: State = self._engine.apply(state, seat, action, chance).state
            if weigh and after.roll is not None and after.rolls > state.rolls:
                return self._weighed(state, seat, action, before, turn, after.roll.target)
            state = after
            if state.phase is Phase.OVER or _settled(state, turn):
                break
            seat = owing(state)[0]
            action = self._usual(state, seat, chance)
        return self._judged(state)

    def _weighed(
        self, state: State, seat: int, action: Any, before: Imagined, turn: Turn, target: int
    ) -> float:
        """Over success and failure of the roll to which this action leads."""
        success = odds.chance(target)
        good, bad = (
            self._after(state, seat, action, before.copy(dice), turn, weigh=False)
            for dice in (GOOD if target <= BEYOND else BEST, BAD)
        )
        return success * good + (1 - success) * bad

    def _usual(self, state: State, seat: int, chance: Imagined) -> Any:
        """As policy and house say, which are not asked where they could only pass."""
        player = state.players[seat]
        contest = state.phase in (Phase.SEIZE, Phase.DUEL)
        if contest and not checks.usable(state, player):
            return Pass(decision=decision_id(state))
        if state.phase is Phase.STACK and not any(map(cards.modes, player.hand)):
            return Pass(decision=decision_id(state))
        bot = policy if seat == self._seat else house
        raw = bot(self._engine.view(state, seat), chance)
        return codec.decode_action(raw or {}, Action)

    def _judged(self, state: State) -> float:
        if state.phase is Phase.OVER:
            return _worth_of_end(state, self._seat)
        return chance_to_win(state, self._seat)


def _worth_of_end(state: State, seat: int) -> float:
    """Half of it is the win, half the lead: others may come closer than they did in this world."""
    won = float(seat in scoring.winners(state))
    points = {one.seat: one.total for one in scoring.scores(state)}
    if seat not in points or len(points) == 1:
        return won
    lead = points.pop(seat) - max(points.values())
    return (won + 1 / (1 + exp(-lead / CLOSE))) / 2


def _turn(state: State) -> Turn:
    return state.round, state.active, state.stage, state.phase is Phase.MARKET


def _settled(state: State, turn: Turn) -> bool:
    """Another turn has begun; or, where others had begun something, they are asked what is next."""
    *began, own = turn
    *now, asked = _turn(state)
    return began != now or (asked and not own)
