"""Weeks of bots in memory, and the figures of rules 14."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import mean, stdev

from auctions.rules.bots.crowd import crowd_bids, loan_of
from auctions.rules.bots.seat import BotSeat, Stage
from auctions.rules.catalogue import AGENDA, POINTS
from auctions.rules.chance import lineup_seed
from auctions.rules.ledger import Ledger
from auctions.rules.lineup import Lots, make_lineup
from auctions.rules.resolve import Resolution, resolve
from auctions.rules.schedule import AUCTIONS, OPENING
from auctions.rules.standings import outcome_of
from games.engines.base import Randomness, Simulated

Facts = Counter[str]
_SIDES, _WHATS = ("agendas", "assets"), ("offered", "sold", "money", "worth")
COUNTED = ("actions", "agendas_realized", *(f"{side}_{what}" for side in _SIDES for what in _WHATS))
"""`worth`: dollars of agendas, points of assets."""


def simulate_week(kinds: Sequence[str], *, cap: int, seed: str, chance: Randomness) -> Simulated:
    """A week of bots, one kind a seat. `seed` fixes line-up and draws, `chance` the bots."""
    secret = hashlib.sha256(f"secret|{seed}".encode()).hexdigest()
    lineup = make_lineup(len(kinds), lineup_seed(secret))
    ledger = Ledger(len(kinds))
    facts: Facts = Counter(dict.fromkeys(COUNTED, 0))
    eve = Stage(OPENING, lineup.auctions, len(kinds), cap)
    for seat, kind in enumerate(kinds):
        ledger.lend(seat, loan_of(kind, eve, chance))
    for auction in range(AUCTIONS):
        stage = Stage(auction, lineup.auctions, len(kinds), cap)
        bots = (_bot(ledger, seat, kind) for seat, kind in enumerate(kinds))
        bids = list(crowd_bids(stage, bots, chance))
        lots = lineup.auctions[auction]
        result = resolve(lots, bids, ledger.purses, secret=secret, auction=auction)
        ledger.book(lots, result)
        facts["actions"] += len(bids)
        _count_sales(facts, lots, result)
    realized = ledger.realize(lineup.auctions)
    for seat, found in realized.items():
        facts["agendas_realized"] += sum(found.counts)
        facts[f"{kinds[seat]}.held"] += sum(ledger.held(seat).values())
        facts[f"{kinds[seat]}.realized"] += sum(found.counts)
    return Simulated(
        bots=tuple(kinds),
        outcome=outcome_of(ledger.standings(realized)),
        actions=facts.pop("actions"),
        facts=dict(facts),
    )


def figures(played: Sequence[Simulated]) -> list[str]:
    """The figures of rules 14, over all these weeks together."""
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
    """The standard error of their mean."""
    return stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0


def _at(values: Sequence[int], percent: int) -> int:
    """The percentile of sorted values."""
    return values[(len(values) - 1) * percent // 100]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"
