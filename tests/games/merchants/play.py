"""A position of Merchant Kings for rule tests, with listed randomness."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import codec
from games.engine.base import Decision, Event, HouseAction, IllegalAction, Timeout
from games.merchants.rules.examples.case import Case
from games.merchants.rules.state import Player, State
from games.merchants.rules.view import EventView, MerchantsView, MineView, PurchaseView


class Table:
    """A position, given as in the worked examples; by default seat 0 is in its Turn.

    Every action is checked to conserve all cards. `events` are those of the last action.
    """

    def __init__(
        self, *, dice: Any = (), picks: Any = (), phase: str = "market", **position: Any
    ) -> None:
        raw = {"players": 4, "dealer": 0, "phase": phase, **position}
        named = {key: _by_text(value) for key, value in raw.items()}
        self.case = Case.set_up(named, {"dice": list(dice), "picks": list(picks)})
        self.engine = self.case.engine
        self.events: tuple[Event, ...] = ()

    @property
    def state(self) -> State:
        return self.case.state

    @property
    def decision(self) -> Decision | None:
        return self.engine.pending(self.state)

    @property
    def pending(self) -> tuple[str, list[int]] | None:
        decision = self.decision
        return None if decision is None else (decision.kind, list(decision.asked))

    def act(self, seat: int | None, action: Any) -> Table:
        before = self.engine.conserved(self.state)
        step = self.engine.apply(self.state, seat, action, self.case.chance)
        self.case.state, self.events = step.state, step.events
        assert self.engine.conserved(self.state) == before
        return self

    def post(self, seat: int, action: str, **fields: Any) -> Table:
        named = {"decision": self.decision.id if self.decision else "", **fields}
        raw = {"action": action, **named}
        return self.act(seat, codec.decode_action(raw, self.engine.action_type))

    def buy(self, seat: int, *cards: str, commit: tuple[str, ...] = ()) -> Table:
        return self.post(seat, "buy", cards=cards, commit=commit)

    def play(self, seat: int, card: str, mode: str = "power") -> Table:
        return self.post(seat, "play", card=card, mode=mode)

    def go(self, seat: int, *plays: str) -> Table:
        return self.post(seat, "go", cards=plays)

    def bid(self, seat: int, *cards: str) -> Table:
        return self.post(seat, "bid", cards=cards) if cards else self.passes(seat)

    def passes(self, *seats: int) -> Table:
        for seat in seats:
            self.post(seat, "pass")
        return self

    def time_up(self) -> Table:
        decision = self.decision
        assert decision is not None
        return self.house(Timeout(decision=decision.id))

    def house(self, action: HouseAction) -> Table:
        return self.act(None, action)

    def all_pass(self) -> Table:
        """Let all pending seats pass."""
        return self.passes(*(self.pending[1] if self.pending else ()))

    def refused(self, seat: int, action: str, **fields: Any) -> str:
        before = codec.encode(self.state)
        with pytest.raises(IllegalAction) as refusal:
            self.post(seat, action, **fields)
        assert refusal.value.message
        assert codec.encode(self.state) == before
        return refusal.value.code

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def hand(self, seat: int) -> set[str]:
        return set(self.player(seat).hand)

    def front(self, seat: int) -> set[str]:
        return set(self.player(seat).front)

    def stock(self, suit: str) -> set[str]:
        return {card for card in self.state.stocks if card[0] == suit}

    def markets(self) -> dict[int, set[str]]:
        return {one.number: set(one.cards) for one in self.state.markets}

    def budget(self) -> tuple[int, int]:
        return self.state.actions, self.state.minor

    def view(self, seat: int | None) -> MerchantsView:
        return self.engine.view(self.state, seat)

    def event(self, seat: int | None = None) -> EventView:
        event = self.view(seat).event
        assert event is not None
        return event

    def purchase(self) -> PurchaseView:
        purchase = self.view(None).purchase
        assert purchase is not None
        return purchase

    def own(self, seat: int) -> MineView:
        own = self.view(seat).own
        assert own is not None
        return own

    def reason(self) -> str:
        """Return the reason why the match is over."""
        result = self.engine.outcome(self.state)
        assert result is not None
        return result.reason

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [event.facts for event in self.events if event.kind == kind]

    def doing(self, seat: int) -> list[str]:
        """Return the kinds of action this seat is offered."""
        return [choice.action for choice in self.engine.choices(self.state, seat)]


def _by_text(value: Any) -> Any:
    # In files, seats are text.
    if isinstance(value, dict):
        return {str(key): _by_text(part) for key, part in value.items()}
    return list(value) if isinstance(value, tuple) else value


def outcome(table: Table) -> list[tuple[int, int | None, int, bool]]:
    """Return seat, rank, score and winner of each player, best first."""
    result = table.engine.outcome(table.state)
    assert result is not None
    return [(one.seat, one.rank, one.score, one.winner) for one in result.standings]
