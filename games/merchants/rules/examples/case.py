"""One case under way: the engine, the state and the listed chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from games.engine import codec
from games.engine.base import IllegalAction, SeatSetup, Setup
from games.engine.examples import Fault, only
from games.merchants.rules import rounds
from games.merchants.rules.draft import Draft, Ended
from games.merchants.rules.engine import MerchantsEngine
from games.merchants.rules.examples.position import read
from games.merchants.rules.examples.script import Scripted
from games.merchants.rules.options import MerchantsOptions, Turn
from games.merchants.rules.state import State


class Case:
    """Can be copied cheaply, to try something."""

    def __init__(self, engine: MerchantsEngine, state: State, chance: Scripted) -> None:
        self.engine = engine
        self.state = state
        self.chance = chance

    @classmethod
    def set_up(cls, position: Mapping[str, Any], random: Mapping[str, Any]) -> Case:
        only(random, {"dice", "picks"}, "random")
        state = read(position)
        options = MerchantsOptions(mode=position.get("mode", "full"))
        seats = tuple(SeatSetup() for _ in state.players)
        engine = MerchantsEngine(Setup(seats=seats, options=options))
        chance = Scripted(random.get("dice", []), random.get("picks", []), position.get("deck", []))
        case = cls(engine, state, chance)
        case._begin(position["phase"], with_budget=position.get("budget") is not None)
        return case

    def _begin(self, phase: str, *, with_budget: bool) -> None:
        draft = Draft(Turn(self.engine.game, self.chance), self.state)
        with suppress(Ended):
            BEGINNINGS[phase](draft, with_budget)
        self.state = draft.frozen()

    def copy(self) -> Case:
        return Case(self.engine, self.state, self.chance.copy())

    def become(self, other: Case) -> None:
        """Takes over what was tried on a copy."""
        self.state, self.chance = other.state, other.chance

    def post(self, seat: int, raw: Mapping[str, Any]) -> None:
        """What a seat posts. Raises `IllegalAction`; nothing has changed then."""
        decision = self.engine.pending(self.state)
        named = {"decision": decision.id if decision else "", **raw}
        action = codec.decode_action(named, self.engine.action_type)
        self.state = self.engine.apply(self.state, seat, action, self.chance).state

    def refuses(self, seat: int, raw: Mapping[str, Any]) -> bool:
        """Whether the engine refuses this, and leaves everything as it was."""
        tried, before = self.copy(), codec.encode(self.state)
        try:
            tried.post(seat, raw)
        except IllegalAction:
            if codec.encode(tried.state) != before:
                raise Fault("refused, but something has changed") from None
            return True
        return False

    def only_passes(self) -> bool:
        """Whether all that anybody can answer now is to pass."""
        decision = self.engine.pending(self.state)
        if decision is None:
            return False
        offered = [one for s in decision.asked for one in self.engine.choices(self.state, s)]
        return all(choice.action == "pass" for choice in offered)

    def pass_all(self) -> None:
        """All those asked pass."""
        decision = self.engine.pending(self.state)
        for seat in decision.asked if decision else ():
            self.post(seat, {"action": "pass"})


def _market(draft: Draft, with_budget: bool) -> None:
    if not with_budget:
        rounds.set_budget(draft)
    rounds.go_on(draft)


BEGINNINGS: Mapping[str, Callable[[Draft, bool], None]] = {
    "event": lambda draft, _: rounds.event_phase(draft),
    "turn": lambda draft, _: rounds.begin_turn(draft, draft.active),
    "market": _market,
    "power": lambda draft, _: rounds.power_phase(draft),
    "end": lambda draft, _: draft.finish("deck", ()),
}
