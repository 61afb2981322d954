"""The merchant-prince: whole combinations, and higher prices for scarce points."""

from __future__ import annotations

from statistics import mean

import pytest

from auctions.rules.bots.crowd import bids_of, loan_of
from auctions.rules.bots.sight import BotSeat, Stage
from auctions.rules.catalogue import Points
from auctions.rules.lineup import Lots
from auctions.rules.schedule import CLOSING, OPENING
from auctions.title import VENICE
from tests.auctions.rules.random_weeks import Middle, lots

PRINCE = "merchant-prince"


def week(*days: Lots, closing: Lots = ()) -> tuple[Lots, ...]:
    """Return a line-up of an opening and the days after it.

    The other days sell nothing.
    """
    return (*days, *[()] * (CLOSING - len(days)), closing)


GALLEYS = lots(("war-galley", 2))  # 20 force each


def wishes(
    auctions: tuple[Lots, ...],
    auction: int,
    *,
    purse: int = 100,
    held: dict[str, int] | None = None,
    resources: Points = (0, 0, 0),
    players: int = 2,
) -> list[tuple[str, int, int]]:
    stage = Stage(auction, auctions, players, 200)
    bot = BotSeat(0, PRINCE, loan=100, purse=purse, held=held or {}, resources=resources)
    found = bids_of(stage, bot, Middle())
    return [(stage.lots[place].item, price, units) for place, price, units in found]


def test_the_prince_opens_with_attainable_agendas() -> None:
    # It can get 95% of 80 force, enough for two hunts of 30. No popularity for a regatta is sold.
    opening = lots(("regatta-triumph", 2), ("corsair-hunt", 3))
    sold = week(opening, GALLEYS, GALLEYS)
    # The price is 33% of what is left of $50 after 30 points at 22 cents.
    assert wishes(sold, OPENING) == [("corsair-hunt", 14, 2)]


def test_the_prince_borrows_by_the_offer_and_not_by_the_cap() -> None:
    sold = week(lots(("corsair-hunt", 3)), GALLEYS, GALLEYS)
    loans = {cap: loan_of(PRINCE, Stage(OPENING, sold, 2, cap), Middle()) for cap in (20, 200, 500)}
    assert loans[20] == 20
    assert loans[200] == loans[500] < 50
    more = week(lots(("corsair-hunt", 3)), GALLEYS, GALLEYS, closing=lots(("corsair-hunt", 2)))
    assert loan_of(PRINCE, Stage(OPENING, more, 2, 500), Middle()) != loans[500]


def test_the_prince_pays_more_for_a_point_after_a_defeat() -> None:
    """Compare the same need with four galleys to come and with only two left."""
    sold = week(lots(("corsair-hunt", 3)), GALLEYS, GALLEYS)
    held = {"corsair-hunt": 2}
    before, after = (wishes(sold, day, held=held) for day in (1, 2))
    assert before[0][:1] == after[0][:1] == ("war-galley",)
    assert after[0][1] > before[0][1]
    won = wishes(sold, 2, held=held, resources=(40, 0, 0))
    assert won[0][1] < after[0][1]


def test_the_prince_buys_nothing_it_does_not_need() -> None:
    sold = week(lots(("corsair-hunt", 3)), lots(("opera", 2), ("war-galley", 2)))
    bids = wishes(sold, 1, held={"corsair-hunt": 1})
    assert {item for item, _, _ in bids} == {"war-galley"}
    assert wishes(sold, 1, held={"corsair-hunt": 1}, resources=(30, 0, 0)) == []


def test_the_prince_buys_agendas_its_points_complete_in_the_closing() -> None:
    """Hold 70 force: two hunts can be realized, but no garrison besides."""
    closing = lots(("dalmatian-garrison", 1), ("corsair-hunt", 3))
    sold = week(lots(("silk-tax", 1)), closing=closing)
    assert wishes(sold, CLOSING, resources=(70, 0, 0)) == [("corsair-hunt", 14, 2)]


def test_the_prince_spends_no_more_than_it_has() -> None:
    sold = week(lots(("corsair-hunt", 3)), GALLEYS, GALLEYS)
    for auction, held in ((OPENING, None), (1, {"corsair-hunt": 2})):
        bids = wishes(sold, auction, purse=14, held=held)
        assert bids and sum(price * units for _, price, units in bids) <= 14


@pytest.mark.nightly
@pytest.mark.parametrize(("seats", "weeks"), [(4, 60), (20, 30)])
def test_the_prince_beats_planners_by_thirty_dollars(seats: int, weeks: int) -> None:
    """Play one prince among planners.

    `manage.py simulate venice` gives more exact figures.
    """
    own: list[int] = []
    others: list[int] = []
    for number in range(weeks):
        bots = ["planner"] * seats
        bots[number % seats] = PRINCE
        played = VENICE.simulate(bots=bots, options={}, seed=f"prince {number}")
        for line in played.outcome.standings:
            (own if played.bots[line.seat] == PRINCE else others).append(line.score)
    assert mean(own) - mean(others) >= 30
