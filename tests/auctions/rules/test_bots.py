"""Rules 13: the bots, their numbers, and their limits."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from auctions.rules.bids import Desk, OwnBids, place_bid
from auctions.rules.bots.crowd import (
    BOTS,
    MIX,
    MIXED,
    POLICIES,
    BotView,
    accepted,
    bids_of,
    kinds_of,
    loan_of,
)
from auctions.rules.bots.sight import BotSeat, Stage
from auctions.rules.catalogue import Points
from auctions.rules.commands import PlaceBid, read_command
from auctions.rules.lineup import Lots
from auctions.rules.schedule import AUCTIONS, CLOSING, fast_instants
from tests.auctions.rules.random_weeks import START, Dice, Middle, lots, new_week

KINDS = sorted(POLICIES)
RULES = sorted(MIX)  # the kinds of rules 13


WEEK: tuple[Lots, ...] = (
    lots(("silk-tax", 2), ("corsair-hunt", 3), ("dalmatian-garrison", 1)),
    lots(("opera", 3), ("war-galley", 2), ("hired-bravi", 1)),
    *[lots(("senator", 2))] * 4,
    lots(("exile-competitor", 2), ("salt-monopoly", 1)),
)


def seat(
    kind: str,
    *,
    loan: int = 140,
    purse: int = 100,
    held: dict[str, int] | None = None,
    resources: Points = (0, 0, 0),
) -> BotSeat:
    return BotSeat(0, kind, loan=loan, purse=purse, held=held or {}, resources=resources)


def wishes(kind: str, auction: int, bot: BotSeat) -> list[tuple[str, int, int]]:
    stage = Stage(auction, WEEK, 4, 200)
    found = bids_of(stage, bot, Middle())
    return [(stage.lots[place].item, price, units) for place, price, units in found]


def test_loans() -> None:
    middle = {kind: loan_of(kind, Stage(0, WEEK, 4, 200), Middle()) for kind in RULES}
    assert middle == {
        "idle": 0, "random": 100, "shopper": 100, "planner": 140, "over-borrower": 200
    }  # fmt: skip
    assert loan_of("planner", Stage(0, WEEK, 4, 500), Middle()) == 350
    assert loan_of("over-borrower", Stage(0, WEEK, 4, 20), Middle()) == 20


def test_a_planner_opens_with_the_best_surplus_for_its_value() -> None:
    # Surplus in cents: silk tax 2000 - 26 * 30, hunt 5000 - 26 * 30, garrison 7500 - 26 * 55.
    assert wishes("planner", 0, seat("planner")) == [
        ("corsair-hunt", 4220 * 28 * 100 // 10**6, 1),
        ("dalmatian-garrison", 6070 * 28 * 100 // 10**6, 1),
        ("silk-tax", 1220 * 28 * 100 // 10**6, 1),
    ]


def test_a_planner_buys_missing_points() -> None:
    # It holds a Corsair Hunt, which costs 30 force. Its share of the closing adds 115% of the cost
    # of that. So it needs 4293, 574 and 1437 hundredths of points, and pays at most 126 cents for
    # each point: 76% of what the Hunt makes of one. What it bids for counts as won by 60%. It may
    # spend $72.
    bot = seat("planner", loan=0, purse=200, held={"corsair-hunt": 1})
    assert wishes("planner", 1, bot) == [
        ("war-galley", 25, 2), ("opera", 7, 1), ("opera", 2, 1), ("hired-bravi", 6, 1)
    ]  # fmt: skip


def test_a_planner_that_owes_keeps_a_reserve() -> None:
    # Of $100, 79 are free, 28 of them today: enough for two galleys at 13, and $2 buy nothing.
    bot = seat("planner", loan=140, purse=100, held={"corsair-hunt": 1})
    assert wishes("planner", 1, bot) == [("war-galley", 13, 2)]


def test_a_planner_closes_with_the_most_valuable_additions() -> None:
    one = seat("planner", resources=(20, 15, 40))
    assert wishes("planner", CLOSING, one) == [("exile-competitor", 11, 1)]
    both = seat("planner", resources=(25, 15, 40))
    assert wishes("planner", CLOSING, both) == [
        ("exile-competitor", 11, 1), ("salt-monopoly", 8, 1)
    ]  # fmt: skip
    poor = seat("planner", purse=13, resources=(25, 15, 40))
    assert wishes("planner", CLOSING, poor)[1] == ("salt-monopoly", 2, 1)


def test_a_shopper_takes_the_most_valuable_first() -> None:
    found = wishes("shopper", 0, seat("shopper", purse=100))
    assert found == [("dalmatian-garrison", 75 * 35 // 100, 1), ("corsair-hunt", 50 * 35 // 100, 1),
                     ("silk-tax", 20 * 35 // 100, 1)]  # fmt: skip
    common = wishes("shopper", 1, seat("shopper", purse=100))
    assert common == [("opera", 20 * 38 // 100, 2), ("war-galley", 20 * 38 // 100, 2),
                      ("hired-bravi", 5 * 38 // 100, 1)]  # fmt: skip


def test_a_random_bot_may_bid_any_small_price() -> None:
    stage, seen = Stage(0, WEEK, 4, 200), Counter[str]()
    for seed in range(300):
        for place, price, units in bids_of(stage, seat("random"), Dice(seed)):
            assert 1 <= price <= 20 and 1 <= units <= min(2, stage.lots[place].units)
            seen[stage.lots[place].item] += 1
    assert all(110 <= count <= 190 for count in seen.values())


@pytest.mark.parametrize("kind", KINDS)
def test_no_bot_bids_with_an_empty_purse(kind: str) -> None:
    assert all(not wishes(kind, auction, seat(kind, purse=0)) for auction in range(AUCTIONS))


@pytest.mark.parametrize("kind", KINDS)
def test_every_bid_of_a_bot_would_be_accepted(kind: str) -> None:
    random, instants = Random(kind), fast_instants(START, 10)
    for seed in range(120):
        week = new_week(2 + seed % 7, seed)
        auction = seed % AUCTIONS
        held = {lot.item: random.randint(0, 2) for lot in week.lots[0]}
        bot = BotSeat(0, kind, loan=140, purse=random.randint(1, 200), held=held,
                      resources=(random.randint(0, 90), 30, random.randint(0, 90)))  # fmt: skip
        stage = Stage(auction, week.lots, week.players, 200)
        desk = Desk(at=START, start=START, instants=instants, lots=week.lots, plays=True, cap=200)
        own: dict[str, OwnBids] = {}
        raw = BOTS[kind](BotView(stage, bot), Dice(seed))
        for one in raw["bids"] if raw else ():
            command = read_command(one)
            assert isinstance(command, PlaceBid)
            own[one["item"]] = place_bid(desk, command, own.get(one["item"], ()))


def test_bids_of_one_price_are_merged_and_illegal_ones_dropped() -> None:
    sold = lots(("opera", 3), ("senator", 30))
    assert accepted([(0, 5, 1), (0, 5, 1), (0, 4, 2), (0, 3, 1)], sold) == [(0, 5, 2), (0, 3, 1)]
    many = [(1, price, 1) for price in range(1, 13)]
    assert accepted(many, sold) == many[:10]
    assert accepted([*many, (1, 1, 1)], sold) == [(1, 1, 2), *many[1:10]]


def test_a_mixed_company_is_chosen_seat_by_seat() -> None:
    found = Counter(kinds_of(MIXED, 4000, Dice(2)))
    assert sum(MIX.values()) == 100 and set(found) == set(MIX) <= set(POLICIES)
    for kind, percent in MIX.items():
        assert abs(found[kind] / 40 - percent) < 3
    assert kinds_of("planner", 3, Dice(2)) == ["planner"] * 3


def test_a_bot_borrows_before_it_bids() -> None:
    view = BotView(Stage(0, WEEK, 4, 200), seat("planner"), borrows=True)
    assert BOTS["planner"](view, Middle()) == {"do": "loan", "amount": 140}
    assert BOTS["idle"](BotView(view.stage, seat("idle")), Middle()) is None
