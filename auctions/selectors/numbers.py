"""Prices that would have sufficed in a finished week (rules 11).

All bids of a finished week are public. There may be millions of them, so they are read as sums by
price and cached, since they never change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Sum

from auctions.models import Account, Award, Bid, Lot
from auctions.rules.numbers import Best, Levels, Offer, best, rivals, sufficing
from auctions.rules.resolution import NEVER
from auctions.rules.schedule import week_open
from auctions.selectors.fates import FateLine, fates_by_account
from auctions.selectors.public_week import resolved_count
from auctions.selectors.week_setup import Frame, frame_of
from games.models import Match

CROWD = 1000  # with more players than this, one player's bids are taken to move no price
TRIED = 24  # prices are worked out for at most this many units of a lot


@dataclass(frozen=True)
class LotAfter:
    """A lot that the player bid on, with the prices that would have sufficed."""

    auction: int
    item: str
    wanted: int
    won: int
    paid: int
    price: int  # the lowest single price for all units won
    all_for: int  # the lowest single price for all units wanted

    @property
    def spared(self) -> int:
        """The dollars that could have been saved; a tie decided by a draw saves nothing."""
        return max(0, self.paid - self.won * self.price)


@dataclass(frozen=True)
class After:
    """The prices that one player may know after the end."""

    lots: tuple[LotAfter, ...]
    offers: tuple[Offer, ...]  # all lots of the week in order; `best` too
    best: Best


def after_of(match: Match, account: Account) -> After | None:
    """Return the sufficing prices for a seat, or None before the end."""
    if not week_open(resolved_count(match)):
        return None
    frame = frame_of(match)
    fates = [
        fates_by_account(match, number, [account.pk]).get(account.pk, [])
        for number in range(len(frame.lots))
    ]
    lots: list[LotAfter] = []
    offers: list[Offer] = []
    for auction, places in enumerate(frame.lineup):
        for lot, known in zip(places, _known(frame)[auction], strict=True):
            own = [fate for fate in fates[auction] if fate.item == lot.item]
            others = _others(known, own, frame.players)
            costs = [
                units * sufficing(units, lot.units, others)
                for units in range(1, min(lot.units, TRIED) + 1)
            ]
            offers.append(Offer(item=lot.item, costs=tuple(costs)))
            if own:
                lots.append(_after(auction, lot.units, own, others))
    return After(tuple(lots), tuple(offers), best(offers, account.loan))


def _after(auction: int, offered: int, own: Sequence[FateLine], others: Levels) -> LotAfter:
    wanted, won = sum(one.wanted for one in own), sum(one.won for one in own)
    return LotAfter(
        auction=auction,
        item=own[0].item,
        wanted=wanted,
        won=won,
        paid=sum(one.won * one.price for one in own),
        price=sufficing(won, offered, others) if won else 0,
        all_for=sufficing(wanted, offered, others),
    )


@dataclass(frozen=True)
class _LotTotals:
    """The totals of a lot: units won and units bid for at each price, and its cut."""

    won: tuple[tuple[int, int], ...]
    bids: tuple[tuple[int, int], ...]
    cut: int


def _others(known: _LotTotals, own: Sequence[FateLine], players: int) -> Levels:
    if players > CROWD:
        return rivals(known.won, known.bids, (), known.cut)
    return rivals(
        known.won, known.bids, [(one.price, one.wanted, one.won) for one in own], known.cut
    )


@lru_cache(maxsize=64)
def _known(frame: Frame) -> list[list[_LotTotals]]:
    """Return the totals by auction and lot. The week must be over."""
    keys = [key for lots in frame.lots for key in lots]
    rows = Lot.objects.in_bulk(keys)
    won = _sums_by_price(Award, keys)
    cuts = {
        key: (lot.lowest or NEVER) if lot.sold == lot.units else NEVER for key, lot in rows.items()
    }
    if frame.players > CROWD:
        # In a crowd there are always others who bid the price of the last unit.
        bids = {key: [(cuts[key], rows[key].units)] for key in keys if cuts[key]}
    else:
        bids = _sums_by_price(Bid, keys)
    return [
        [_LotTotals(tuple(won.get(key, ())), tuple(bids.get(key, ())), cuts[key]) for key in lots]
        for lots in frame.lots
    ]


def _sums_by_price(
    model: type[Bid] | type[Award], lots: Sequence[int]
) -> dict[int, list[tuple[int, int]]]:
    """Return the (price, units) pairs of each lot, by lot."""
    rows = model._default_manager.filter(lot__in=lots).values_list("lot_id", "price")
    found: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for lot, price, units in rows.annotate(n=Sum("units")).order_by("lot_id", "price"):
        found[lot].append((price, units))
    return found
