"""How long the rules and the bots of Interop take."""

from __future__ import annotations

import time
from collections import defaultdict
from statistics import median

from games.engines import codec
from games.engines.base import SeatSetup, Setup
from games.engines.dealer import Dealer, Seeded
from games.engines.interop.engine import InteropEngine
from games.engines.interop.options import InteropContent, InteropOptions
from games.engines.interop.title import INTEROP

BOTS = ("house", "planner", "greedy", "random")


class Watch:
    """Seconds by name."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)

    def add(self, name: str, began: float) -> None:
        self.seconds[name].append(time.perf_counter() - began)


def speed(players: int, rounds: int, games: int, seed: str) -> None:
    """Mixed bots play; every part of a decision is timed."""
    watch = Watch()
    for number in range(max(1, games // 20)):
        _timed(players, rounds, f"{seed}.{number}", watch)
    for name, taken in watch.seconds.items():
        middle, most = 1e6 * median(taken), 1e3 * max(taken)
        print(f"  {name:<10} {middle:8.0f} microseconds in the middle, {most:.1f} ms at most")


def _timed(players: int, rounds: int, seed: str, watch: Watch) -> None:
    engine = InteropEngine(
        Setup(
            seats=tuple(SeatSetup() for _ in range(players)),
            options=codec.build({"rounds": rounds}, InteropOptions),
            content=InteropContent(),
        )
    )
    chance, state, entry = Seeded(seed), engine.begin(Dealer("0" * 64, 1)).state, 1
    while (decision := engine.pending(state)) is not None:
        (seat,), entry = decision.asked, entry + 1
        name = BOTS[seat % len(BOTS)]
        began = time.perf_counter()
        engine.choices(state, seat)
        watch.add("choices", began)
        began = time.perf_counter()
        view = engine.view(state, seat)
        watch.add("view", began)
        began = time.perf_counter()
        raw = INTEROP.bots[name](view, chance)
        watch.add(name, began)
        action = codec.decode_action(raw or {}, engine.action_type)
        began = time.perf_counter()
        state = engine.apply(state, seat, action, Dealer("0" * 64, entry)).state
        watch.add("apply", began)
