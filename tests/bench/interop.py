"""The figures of Interop: skill, seats, money, licences, kits, and how fast rules and bots are.

    python -m tests.bench.interop [skill seats fixed house speed] --games 200 --players 4

They are a yardstick: with N games of n seats the standard error of a win index is about
sqrt((n - 1) / (N n)) for all seats together, more for a part of them.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import mean, quantiles

from games.engines import codec
from games.engines.base import Outcome, SeatSetup, Setup
from games.engines.dealer import Seeded
from games.engines.interop import figures
from games.engines.interop.bots.policies import POLICIES
from games.engines.interop.engine import InteropEngine
from games.engines.interop.options import InteropContent, InteropOptions
from games.engines.interop.state import State
from games.engines.interop.title import INTEROP
from games.engines.simulate import simulate
from tests.bench.interop_speed import speed

KINDS = ("open", "rand", "closed")


@dataclass(frozen=True)
class Played:
    """A game that is over. `shares`: of the win, by seat."""

    bots: tuple[str, ...]
    state: State
    outcome: Outcome
    facts: dict[str, int]

    @property
    def shares(self) -> list[float]:
        winners = {one.seat for one in self.outcome.standings if one.winner}
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
    return Played(tuple(bots), run.state, result.outcome, facts)


def line_ups(names: Sequence[str], players: int, games: int) -> Iterable[list[str]]:
    """Random ones of at least two kinds (one kind, if there is but one)."""
    chance = Seeded("line-ups")
    for _ in range(games):
        seated = [names[0]]
        while len(names) > 1 and len(set(seated)) < 2:
            seated = [names[chance.below(len(names))] for _ in range(players)]
        yield seated if len(names) > 1 else [names[0]] * players


def games_of(names: Sequence[str], wish: argparse.Namespace) -> list[Played]:
    seats = enumerate(line_ups(names, wish.players, wish.games))
    return [play(bots, f"{wish.seed}.{number}", wish.rounds) for number, bots in seats]


def by_bot(played: list[Played]) -> None:
    """Win index and mean money of each kind of bot."""
    seats: Counter[str] = Counter()
    wins: dict[str, float] = defaultdict(float)
    money: dict[str, list[int]] = defaultdict(list)
    for one in played:
        for name, share, player in zip(one.bots, one.shares, one.state.players, strict=True):
            seats[name] += 1
            wins[name] += share
            money[name].append(player.money)
    for name in sorted(seats, key=lambda name: -wins[name] / seats[name]):
        index = len(played[0].bots) * wins[name] / seats[name]
        print(f"  {name:<20} {index:5.2f} / {mean(money[name]):.0f}")


def skill(wish: argparse.Namespace) -> None:
    by_bot(games_of(("planner", "greedy", "random"), wish))


def house(wish: argparse.Namespace) -> None:
    by_bot(games_of(("house", "planner"), wish))


def fixed(wish: argparse.Namespace) -> None:
    by_bot(games_of(tuple(POLICIES), wish))


def seats(wish: argparse.Namespace) -> None:
    """Rules 20.2 and 20.3 (a), all planners."""
    played, players = games_of(("planner",), wish), wish.players
    shares = [sum(one.shares[seat] for one in played) for seat in range(players)]
    print("  wins by seat", " ".join(f"{100 * share / len(played):.1f}" for share in shares))
    money = [player.money for one in played for player in one.state.players]
    low, *_, high = quantiles(money, n=20)
    print(f"  money {mean(money):.0f}; {low:.0f} / {quantiles(money, n=2)[0]:.0f} / {high:.0f}")
    total = Counter[str]()
    for one in played:
        total.update(one.facts)
        total["shared"] += one.facts["interop_permille"] * one.facts["earned"]
    each = len(played) * players
    print(f"  interop share {total['shared'] / total['earned'] / 1000:.2f}")
    for fact in ("fees", "grants", "decisions", "applications", "bandwidth", "bandwidth_used"):
        print(f"  {fact} per player {total[fact] / each:.2f}")
    print(f"  decisions per game {total['decisions'] / len(played):.0f}")
    print(f"  median lead {quantiles([one.facts['lead_permille'] for one in played], n=2)[0]:.0f}")
    rounds(played)
    kits(played)
    licences(played)


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
    index = {kit: len(played[0].bots) * won[kit] / taken[kit] for kit in taken}
    print("  kits", " ".join(f"{kit} {value:.2f}" for kit, value in sorted(index.items())))


def licences(played: list[Played]) -> None:
    """Rules 20.3 (a): index of the deployer for each protocol, by its licence."""
    players = len(played[0].bots)
    for kind in KINDS:
        deployed = sum(one.facts[f"{kind}_deployed"] for one in played)
        won = sum(one.facts[f"{kind}_won_permille"] for one in played) / 1000
        adopted = sum(one.facts[f"{kind}_adopted"] for one in played) / len(played)
        print(f"  {kind:<7} {players * won / deployed:.2f}  adoptions per game {adopted:.1f}")


TABLES: dict[str, Callable[[argparse.Namespace], None]] = {
    "skill": skill,
    "seats": seats,
    "fixed": fixed,
    "house": house,
    "speed": speed,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.interop")
    parser.add_argument("tables", nargs="*", choices=[*TABLES, []], default=[])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", default="1")
    wish = parser.parse_args()
    for name in wish.tables or TABLES:
        began = time.perf_counter()
        print(f"{name}: {wish.players} players, {wish.rounds} rounds, {wish.games} games")
        TABLES[name](wish)
        print(f"  ({time.perf_counter() - began:.0f} s)")


if __name__ == "__main__":
    main()
