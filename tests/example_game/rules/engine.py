"""The engine of the example.

It implements the contract in `games/engine/base.py`. Each method only calls the module that does
the work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import transition
from games.engine.base import Chance, Choice, Decision, Outcome, Setup, Step
from games.engine.transition import typed_setup
from tests.example_game.rules import rules, sight
from tests.example_game.rules.state import AnyAction, ExampleOptions, ExampleView, Put, State, Turn

_RULES = transition.Rules(answer=rules.answer, abort=rules.abort, refuse=rules.refuse, over="over")


class ExampleEngine:
    """The rules of a match with a given setup."""

    version = 1
    state_type: type = State
    action_type: Any = Put  # with several actions, their union: Put | Pass

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = typed_setup(setup, ExampleOptions, type(None))

    def begin(self, chance: Chance) -> Step:
        turn = Turn(self.game, chance)
        state = rules.begin(turn)
        return turn.step(state, state.round)

    def pending(self, state: State) -> Decision | None:
        return rules.decision(state, self.game.options.seconds)

    def choices(self, state: State, seat: int) -> Sequence[Choice]:
        return sight.choices(state, seat)

    def apply(self, state: State, seat: int | None, action: AnyAction, chance: Chance) -> Step:
        turn = Turn(self.game, chance)
        state = transition.applied(self, _RULES, turn, state, seat, action)
        return turn.step(state, state.round)

    def view(self, state: State, seat: int | None) -> ExampleView:
        return sight.view(self.game, state, seat)

    def default_action(self, state: State, seat: int) -> Put:
        return Put(decision=rules.decision_id(state), card=state.players[seat].hand[0])

    def auto_action(self, state: State, seat: int, preferences: Mapping[str, Any]) -> Put | None:
        asked = bool(sight.choices(state, seat)) and preferences.get("lowest")
        return self.default_action(state, seat) if asked else None

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state)

    def scramble(self, state: State, seat: int | None, chance: Chance) -> State:
        return sight.scramble(state, seat, chance)

    def conserved(self, state: State) -> Mapping[str, Any]:
        """Return every card, each of which must be there exactly once."""
        turned = [card for cards in state.turned for card in cards]
        held = [card for player in state.players for card in (*player.hand, player.down) if card]
        return {"cards": sorted([*state.deck, *turned, *held])}
