"""Rules 11, and property 11 of rules 16: a viewer's knowledge, and nothing else."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import msgspec
import pytest

from auctions.rules.bids import OwnBid
from auctions.rules.schedule import AUCTIONS, bids_open, own_fates_open, week_open, winners_open
from auctions.rules.week import Week, view
from tests.auctions.rules.random_weeks import START, played_week

PLAYERS = 4
VIEWERS = (None, *range(PLAYERS))


def shown(week: Week, viewer: int | None) -> bytes:
    """Return the view as bytes, so that the order of values is compared too."""
    return msgspec.json.encode(view(week, viewer))


def scrambled(week: Week, viewer: int | None, random: Random) -> Week:
    """Return another week that this viewer must not be able to tell from this one.

    Everything that rules 11 hide from them is replaced: others' loans and purses, others' bids for
    coming auctions, and others' lost bids while these are not public.
    """
    other = deepcopy(week)
    hidden = [seat for seat in range(week.players) if seat != viewer]
    for auction in range(AUCTIONS):
        if not bids_open(auction, week.resolved):
            _change_bids(other, auction, hidden, random)
    if not week_open(week.resolved):
        for seat in hidden:
            other.ledger.loans[seat] = random.randint(0, 500)
            other.ledger.purses[seat] = random.randint(0, 500)
            for after in other.purses_after:
                after[seat] = random.randint(0, 500)
    return other


def _change_bids(week: Week, auction: int, seats: list[int], random: Random) -> None:
    """Replace the lost and standing bids of these seats by others that won nothing."""
    awards = week.results[auction].awards if auction < week.resolved else []
    kept = week.bids[auction]
    for place in range(len(week.lots[auction])):
        for seat in seats:
            won = {award[2]: award[3] for award in awards if award[:2] == (place, seat)}
            fresh = {
                random.randint(1, 9): random.randint(1, 3) for _ in range(random.randint(0, 3))
            }
            units = {**{p: n for p, n in fresh.items() if p not in won}}
            # Of a winning bid only the units won are public, so it may have asked for more.
            units |= {price: count + random.randint(0, 2) for price, count in won.items()}
            kept[place, seat] = tuple(
                OwnBid(price=price, units=n, since=START) for price, n in units.items()
            )


@pytest.mark.parametrize("resolved", range(AUCTIONS + 1))
def test_hidden_facts_do_not_change_a_view(resolved: int) -> None:
    for seed in range(12):
        week = played_week(PLAYERS, seed, resolved)
        for viewer in VIEWERS:
            other = scrambled(week, viewer, Random(seed))
            assert shown(week, viewer) == shown(other, viewer)


@pytest.mark.parametrize("resolved", range(AUCTIONS))
def test_scrambling_does_change_the_hidden_facts(resolved: int) -> None:
    """Check that the owner sees the change, or the test above would prove nothing."""
    changed = 0
    for seed in range(12):
        week = played_week(PLAYERS, seed, resolved)
        other = scrambled(week, None, Random(seed))
        changed += any(view(week, seat) != view(other, seat) for seat in range(PLAYERS))
    assert changed == 12


@pytest.mark.parametrize("resolved", range(AUCTIONS + 1))
def test_everybody_sees_what_a_spectator_sees(resolved: int) -> None:
    week = played_week(PLAYERS, 3, resolved)
    spectator = view(week, None)
    assert view(week, PLAYERS).own_bids == (), "a seat that is not there is nobody's"
    for seat in range(PLAYERS):
        mine = view(week, seat)
        for name in ("seal", "seed", "lots", "winning_bids", "all_bids", "secret", "resolved"):
            assert getattr(mine, name) == getattr(spectator, name)
    assert spectator.own_bids == () and spectator.own_fates == () and spectator.worth is None


def test_facts_become_public_auction_by_auction() -> None:
    for resolved in range(AUCTIONS + 1):
        week = played_week(PLAYERS, 5, resolved)
        known = view(week, None)
        assert {line[0] for line in known.winning_bids} == set(range(resolved))
        opened = set(range(6)) if resolved == 6 else set(range(7)) if resolved == 7 else set()
        assert {line[0] for line in known.all_bids} == opened
        everybody = set(range(PLAYERS)) if resolved == 7 else set()
        assert set(known.loans) == set(known.purses) == everybody
        assert (known.secret is None) == (resolved < 7)


def test_a_seat_always_sees_its_own_facts() -> None:
    for resolved in range(AUCTIONS + 1):
        week = played_week(PLAYERS, 6, resolved)
        for seat in range(PLAYERS):
            known = view(week, seat)
            force = [bid for k in range(AUCTIONS) for bid in week.in_force(k) if bid[1] == seat]
            assert len(known.own_bids) == len(force)
            assert {line[2] for line in known.own_fates} <= {seat}
            assert len(known.own_fates) == len(
                [bid for k in range(resolved) for bid in week.in_force(k) if bid[1] == seat]
            )
            assert known.loans[seat] == week.ledger.loans[seat]
            assert known.purses[seat] == week.ledger.purses[seat]


def test_publicity_depends_on_resolutions_not_on_time() -> None:
    assert [winners_open(5, n) for n in (5, 6)] == [False, True]
    assert [bids_open(0, n) for n in (1, 5, 6)] == [False, False, True]
    assert [bids_open(5, n) for n in (5, 6)] == [False, True]
    assert [bids_open(6, n) for n in (6, 7)] == [False, True]
    assert [own_fates_open(2, n) for n in (2, 3)] == [False, True]
    assert [week_open(n) for n in (6, 7)] == [False, True]


def test_all_bids_show_their_results() -> None:
    known = view(played_week(PLAYERS, 7), None)
    assert any(line[6] for line in known.all_bids), "nullified ones are among them"
    assert all(wanted == won + null + lost for *_, wanted, won, null, lost in known.all_bids)
