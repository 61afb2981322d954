"""What the rules of Venice cost without a database: run by hand, alone on the machine.

    python -m tests.bench.auctions_rules [--row NAME]

Each row runs in a process of its own, so that its peak of memory is its own. Seconds are those of
the processor, so that others on the machine count little.
"""

from __future__ import annotations

import argparse
import gc
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time

from auctions.rules.bots.crowd import crowd_bids, kinds_of, loan_of
from auctions.rules.bots.seat import BotSeat, Stage
from auctions.rules.catalogue import AGENDAS, ASSETS
from auctions.rules.chance import lineup_seed
from auctions.rules.ledger import Ledger
from auctions.rules.lineup import Lot, make_lineup
from auctions.rules.realize import Realizer, agenda_order, realize
from auctions.rules.resolve import Bid, resolve
from auctions.rules.schedule import AUCTIONS
from auctions.rules.verify import Realizing

SECRET = "7" * 64
BIDS_EACH = 10
SIZES = (1_000, 10_000, 100_000)


class Numbers:
    """Fast randomness for bots."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def below(self, bound: int) -> int:
        return int(self._random() * bound)


def some_bids(players: int, lots: tuple[Lot, ...], random: Random) -> list[Bid]:
    """Ten bids a player on four lots, prices 1 to 30: about a quarter wins."""
    bids: list[Bid] = []
    for seat in range(players):
        for place in range(len(lots)):
            prices = random.sample(range(1, 31), 3 if place < 2 else 2)
            bids += [(place, seat, price, random.randint(1, 2)) for price in prices]
    random.shuffle(bids)
    return bids


def resolving(players: int) -> None:
    lots = make_lineup(players, "bench").auctions[3]
    bids = some_bids(players, lots, Random(players))
    money = dict.fromkeys(range(players), 60)
    report_resolution(lots, bids, money)


def tie(players: int) -> None:
    """A million bids at one price: as many draw numbers as a tie can ask for."""
    lots = make_lineup(players, "bench").auctions[3]
    bids = [(place, seat, 5, 2) for seat in range(players * BIDS_EACH // 4) for place in range(4)]
    report_resolution(lots, bids, {bid[1]: 1000 for bid in bids})


def report_resolution(lots: tuple[Lot, ...], bids: list[Bid], money: dict[int, int]) -> None:
    before = peak()
    gc.disable()
    began = process_time()
    result = resolve(lots, bids, money, secret=SECRET, auction=3)
    seconds = process_time() - began
    gc.enable()
    print(
        f"{len(bids):>9} bids  {seconds:7.3f} s  {len(bids) / seconds:>10.0f} bids/s  "
        f"{len(result.awards):>7} awards  {before} MB with the bids, {peak()} MB at the peak"
    )


def week(players: int) -> None:
    """A whole week of the mixed field: bots, resolutions, realization."""
    chance, ledger = Numbers(players), Ledger(players)
    lineup = make_lineup(players, lineup_seed(SECRET)).auctions
    kinds = kinds_of("mixed", players, chance)
    eve = Stage(0, lineup, players, 200)
    for seat, kind in enumerate(kinds):
        ledger.lend(seat, loan_of(kind, eve, chance))
    bidding = resolving_ = 0.0
    for auction in range(AUCTIONS):
        stage = Stage(auction, lineup, players, 200)
        bots = (
            BotSeat(seat, kind, loan=ledger.loans[seat], purse=ledger.purses[seat],
                    held=ledger.held(seat), resources=ledger.resources(seat))
            for seat, kind in enumerate(kinds)
        )  # fmt: skip
        began = process_time()
        bids = list(crowd_bids(stage, bots, chance))
        bidding += process_time() - began
        began = process_time()
        ledger.book(
            lineup[auction],
            resolve(lineup[auction], bids, ledger.purses, secret=SECRET, auction=auction),
        )
        resolving_ += process_time() - began
    order = agenda_order(lineup)
    holdings = [
        (tuple(ledger.held(seat).get(a.id, 0) for a in order), ledger.resources(seat))
        for seat in range(players)
    ]
    realizer = Realizer(order)
    began = process_time()
    for counts, resources in holdings:
        realizer.realize(counts, resources)
    print(
        f"{players:>9} players  bots {bidding:6.2f} s  seven resolutions {resolving_:6.2f} s  "
        f"realization {process_time() - began:6.3f} s for {len(set(holdings))} distinct holdings  "
        f"peak {peak()} MB"
    )


def holdings(agendas: int, assets: int, cases: int) -> None:
    """Random holdings of the ten agendas of a week, tie-break included."""
    random, times = Random(agendas), []
    for _ in range(cases):
        order = random.sample(AGENDAS, 10)
        counts = [0] * 10
        for _ in range(agendas if agendas > 8 else random.randint(3, 8)):
            counts[random.randrange(10)] += 1
        some = [random.choice(ASSETS).gives for _ in range(assets)]
        points = (sum(g[0] for g in some), sum(g[1] for g in some), sum(g[2] for g in some))
        began = process_time()
        realize(order, counts, points)
        times.append(1000 * (process_time() - began))
    times.sort()
    print(
        f"{agendas:>4} agendas, {assets:>3} assets  median {times[cases // 2]:8.3f} ms  "
        f"90 % {times[cases * 9 // 10]:8.3f}  worst {times[-1]:8.2f}  ({cases} cases)"
    )


def checking(cases: int) -> None:
    """The offline checker's own proof that a realization is the best one."""
    random, began, spent = Random(cases), process_time(), 0.0
    for _ in range(cases):
        order = random.sample(AGENDAS, 10)
        counts = [random.randint(0, 1) for _ in order]
        some = [random.choice(ASSETS).gives for _ in range(14)]
        points = (sum(g[0] for g in some), sum(g[1] for g in some), sum(g[2] for g in some))
        best = realize(order, counts, points).counts
        began = process_time()
        assert Realizing([a.id for a in order]).best(counts, list(points), list(best))
        spent += process_time() - began
    print(f"offline check of a realization: {1000 * spent / cases:.3f} ms")


def peak() -> int:
    """MB of this process at its largest."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


ROWS: dict[str, Callable[[], None]] = {
    **{f"resolve-{size}": partial(resolving, size) for size in SIZES},
    "tie": lambda: tie(SIZES[-1]),
    **{f"week-{size}": partial(week, size) for size in SIZES},
    "usual": lambda: holdings(8, 14, 2000),
    "twenty": lambda: holdings(20, 50, 1000),
    "sixty": lambda: holdings(60, 140, 300),
    "many": lambda: holdings(120, 80, 100),
    "most": lambda: holdings(250, 250, 100),
    "checking": lambda: checking(500),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.auctions_rules")
    parser.add_argument("--row", choices=sorted(ROWS), help="this one only, in this process")
    wish = parser.parse_args()
    if wish.row:
        ROWS[wish.row]()
        return 0
    codes = [
        subprocess.run(
            [sys.executable, "-m", "tests.bench.auctions_rules", "--row", name]
        ).returncode
        for name in ROWS
    ]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
