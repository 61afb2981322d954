"""Simulated weeks of bots in memory, and the figures of rules 14."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from statistics import mean, stdev
from typing import NamedTuple

from msgspec.structs import replace

from auctions.rules.bots.crowd import bids_of, loan_of
from auctions.rules.bots.sight import BotSeat, Stage
from auctions.rules.catalogue import AGENDA, POINTS
from auctions.rules.lineup import Lots, lineup_seed, make_lineup
from auctions.rules.options import VeniceOptions
from auctions.rules.realization import Realization
from auctions.rules.record import VeniceRecord, entry_of, record_of
from auctions.rules.resolution import Bid, Resolution, resolve
from auctions.rules.schedule import OPENING, fast_instants
from auctions.rules.standings import Ledger, outcome_of
from games.engine.base import Clock, Randomness, Simulated
from games.engine.record import SeatName
from games.engine.simulate import Watch

Facts = Counter[str]
_SIDES, _WHATS = ("agendas", "assets"), ("offered", "sold", "money", "worth")
_BEGAN = datetime(2026, 1, 4, 12, tzinfo=UTC)  # an arbitrary start: simulated weeks have no clock
COUNTED = ("actions", "agendas_realized", *(f"{side}_{what}" for side in _SIDES for what in _WHATS))
"""`worth`: dollars of agendas, points of assets."""


class Played(NamedTuple):
    """A finished week of bots."""

    secret: str
    auctions: tuple[Lots, ...]
    ledger: Ledger
    entries: list[tuple[list[Bid], Resolution]]  # the bids and the result of each auction
    realized: dict[int, Realization]
    spent: dict[str, tuple[int, float]]


def play_week(
    kinds: Sequence[str], *, cap: int, seed: str, chance: Randomness, clock: Clock | None = None
) -> Played:
    """Play a week of bots, one kind per seat.

    `seed` determines line-up and draws, `chance` the bots.
    """
    secret = hashlib.sha256(f"secret|{seed}".encode()).hexdigest()
    auctions = make_lineup(len(kinds), lineup_seed(secret)).auctions
    ledger, watch = Ledger(len(kinds)), Watch(clock)
    eve = Stage(OPENING, auctions, len(kinds), cap)
    for seat, kind in enumerate(kinds):
        ledger.lend(seat, loan_of(kind, eve, chance))
    entries: list[tuple[list[Bid], Resolution]] = []
    for auction, lots in enumerate(auctions):
        stage = Stage(auction, auctions, len(kinds), cap)
        bids: list[Bid] = []
        for seat, kind in enumerate(kinds):
            wishes = watch.call(kind, bids_of, stage, _bot(ledger, seat, kind), chance)
            bids += ((place, seat, price, units) for place, price, units in wishes)
        result = resolve(lots, bids, ledger.purses, secret=secret, auction=auction)
        ledger.book(lots, result)
        entries.append((bids, result))
    realized = ledger.realize(auctions)
    return Played(secret, auctions, ledger, entries, realized, watch.spent)


def simulate_week(
    kinds: Sequence[str], *, cap: int, seed: str, chance: Randomness, clock: Clock | None = None
) -> Simulated:
    """Play a week of bots and return it with the facts of rules 14."""
    week = play_week(kinds, cap=cap, seed=seed, chance=chance, clock=clock)
    facts: Facts = Counter(dict.fromkeys(COUNTED, 0))
    for lots, (bids, result) in zip(week.auctions, week.entries, strict=True):
        facts["actions"] += len(bids)
        _count_sales(facts, lots, result)
    for seat, found in week.realized.items():
        facts["agendas_realized"] += sum(found.counts)
        facts[f"{kinds[seat]}.held"] += sum(week.ledger.held(seat).values())
        facts[f"{kinds[seat]}.realized"] += sum(found.counts)
    return Simulated(
        bots=tuple(kinds),
        outcome=outcome_of(week.ledger.standings(week.realized)),
        actions=facts.pop("actions"),
        facts=dict(facts),
        spent=week.spent,
    )


def record_of_week(
    kinds: Sequence[str], *, options: VeniceOptions, seed: str, chance: Randomness
) -> VeniceRecord:
    """Return the record of a simulated week, as if played at the fast pace."""
    week = play_week(kinds, cap=options.cap, seed=seed, chance=chance)
    options = replace(options, pace="fast")
    instants = fast_instants(_BEGAN, options.minutes)
    return record_of(
        name=f"simulated {seed}",
        secret=week.secret,
        seats=[
            SeatName(seat=seat, name=f"{kind} {seat}", bot=True) for seat, kind in enumerate(kinds)
        ],
        options=options,
        start=_BEGAN,
        instants=instants,
        loans=[week.ledger.loans[seat] for seat in range(len(kinds))],
        entries=[
            entry_of(
                auction,
                instant=instants[auction],
                lots=week.auctions[auction],
                bids=bids,
                awards=result.awards,
            )
            for auction, (bids, result) in enumerate(week.entries)
        ],
        realized=week.realized,
        lines=week.ledger.standings(week.realized),
    )


def figures(played: Sequence[Simulated]) -> list[str]:
    """Return the figures of rules 14 over all these weeks together, as lines of text."""
    return [*_by_kind(played), *_of_sales(played)]


def _bot(ledger: Ledger, seat: int, kind: str) -> BotSeat:
    return BotSeat(
        seat,
        kind,
        loan=ledger.loans[seat],
        purse=ledger.purses[seat],
        held=ledger.held(seat),
        resources=ledger.resources(seat),
    )


def _count_sales(facts: Facts, lots: Lots, result: Resolution) -> None:
    for lot in lots:
        side = "agendas" if lot.item in AGENDA else "assets"
        facts[f"{side}_offered"] += lot.units
    for place, _, price, units in result.awards:
        item = lots[place].item
        side = "agendas" if item in AGENDA else "assets"
        worth = AGENDA[item].value if item in AGENDA else sum(POINTS[item])
        facts[f"{side}_sold"] += units
        facts[f"{side}_money"] += units * price
        facts[f"{side}_worth"] += units * worth


def _by_kind(played: Sequence[Simulated]) -> list[str]:
    finals: dict[str, list[int]] = defaultdict(list)
    firsts: Counter[str] = Counter()
    for one in played:
        for standing in one.outcome.standings:
            finals[one.bots[standing.seat]].append(standing.score)
            firsts[one.bots[standing.seat]] += standing.winner
    facts = _sums(played)
    lines = ["final money, $:  mean  error   10 %   90 %   below 0   first  agendas realized"]
    for kind, money in sorted(finals.items()):
        money.sort()
        below = sum(final < 0 for final in money)
        lines.append(
            f"  {kind:<15} {mean(money):>6.1f} {_error(money):>6.1f} {_at(money, 10):>6}"
            f" {_at(money, 90):>6} {_percent(below, len(money)):>7} %"
            f" {_percent(firsts[kind], len(money)):>5} %"
            f" {_percent(facts[f'{kind}.realized'], facts[f'{kind}.held']):>15} %"
        )
    winners = [max(standing.score for standing in one.outcome.standings) for one in played]
    return [*lines, f"  {'winner':<15} {mean(winners):>6.1f}"]


def _of_sales(played: Sequence[Simulated]) -> list[str]:
    facts = _sums(played)
    return [
        f"agendas sold of offered: {_percent(facts['agendas_sold'], facts['agendas_offered'])} %",
        f"realized of sold: {_percent(facts['agendas_realized'], facts['agendas_sold'])} %",
        f"assets sold of offered: {_percent(facts['assets_sold'], facts['assets_offered'])} %",
        f"agenda price of value: {_percent(facts['agendas_money'], facts['agendas_worth'])} %",
        f"asset price a point: {_percent(facts['assets_money'], facts['assets_worth'])} cents",
    ]


def _sums(played: Sequence[Simulated]) -> Facts:
    facts: Facts = Counter()
    for one in played:
        facts.update(one.facts)
    return facts


def _error(values: Sequence[int]) -> float:
    """Return the standard error of the mean."""
    return stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0


def _at(values: Sequence[int], percent: int) -> int:
    """Return a percentile of sorted values."""
    return values[(len(values) - 1) * percent // 100]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"
