"""One case under way: the engine, the state, and the chance it was given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.engine import codec
from games.engine.base import Item, SeatSetup, Setup, Timeout
from games.engine.dealer import Seeded
from games.engine.examples import Fault, only
from games.interop.rules import decisions, rounds
from games.interop.rules.box import ERAS_BY_ROUNDS
from games.interop.rules.cards import DECKS, FEWEST, MOST
from games.interop.rules.dealing import USER_DECK
from games.interop.rules.engine import InteropEngine
from games.interop.rules.examples.position import state_of
from games.interop.rules.options import InteropContent, InteropOptions, Turn
from games.interop.rules.state import Phase, State
from games.interop.rules.view import InteropView

# --- Chance for examples: cards come in the order given; beyond it any card may come. ---


class Scripted:
    """`draws`: for a deck the cards in the order in which they are drawn from it."""

    def __init__(self, draws: Mapping[str, Sequence[str]]) -> None:
        only(draws, (*DECKS, USER_DECK), "random.draws")
        self._left = {deck: list(cards) for deck, cards in draws.items()}
        self._random = Seeded("interop-examples")

    def draw(self, name: str, pool: Sequence[Item], count: int = 1) -> tuple[Item, ...]:
        left = list(pool)
        return tuple(self._one(name, left) for _ in range(count))

    def _one(self, name: str, left: list[Item]) -> Item:
        script = self._left.get(name)
        if not script:
            return left.pop(self._random.below(len(left)))
        card = script.pop(0)
        for place, item in enumerate(left):
            if item == card:
                return left.pop(place)
        raise Fault(f"{card} cannot be drawn from {name} now")

    def shuffle(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        return tuple(self.draw(name, items, len(items)))

    def roll(self, name: str, dice: int, sides: int) -> tuple[int, ...]:
        return tuple(1 + self._random.below(sides) for _ in range(dice))

    def token(self, name: str) -> str:
        return name


def script_of(
    draws: Mapping[str, Sequence[str]], decks: Mapping[str, Sequence[str]]
) -> dict[str, Sequence[str]]:
    """What is drawn of each deck: its own cards first, then what `draws` goes on with."""
    script = {deck: list(cards) for deck, cards in decks.items()}
    for deck, cards in draws.items():
        known = script.get(deck, [])
        common = min(len(known), len(cards))
        if known[:common] != list(cards[:common]):
            raise Fault(f"random.draws.{deck}: another order than that of the deck")
        script[deck] = max(known, list(cards), key=len)
    return dict(script)


_START = {"start", "players", "rounds"}


class Case:
    """`state` moves on with every step that is not refused."""

    def __init__(self, position: Mapping[str, Any], random: Mapping[str, Any]) -> None:
        only(random, {"draws"}, "random")
        self.engine = _engine(position)
        draws, decks = random.get("draws", {}), position.get("decks", {})
        self._chance = Scripted(script_of(draws, decks))
        self.state = self._begun(position)

    def post(self, seat: int, raw: Mapping[str, Any]) -> None:
        """What a seat posts. Raises `IllegalAction`."""
        action = codec.decode_action(raw, self.engine.action_type)
        self.state = self.engine.apply(self.state, seat, action, self._chance).state

    def time_up(self) -> None:
        decision = decisions.decision_id(self.state)
        step = self.engine.apply(self.state, None, Timeout(decision=decision), self._chance)
        self.state = step.state

    def view(self, who: str) -> InteropView:
        """Of a seat ("0", "1" ...) or of a "spectator"."""
        if who == "spectator":
            return self.engine.view(self.state, None)
        if not who.isdigit() or int(who) >= self.state.seats:
            raise Fault(f"nobody of that name looks on: {who!r}")
        return self.engine.view(self.state, int(who))

    def _begun(self, position: Mapping[str, Any]) -> State:
        if position.get("start"):
            only(position, _START, "position")
            began: State = self.engine.begin(self._chance).state
            return began
        state = state_of(position)
        if not 1 <= state.round <= self.engine.game.options.rounds:
            raise Fault(f"position.round: {state.round}")
        turn = Turn(self.engine.game, self._chance)
        if state.phase is Phase.ALLOCATION:
            if position.get("turn_begins") or state.used:
                raise Fault("position: no turn begins in the Allocation Phase")
            return rounds.ask_allocation(turn, state, _from(state))
        if position.get("turn_begins"):
            return replace(rounds.begin_turn(turn, state, state.turn), used=state.used)
        return state


def _from(state: State) -> tuple[int, ...]:
    """The seats in order, from the one that is asked on."""
    order = state.order()
    return order[order.index(state.turn) :]


def _engine(position: Mapping[str, Any]) -> InteropEngine:
    players, number = position["players"], position.get("rounds", 8)
    if number not in ERAS_BY_ROUNDS or not FEWEST <= players <= MOST:
        raise Fault(f"position: {players} players, {number} rounds")
    return InteropEngine(
        Setup(
            seats=tuple(SeatSetup() for _ in range(players)),
            options=InteropOptions(rounds=number),
            content=InteropContent(),
        )
    )
