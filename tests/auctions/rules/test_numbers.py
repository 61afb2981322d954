"""Figures of a week: known lots, and bot weeks whose sums must match the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from auctions.rules.catalogue import AGENDA, POINTS
from auctions.rules.lineup import Lot
from auctions.rules.numbers import (
    Best,
    DayPoint,
    Levels,
    Offer,
    best,
    points_by_day,
    rivals,
    sufficing,
)
from auctions.rules.resolution import Bid, resolve
from auctions.rules.simulate import Played, play_week
from games.engine.dealer import Seeded

KINDS = ("planner", "shopper", "random", "over-borrower", "planner")
WEEKS = ("first", "second", "third")


@cache
def week(seed: str) -> Played:
    return play_week(KINDS, cap=200, seed=seed, chance=Seeded(seed))


def levels(bids: list[Bid], place: int) -> Levels:
    found = Counter[int]()
    for at, _seat, price, units in bids:
        if at == place:
            found[price] += units
    return sorted(found.items())


def others_of(played: Played, auction: int, place: int, seat: int) -> Levels:
    bids, result = played.entries[auction]
    won = {price: n for at, who, price, n in result.awards if (at, who) == (place, seat)}
    own = [(p, n, won.get(p, 0)) for at, who, p, n in bids if (at, who) == (place, seat)]
    return rivals(levels(result.awards, place), levels(bids, place), own, result.cuts[place])


def test_a_point_costs_the_amount_paid_for_it() -> None:
    lots = (Lot(item="opera", units=3), Lot(item="senator", units=2))
    assert points_by_day([lots], [[[(4, 1), (6, 2)], [(3, 1)]]]) == (
        DayPoint(
            auction=0, offered=5, sold=4, points=70, paid=19, lowest=26, highest=30,
        ),
    )  # fmt: skip
    (nothing,) = points_by_day([lots], [[[], []]])
    assert (nothing.cents, nothing.sold, nothing.lowest) == (0, 0, None)


@pytest.mark.parametrize("seed", WEEKS)
def test_the_points_of_a_week_cost_the_total_paid(seed: str) -> None:
    played = week(seed)
    days = points_by_day(
        played.auctions,
        [
            [levels(result.awards, place) for place in range(len(lots))]
            for lots, (_bids, result) in zip(played.auctions, played.entries, strict=True)
        ],
    )
    for day, lots, (_bids, result) in zip(days, played.auctions, played.entries, strict=True):
        assert day.paid == sum(result.paid.values())
        assert day.points == sum(n * sum(POINTS[lots[p].item]) for p, _s, _x, n in result.awards)


@pytest.mark.parametrize(
    ("units", "price"), [(1, 5), (2, 8), (3, 8), (4, 13)]
)  # four are offered, and others want 1 at 12, 2 at 7 and 3 at 4
def test_a_sufficient_price_beats_the_bid_in_its_way(units: int, price: int) -> None:
    others = [(12, 1), (7, 2), (4, 3)]
    assert sufficing(units, 4, others) == price
    assert sufficing(units, 4, []) == 1


@pytest.mark.parametrize("seed", WEEKS)
def test_a_sufficient_price_would_have_won_all_units(seed: str) -> None:
    """Resolve each auction again with the sufficing bid in place of the seat's own."""
    played = week(seed)
    purses = list(played.ledger.loans)
    tried = 0
    for auction, (lots, (bids, result)) in enumerate(
        zip(played.auctions, played.entries, strict=True)
    ):
        for place, seat in product(range(len(lots)), range(len(KINDS))):
            others = others_of(played, auction, place, seat)
            for units in range(1, lots[place].units + 1):
                price = sufficing(units, lots[place].units, others)
                left = [bid for bid in bids if bid[:2] != (place, seat)]
                # Only the price is tested here, so money must not be short.
                money = dict(enumerate(purses)) | {seat: 10**9}
                again = resolve(
                    lots, [*left, (place, seat, price, units)], money,
                    secret=played.secret, auction=auction,
                )  # fmt: skip
                got = sum(n for at, who, _p, n in again.awards if (at, who) == (place, seat))
                assert got == units
                tried += 1
        for who, spent in result.paid.items():
            purses[who] -= spent
    assert tried > 100


def gain_of(offers: list[Offer], units: tuple[int, ...], purse: int) -> int | None:
    """Return what a holding brings beyond its price, or None if it cannot be paid."""
    gain, left = 0, [0, 0, 0]
    for offer, count in zip(offers, units, strict=True):
        sign = -1 if offer.item in AGENDA else 1
        left = [have + sign * n * count for have, n in zip(left, POINTS[offer.item], strict=True)]
        cost = offer.costs[count - 1] if count else 0
        purse -= cost
        gain += (AGENDA[offer.item].value * count if offer.item in AGENDA else 0) - cost
    return None if purse < 0 or min(left) < 0 else gain


def small(seed: int) -> tuple[list[Offer], int]:
    chance = Seeded(f"offers {seed}")
    items = [
        "silk-tax",
        "exile-competitor",
        "corsair-hunt",
        "opera",
        "senator",
        "war-galley",
        "spy-ring",
    ]
    offers = []
    for item in items:
        price = 1 + chance.below(16 if item in AGENDA else 6)
        more = chance.below(3)
        offers.append(Offer(item=item, costs=tuple(n * (price + n * more) for n in (1, 2))))
    return offers, chance.below(90)


def every(offers: list[Offer]) -> Iterator[tuple[int, ...]]:
    return product(*(range(len(offer.costs) + 1) for offer in offers))


@pytest.mark.parametrize("seed", range(6))
def test_the_best_combination_equals_an_exhaustive_search(seed: int) -> None:
    offers, purse = small(seed)
    found = best(offers, purse)
    gains = (gain_of(offers, units, purse) for units in every(offers))
    most = max(gain for gain in gains if gain is not None)
    assert gain_of(offers, found.units, purse) == found.value - found.paid
    assert found.value - found.paid == most
    assert found.exact


def test_nothing_is_bought_without_profit() -> None:
    offers = [Offer(item="silk-tax", costs=(30,)), Offer(item="opera", costs=(1, 2))]
    assert best(offers, 100) == Best(units=(0, 0), paid=0, value=0, exact=True)
    assert best(offers, 0).units == (0, 0)


@pytest.mark.parametrize("seed", WEEKS)
def test_the_best_of_a_week_is_affordable_and_beats_the_planner(seed: str) -> None:
    played = week(seed)
    offers = [
        Offer(
            item=lot.item,
            costs=tuple(
                n * sufficing(n, lot.units, others_of(played, auction, place, 0))
                for n in range(1, lot.units + 1)
            ),
        )
        for auction, lots in enumerate(played.auctions)
        for place, lot in enumerate(lots)
    ]
    purse = played.ledger.loans[0]
    found = best(offers, purse)
    gain = gain_of(offers, found.units, purse)
    assert gain == found.value - found.paid
    assert gain >= played.ledger.purses[0] - purse + played.realized[0].value
