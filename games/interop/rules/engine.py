"""The engine of Interop, which delegates to the rule modules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from msgspec.structs import replace

from games.engine import transition
from games.engine.base import Chance, Choice, Decision, Outcome, Setup, Step
from games.engine.transition import typed_setup
from games.interop.rules import decisions, purchases, rounds, scoring, show, show as scrambling
from games.interop.rules.actions import (
    Action,
    Adopt,
    Allocate,
    AnyAction,
    Buy,
    Draw,
    EndTurn,
    Founder,
    Keep,
    Pass,
    Relicense,
    refuse,
)
from games.interop.rules.events import ABORTED
from games.interop.rules.options import InteropContent, InteropOptions, Turn
from games.interop.rules.state import State
from games.interop.rules.view import InteropView


class InteropEngine:
    """The rules of one match, as a `base.Engine`."""

    version = 2
    state_type: type = State
    action_type: Any = Action

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = typed_setup(setup, InteropOptions, InteropContent)
        self._views = show.Views(self.game)

    def begin(self, chance: Chance) -> Step:
        return Step(rounds.start(len(self.game.seats)))

    def pending(self, state: State) -> Decision | None:
        return decisions.decision(state)

    def choices(self, state: State, seat: int) -> Sequence[Choice]:
        return decisions.choices(state, seat)

    def apply(self, state: State, seat: int | None, action: AnyAction, chance: Chance) -> Step:
        turn = Turn(self.game, chance)
        after = transition.applied(self, _RULES, turn, state, seat, action)
        return turn.step(replace(after, asked=state.asked + 1), after.round)

    def view(self, state: State, seat: int | None) -> InteropView:
        return self._views.view(state, seat)

    def default_action(self, state: State, seat: int) -> Action:
        return decisions.default(state)

    def auto_action(self, state: State, seat: int, preferences: Mapping[str, Any]) -> Action | None:
        return None  # this game has no automatic passes

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def scramble(self, state: State, seat: int | None, chance: Chance) -> State:
        return scrambling.scramble(state, seat, chance)

    def conserved(self, state: State) -> Mapping[str, Any]:
        """Return all cards by title, and the money at the start (rules 23)."""
        cards = Counter(card for pile in state.piles for card in _in_pile(pile))
        cards.update(state.drawn.cards if state.drawn else ())
        cards.update(licence.protocol for licence in state.licences)
        for player in state.players:
            cards.update((*player.links, *(running.app for running in player.apps)))
        return {"cards": dict(sorted(cards.items())), "money": _start_money(state)}


def _in_pile(pile: Any) -> tuple[str, ...]:
    return (*pile.row, *pile.discards, *(card for layer in pile.layers for card in layer))


def _start_money(state: State) -> int:
    """Return all money, minus what the bank paid out and plus what it received."""
    accounts = [player.account for player in state.players]
    bank = sum(account.granted + account.earned - account.spent for account in accounts)
    return sum(player.money for player in state.players) - bank


def _answered(turn: Turn, state: State, seat: int | None, action: Action) -> State:
    match action:
        case Founder():
            return rounds.founder(turn, state, seat, action)
        case Buy():
            return purchases.buy(turn, state, seat, action)
        case Draw():
            return purchases.draw(turn, state, seat, action)
        case Keep():
            return purchases.keep(turn, state, seat, action)
        case Adopt():
            return purchases.adopt(turn, state, seat, action)
        case Relicense():
            return purchases.relicense(turn, state, seat, action)
        case EndTurn():
            return rounds.end_turn(turn, state, seat, action)
        case Allocate():
            state = rounds.allocate(turn, state, seat, action)
            return rounds.after_allocation(turn, state)
        case Pass():
            state = rounds.place_none(turn, state, seat, action)
            return rounds.after_allocation(turn, state)
        case _:
            assert_never(action)


def _aborted(turn: Turn, state: State) -> State:
    return rounds.finish(turn, state, ABORTED)


# Seats never join or leave a running match (rules 15).
_RULES = transition.Rules(answer=_answered, abort=_aborted, refuse=refuse, over="over")
