"""Rules 9 and 10, and property 10 of rules 16."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from auctions.rules.options import day_by_day, interest, owed
from auctions.rules.standings import outcome_of, ranks_of, standings
from tests.auctions.rules.random_weeks import played_week

LOANS = [
    (0, 0), (1, 1), (7, 3), (10, 3), (33, 10),
    (50, 15), (100, 30), (155, 47), (199, 60), (200, 60),
]  # fmt: skip


@pytest.mark.parametrize(("loan", "costs"), LOANS)
def test_the_table_of_interest(loan: int, costs: int) -> None:
    assert (interest(loan), owed(loan)) == (costs, loan + costs)


@given(st.integers(0, 500))
def test_interest_is_simple_and_rounded_up_once(loan: int) -> None:
    days = day_by_day(loan)
    assert interest(loan) == (3 * loan + 9) // 10 == days[6]
    assert days[0] == 0 and list(days) == sorted(days)
    for day, shown in enumerate(days):
        assert 100 * shown >= 5 * day * loan > 100 * (shown - 1)
    assert owed(loan) >= loan


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=30))
def test_equal_money_shares_the_rank_and_the_next_is_skipped(finals: list[int]) -> None:
    ranks = ranks_of(finals)
    for money in finals:
        assert ranks[money] == 1 + sum(other > money for other in finals)


def test_standings_list_the_best_first_and_seats_in_order() -> None:
    lines = standings({0: 5, 1: 30, 2: 30, 3: 0}, {0: 60}, {0: 50, 3: 10})
    assert [(line.seat, line.final, line.rank) for line in lines] == [
        (1, 30, 1), (2, 30, 1), (0, 0, 3), (3, -13, 4)
    ]  # fmt: skip
    assert (lines[2].money, lines[2].realized, lines[2].interest) == (5, 60, 15)
    outcome = outcome_of(lines)
    assert [(one.seat, one.score, one.winner) for one in outcome.standings] == [
        (1, 30, True), (2, 30, True), (0, 0, False), (3, -13, False)
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(25))
def test_no_money_appears_or_is_lost_in_a_week(seed: int) -> None:
    week = played_week(2 + seed % 6, seed)
    paid = sum(sum(result.paid.values()) for result in week.results)
    finals = sum(line.final for line in week.lines)
    realized = sum(line.realized for line in week.lines)
    assert finals == realized - sum(line.interest for line in week.lines) - paid
    for line in week.lines:
        assert line.final == line.money + line.realized - owed(line.loan)
        assert 0 <= line.money <= line.loan


@pytest.mark.parametrize("seed", range(10))
def test_every_unit_awarded_is_held_by_its_winner(seed: int) -> None:
    week = played_week(4, seed)
    units = sum(award[3] for result in week.results for award in result.awards)
    books = (*week.ledger.agendas.values(), *week.ledger.assets.values())
    assert units == sum(sum(book.values()) for book in books) > 0
