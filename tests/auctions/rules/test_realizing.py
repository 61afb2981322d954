"""Rules 8, and property 9 of rules 16."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, strategies as st

from auctions.rules import realization as rules
from auctions.rules.catalogue import AGENDA, AGENDAS, ASSETS, Agenda, Points
from auctions.rules.knapsack import best_prices, bound
from auctions.rules.realization import Realizer, realize
from tests.auctions.rules.literal_rules import best_by_table, best_by_trying_all, payable

Holdings = tuple[list[Agenda], tuple[int, ...], Points]


def named(*ids: str) -> list[Agenda]:
    return [AGENDA[item] for item in ids]


def holdings(random: Random, agendas: int, assets: int, kinds: int = 10) -> Holdings:
    """Return random copies of agendas in some order, and the points of random assets."""
    order = random.sample(AGENDAS, kinds)
    counts = [0] * kinds
    for _ in range(agendas):
        counts[random.randrange(kinds)] += 1
    return order, tuple(counts), points(random, assets)


def points(random: Random, assets: int) -> Points:
    gives = [random.choice(ASSETS).gives for _ in range(assets)]
    return sum(g[0] for g in gives), sum(g[1] for g in gives), sum(g[2] for g in gives)


def strange(random: Random) -> Holdings:
    """Return agendas unlike those of the catalogue, some worth or costing nothing."""
    order = [
        Agenda(
            id=str(number),
            name="",
            value=random.randint(0, 30),
            cost=(random.randint(0, 9), random.randint(0, 9), random.randint(0, 9)),
        )
        for number in range(random.randint(1, 5))
    ]
    counts = tuple(random.randint(0, 3) for _ in order)
    return order, counts, (random.randint(0, 30), random.randint(0, 30), random.randint(0, 30))


def test_the_worked_example_of_equal_values() -> None:
    order = named("silk-tax", "exile-competitor", "corsair-hunt")
    found = realize(order, (1, 1, 1), (30, 15, 30))
    assert (found.value, found.counts, found.left) == (70, (1, 1, 0), (10, 0, 0))


@pytest.mark.parametrize("small", [rules._SMALL, 0])
def test_realizing_equals_an_exhaustive_search_with_tie_break(
    small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare twice: as it is, and with the bounded search forced on small holdings."""
    monkeypatch.setattr(rules, "_SMALL", small)
    random = Random(8)
    for number in range(4000):
        agendas, assets = random.randint(0, 6), random.randint(0, 9)
        case = holdings(random, agendas, assets, 5) if number % 2 else strange(random)
        found = realize(*case)
        assert (found.value, found.counts) == best_by_trying_all(*case)


def test_realizing_equals_dynamic_programming_for_larger_holdings() -> None:
    random = Random(9)
    for _ in range(25):
        case = holdings(random, random.randint(12, 30), random.randint(15, 40), 8)
        found = realize(*case)
        assert (found.value, found.counts) == best_by_table(*case)


def test_realizing_is_exact_where_layers_are_pruned() -> None:
    """Use the widest holdings that a table can check, to make the search restart."""
    random = Random(10)
    for _ in range(3):
        case = holdings(random, 70, 45, 6)
        found = realize(*case)
        assert (found.value, found.counts) == best_by_table(*case)


@given(st.integers(0, 10**9))
def test_more_resources_or_agendas_never_lower_the_value(seed: int) -> None:
    random = Random(seed)
    order, counts, resources = holdings(random, random.randint(0, 12), random.randint(0, 20))
    value = realize(order, counts, resources).value
    force, popularity, influence = resources
    assert realize(order, counts, (force + 5, popularity, influence + 10)).value >= value
    more = list(counts)
    more[random.randrange(len(more))] += 1
    assert realize(order, more, resources).value >= value


@given(st.integers(0, 10**9))
def test_the_rest_is_what_was_not_spent(seed: int) -> None:
    random = Random(seed)
    order, counts, resources = holdings(random, random.randint(0, 30), random.randint(0, 60))
    found = realize(order, counts, resources)
    assert payable(order, found.counts, resources)
    assert all(x <= n for x, n in zip(found.counts, counts, strict=True))
    for j in range(3):
        spent = sum(a.cost[j] * x for a, x in zip(order, found.counts, strict=True))
        assert found.left[j] == resources[j] - spent


@given(st.integers(0, 10**9), st.tuples(*[st.integers(0, 1 << 20)] * 3))
def test_any_shadow_prices_bound_the_value(seed: int, prices: Points) -> None:
    random = Random(seed)
    order, counts, resources = holdings(random, random.randint(1, 15), random.randint(0, 20))
    kinds = [(a.value, a.cost, n) for a, n in zip(order, counts, strict=True)]
    value = realize(order, counts, resources).value << 16
    best = best_prices(kinds, resources)
    assert value <= bound(kinds, resources, prices)
    assert value <= bound(kinds, resources, best)


def test_the_shadow_prices_are_close_to_optimal() -> None:
    """Check that no small step lowers the bound by more than rounding explains."""
    random = Random(11)
    for _ in range(200):
        order, counts, resources = holdings(random, 20, 40)
        kinds = [(a.value, a.cost, n) for a, n in zip(order, counts, strict=True) if n]
        prices = best_prices(kinds, resources)
        low = bound(kinds, resources, prices)
        for _ in range(30):
            near = [max(0, price + random.randint(-3000, 3000)) for price in prices]
            assert bound(kinds, resources, (near[0], near[1], near[2])) >= low - 3 * max(resources)


def test_no_holdings_are_worth_nothing() -> None:
    assert realize((), (), (0, 0, 0)).value == 0
    assert realize(named("silk-tax"), (3,), (0, 0, 0)).counts == (0,)
    assert realize(named("silk-tax"), (0,), (99, 99, 99)).value == 0


def test_equal_holdings_are_solved_once() -> None:
    realizer = Realizer(named("silk-tax"))
    first = realizer.realize((2,), (0, 25, 50))
    assert realizer.realize((2,), (0, 25, 50)) is first
