"""Rules 4 and 5, and property 1 of rules 16."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from auctions.rules import lineup as rules
from auctions.rules.catalogue import AGENDA, ASSET
from auctions.rules.lineup import (
    LineUp,
    Lot,
    draw_number,
    imbalance,
    lineup_seed,
    make_lineup,
    seal_of,
    shares,
    totals,
)

PLAYERS = st.one_of(st.integers(2, 40), st.integers(2, 100_000))
SEEDS = st.integers(0, 2**64).map(str)
ZEROS = "0" * 64


def line(lots: tuple[Lot, ...]) -> str:
    return ", ".join(f"{lot.units} × {lot.item}" for lot in lots)


def test_the_check_values_of_seal_seed_and_draw() -> None:
    assert seal_of(ZEROS) == "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"
    assert lineup_seed(ZEROS) == "6a2c03e3efd7df79042e93f63143504617e23cff9259dbae81ef434466bd36f3"
    drawn = draw_number(ZEROS, 3, "masked-ball", 17)
    assert drawn == "201c21fd7f1ead64ff2b614e5944653a72a0b481c41016757f4ba88b9b586ddd"


def test_the_worked_example() -> None:
    found = make_lineup(3, "ridotto")
    assert found.attempt == 3
    assert (found.supply, found.demand) == ((175, 245, 250), (230, 220, 245))
    assert [line(lots) for lots in found.auctions] == [
        "1 × dalmatian-garrison, 2 × arsenal-contract, 1 × spice-convoy, 2 × ducal-procession, "
        "2 × regatta-triumph, 2 × exile-competitor",
        "2 × printing-press, 2 × condottiere, 2 × war-galley, 3 × moneylenders-ledger",
        "2 × senator, 3 × procurator, 2 × gondoliers-guild, 2 × opera",
        "2 × hired-bravi, 1 × swiss-mercenaries, 2 × masked-ball, 2 × moneylenders-ledger",
        "2 × war-galley, 3 × spy-ring, 1 × arsenal-foremen, 2 × opera",
        "2 × ducal-secretary, 1 × senator, 3 × masked-ball, 1 × patriarchs-blessing",
        "1 × silk-tax, 2 × corsair-hunt, 2 × sway-the-electors, 1 × glassmakers-charter",
    ]


def test_the_first_attempts_of_the_worked_example_are_out_of_balance() -> None:
    first = rules._attempt(3, "ridotto", 0)
    assert (first.supply, first.demand) == ((160, 225, 265), (265, 190, 180))
    assert all(imbalance(rules._attempt(3, "ridotto", number)) > 0 for number in range(3))


def test_units_are_shared_by_weight_and_remainder() -> None:
    assert shares(10, [2, 5, 2, 4, 3, 3]) == [1, 2, 1, 2, 2, 2]
    assert shares(4, [1, 1, 1, 1]) == [1, 1, 1, 1]
    assert shares(6, [1, 1, 1, 1]) == [2, 2, 1, 1], "equal remainders: the earlier lot"


@given(PLAYERS, SEEDS)
def test_a_line_up_has_the_promised_properties(players: int, seed: str) -> None:
    found = make_lineup(players, seed)
    assert found == make_lineup(players, seed)
    opening, *common, closing = found.auctions
    units = [sum(lot.units for lot in lots) for lots in found.auctions]
    assert (units[0], sum(units[1:6]), units[6]) == totals(players)
    assert all(lot.units >= 1 for lots in found.auctions for lot in lots)
    assert [len(lots) for lots in found.auctions] == [6, 4, 4, 4, 4, 4, 4]
    assert all(len({lot.item for lot in lots}) == len(lots) for lots in found.auctions)
    agendas = [lot.item for lot in (*opening, *closing)]
    assert len(set(agendas)) == 10 and set(agendas) <= set(AGENDA)
    days = Counter(lot.item for lots in common for lot in lots)
    assert set(days) == set(ASSET)
    assert sorted(days.values()) == [1] * 10 + [2] * 5
    for need, have in zip(found.demand, found.supply, strict=True):
        assert 65 * need <= 100 * have <= 115 * need


def test_totals_grow_with_the_players() -> None:
    assert totals(2) == (8, 30, 5)
    assert totals(3) == (10, 40, 6)
    assert totals(100_000) == (250_003, 1_000_010, 150_002)


def test_without_a_balanced_attempt_the_least_unbalanced_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rules, "ATTEMPTS", 3)
    tried = [rules._attempt(3, "ridotto", number) for number in range(3)]
    found = make_lineup(3, "ridotto")
    least = min(imbalance(one) for one in tried)
    assert found == next(one for one in tried if imbalance(one) == least)


def test_seed_and_attempt_make_different_line_ups() -> None:
    kinds = {line(make_lineup(7, str(seed)).auctions[0]) for seed in range(30)}
    assert len(kinds) == 30


def test_supply_and_demand_count_units() -> None:
    lots = ((Lot(item="silk-tax", units=3),), *((),) * 5, (Lot(item="corsair-hunt", units=2),))
    assert LineUp(attempt=0, auctions=lots).demand == (60, 30, 60)
