"""A table of Merchant Kings in memory, as the pages of its viewers show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.engine import codec
from games.engine.base import Event, SeatSetup, Setup, Step, Timeout
from games.engine.dealer import Dealer, Seeded
from games.engine.simulate import random_bot
from games.merchants.bots.formula import merchant
from games.merchants.rules.engine import MerchantsEngine
from games.merchants.rules.options import MerchantsOptions, Mode
from games.merchants.rules.state import State
from games.page.snapshot import LoggedEvent, MatchSnapshot, SeatPreferences
from tests.games.page.page_reader import snapshot_at


class Table:
    """A running match, with its events; bots play the pending seats."""

    def __init__(self, *, seats: int = 4, mode: Mode = "full", seed: str = "a") -> None:
        setup = Setup(
            seats=tuple(SeatSetup() for _ in range(seats)), options=MerchantsOptions(mode=mode)
        )
        self.engine = MerchantsEngine(setup)
        self.mode = mode
        self.secret = codec.encode(seed).hex().ljust(64, "7")[:64]
        self.entry = 0
        self.told: list[LoggedEvent] = []
        self.chance = Seeded(seed)
        self.state: State = self._took(self.engine.begin(self._dealer()))

    def _dealer(self) -> Dealer:
        self.entry += 1
        return Dealer(self.secret, self.entry)

    def _took(self, step: Step) -> State:
        state: State = step.state
        decision = self.engine.pending(state)
        name = decision.id if decision else ""
        seats = map(str, range(len(state.players)))
        streams = dict.fromkeys((*seats, ""), self.entry)
        for number, event in enumerate(step.events):
            self.told.append(LoggedEvent(self.entry, number, step.chapter, name, streams, event))
        return state

    @property
    def over(self) -> bool:
        return self.engine.outcome(self.state) is not None

    @property
    def asked(self) -> tuple[int, ...]:
        decision = self.engine.pending(self.state)
        return decision.asked if decision else ()

    def post(self, seat: int, raw: Mapping[str, Any]) -> None:
        action = codec.decode_action(
            {"decision": self.engine.view(self.state, seat).decision, **raw},
            self.engine.action_type,
        )
        self.state = self._took(self.engine.apply(self.state, seat, action, self._dealer()))

    def house(self, action: Any) -> None:
        """Apply an action of the site: a timeout or an abort."""
        self.state = self._took(self.engine.apply(self.state, None, action, self._dealer()))

    def time_up(self) -> None:
        decision = self.engine.pending(self.state)
        assert decision is not None
        self.house(Timeout(decision=decision.id))

    def go_on(self, *, wild: bool = False) -> None:
        """Let a pending seat answer, as the house bot does or at random."""
        seat = self.asked[0]
        view = self.engine.view(self.state, seat)
        raw = (random_bot if wild else merchant)(view, self.chance)
        assert raw is not None
        self.post(seat, raw)

    def until(self, reached: Callable[[Table], bool], *, wild: bool = False) -> Table:
        """Play until this holds; fail if the match is over before."""
        while not reached(self):
            assert not self.over, "the match ended before it came to this"
            self.go_on(wild=wild)
        return self

    def put(self, **changes: Any) -> Table:
        """Change the position of the match by hand."""
        self.state = codec.build({**codec.plain(self.state), **codec.plain(changes)}, State)
        return self

    def tell(self, *events: Event) -> None:
        self._took(Step(self.state, events, self.state.round))


def moment_at(
    table: Table, state: State | None = None, wishes: Mapping[int, SeatPreferences] | None = None
) -> MatchSnapshot:
    """Return a snapshot of the match, in its own state or the given one."""
    state = state or table.state
    return snapshot_at(
        table.engine, state, len(state.players), told=table.told, wishes=wishes,
        public_id=f"t{table.secret[:40]}{table.mode}",  # part of the cache keys
        game="merchants", options={"mode": table.mode},
    )  # fmt: skip
