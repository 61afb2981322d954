"""The figures of Interop: skill, seats, money, licences, kits, and how fast rules and bots are.

    python -m tests.bench.interop [skill seats fixed house late speed] --games 200 --players 2 3 4

They are a yardstick, printed beside those of the rules (in brackets): with N seat-games the
standard error of an index is about sqrt((n - 1) / N).
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, quantiles
from types import MappingProxyType

from msgspec.structs import replace

from games.engines import codec
from games.engines.base import SeatSetup, Setup, Simulated
from games.engines.dealer import Seeded
from games.engines.interop import figures
from games.engines.interop.bots.policies import POLICIES
from games.engines.interop.cards import FEWEST
from games.engines.interop.engine import InteropEngine
from games.engines.interop.licensing import KINDS
from games.engines.interop.options import InteropContent, InteropOptions
from games.engines.interop.state import State
from games.engines.interop.title import INTEROP
from games.engines.simulate import simulate
from tests.bench import interop_rules as rules
from tests.bench.interop_late import late
from tests.bench.interop_speed import speed

Known = Mapping[str, Sequence[float]]  # figures of the rules by name, for 2 to 6 players


@dataclass(frozen=True)
class Wish:
    """What to play. `best`: of fixed licences, for each number of players so far."""

    games: int
    players: int
    rounds: int
    seed: str
    best: list[str]


@dataclass(frozen=True)
class Played:
    """A game that is over. `shares`: of the win, by seat."""

    result: Simulated
    state: State

    @property
    def bots(self) -> tuple[str, ...]:
        return self.result.bots

    @property
    def shares(self) -> list[float]:
        winners = {one.seat for one in self.result.outcome.standings if one.winner}
        return [(seat in winners) / len(winners) for seat in range(len(self.bots))]


def play(bots: Sequence[str], seed: str, rounds: int) -> Played:
    engine = InteropEngine(
        Setup(
            seats=tuple(SeatSetup(bot=True) for _ in bots),
            options=codec.build({"rounds": rounds}, InteropOptions),
            content=InteropContent(),
        )
    )
    result, run = simulate(INTEROP, engine=engine, bots=bots, seed=seed)
    facts = figures.facts(run.state, result.actions)
    return Played(replace(result, facts=facts), run.state)


def line_ups(names: Sequence[str], players: int, games: int) -> Iterable[list[str]]:
    """Random ones of at least two kinds (one kind, if there is but one)."""
    chance = Seeded("line-ups")
    for _ in range(games):
        seated = [names[0]]
        while len(names) > 1 and len(set(seated)) < 2:
            seated = [names[chance.below(len(names))] for _ in range(players)]
        yield seated if len(names) > 1 else [names[0]] * players


def games_of(names: Sequence[str], wish: Wish) -> list[Played]:
    seats = enumerate(line_ups(names, wish.players, wish.games))
    return [play(bots, f"{wish.seed}.{number}", wish.rounds) for number, bots in seats]


def by_bot(played: list[Played], wish: Wish, known: Known = MappingProxyType({})) -> list[str]:
    """Win index and mean money of each kind of bot, best first; in brackets what rules say."""
    seats: Counter[str] = Counter()
    wins: dict[str, float] = defaultdict(float)
    money: dict[str, list[int]] = defaultdict(list)
    for one in played:
        for name, share, player in zip(one.bots, one.shares, one.state.players, strict=True):
            seats[name] += 1
            wins[name] += share
            money[name].append(player.money)
    names = sorted(seats, key=lambda name: -wins[name] / seats[name])
    for name in names:
        index, noise = wish.players * wins[name] / seats[name], noise_of(wish.players, seats[name])
        rule = in_rules(known, name, wish)
        print(f"  {name:<20} {index:5.2f} +-{noise:.2f}{rule} / {mean(money[name]):.0f}")
    return names


def noise_of(players: int, seats: int) -> float:
    """The standard error of an index."""
    return float(((players - 1) / max(1, seats)) ** 0.5)


def in_rules(known: Known, name: str, wish: Wish) -> str:
    if name not in known or wish.rounds != 8:
        return ""
    return f" ({known[name][wish.players - FEWEST]:.2f})"


def skill(wish: Wish) -> None:
    by_bot(games_of(("planner", "greedy", "random"), wish), wish, rules.SKILL)


def house(wish: Wish) -> None:
    by_bot(games_of(("house", "planner"), wish), wish)


def fixed(wish: Wish) -> None:
    """Rules 20.3 (b). No licence dominates if the best one changes with the number of players."""
    first, *_ = by_bot(games_of(tuple(POLICIES), wish), wish, rules.FIXED)
    wish.best.append(f"{first} with {wish.players}")
    print(f"  best so far: {', '.join(wish.best)}")


def seats(wish: Wish) -> None:
    """Rules 20.2 and 20.3 (a), all planners."""
    played = games_of(("planner",), wish)
    money = [player.money for one in played for player in one.state.players]
    low, *_, high = quantiles(money, n=20)
    print(f"  money {mean(money):.0f}{between(rules.MONEY, wish)}; {low:.0f} / ", end="")
    print(f"{quantiles(money, n=2)[0]:.0f} / {high:.0f}")
    for line in figures.lines([one.result for one in played]):
        print(f"  {line}")
    print(f"  in rules: decisions{between(rules.DECISIONS, wish)}, ", end="")
    print(f"interop share{between(rules.SHARED, wish)}")
    if wish.rounds == 8:
        print("  in rules:", *(f"{kind}{in_rules(rules.LICENCES, kind, wish)}" for kind in KINDS))
    rounds(played)
    kits(played)


def between(known: Mapping[int, tuple[float, float]], wish: Wish) -> str:
    least, most = known[wish.rounds]
    return f" ({least} to {most})"


def rounds(played: list[Played]) -> None:
    """Money after each round, and how often its leader wins."""
    for number in range(len(played[0].state.players[0].history)):
        after = [[p.history[number].money for p in one.state.players] for one in played]
        leads = [one.shares[has.index(max(has))] for one, has in zip(played, after, strict=True)]
        mid = mean(mean(has) for has in after)
        print(f"  after round {number + 1}: money {mid:.0f}, leader wins {100 * mean(leads):.0f} %")


def kits(played: list[Played]) -> None:
    taken: Counter[str] = Counter()
    won: dict[str, float] = defaultdict(float)
    for one in played:
        for licence in one.state.licences[: len(one.bots)]:
            taken[licence.protocol] += 1
            won[licence.protocol] += one.shares[licence.deployer]
    for kit in sorted(taken):
        index, (least, most) = len(played[0].bots) * won[kit] / taken[kit], rules.KITS[kit]
        noise = noise_of(len(played[0].bots), taken[kit])
        print(f"  kit {kit:<6} {index:.2f} +-{noise:.2f} ({least} to {most})")


TABLES: dict[str, Callable[[Wish], None]] = {
    "skill": skill,
    "seats": seats,
    "fixed": fixed,
    "house": house,
    "late": lambda wish: late(wish.players, min(wish.games, 40), wish.seed),
    "speed": lambda wish: speed(wish.players, wish.rounds, wish.games, wish.seed),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.interop")
    parser.add_argument("tables", nargs="*", choices=[*TABLES, []], default=[])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, nargs="+", default=[4])
    parser.add_argument("--rounds", type=int, choices=[6, 8, 10], default=8)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    best: list[str] = []
    for name in asked.tables or TABLES:
        for players in asked.players:
            wish = Wish(asked.games, players, asked.rounds, asked.seed, best)
            began = time.perf_counter()
            print(f"{name}: {players} players, {wish.rounds} rounds, {wish.games} games")
            TABLES[name](wish)
            print(f"  ({time.perf_counter() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
