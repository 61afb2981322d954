"""Resolution of an auction by price levels, and the fates of bids (rules 7).

This module works on plain tuples, since a match may have a million bids. A bid is `(place, seat,
price, units)`, where `place` is the number of its lot in the announced order, from 0. The result
depends only on the arguments, not on the order of the bids. Callers with many bids should switch
the cyclic garbage collector off: nothing here makes cycles.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence

from auctions.rules.lineup import Lot
from games.engine.base import Value

Bid = tuple[int, int, int, int]
"""(place, seat, price, units)"""

Level = list[Bid]
"""All bids at one price on one lot."""

NEVER = 0  # a cut below every price, for lots with units left over


class Resolution(Value):
    """The result of an auction.

    Awards and cuts together determine the fate of every bid (see `fate`), so no row need be stored
    for the bids that won nothing.
    """

    # (place, seat, price, units won): in announced order, price falling, seat rising.
    awards: list[Bid]
    # By place, the price of the last unit, or `NEVER` if units were left over.
    cuts: list[int]
    # (place, seat) -> units nullified of a bid at the cut, if there are any.
    pinched: dict[tuple[int, int], int]
    paid: dict[int, int]  # seat -> dollars, for the seats that won something


Fate = tuple[int, int, int]
"""(won, nullified, lost); with the units wanted as their sum."""


def resolve(
    lots: Sequence[Lot],
    bids: Iterable[Bid],
    money: Mapping[int, int],
    *,
    secret: str,
    auction: int,
) -> Resolution:
    """Resolve one auction.

    `money`: the purse of every bidding seat before the auction. `secret`, `auction`: used for draw
    numbers, which are computed only where a tie needs them.
    """
    before, purses = money, dict(money)
    levels = _by_level(len(lots), bids)
    run = _Run(purses, secret.encode("ascii"), auction)
    cuts = [run.sell(place, lot, levels[place]) for place, lot in enumerate(lots)]
    payers = {award[1] for award in run.awards}
    return Resolution(
        awards=run.awards,
        cuts=cuts,
        pinched=run.pinched,
        paid={seat: before[seat] - purses[seat] for seat in sorted(payers)},
    )


def fate(units: int, price: int, *, won: int, cut: int, pinched: int = 0) -> Fate:
    """Return the fate of a bid: how many of its `units` were won, nullified and lost.

    `won`: the units of its award, or 0. `cut`: the price of its lot's last unit. `pinched`: its
    units nullified at the cut.
    """
    # Above the cut there was enough for all who could pay; below it no bid was considered.
    if price > cut:
        return won, units - won, 0
    if price < cut:
        return 0, 0, units
    return won, pinched, units - won - pinched


def turns(caps: Sequence[int], left: int) -> tuple[int, int]:
    """Return (level, over) for `left` units dealt in turns to seats that take `caps`.

    Every seat gets up to `level`, and `over` of the seats that can take more get one more. `left`
    must be less than the sum of `caps`, otherwise `ValueError` is raised.
    """
    level, taking = 0, len(caps)
    for size in sorted(caps):
        need = (size - level) * taking
        if need > left:
            return level + left // taking, left % taking
        left -= need
        level = size
        taking -= 1
    raise ValueError("there are enough units for all")


class _Run:
    """An auction in progress."""

    def __init__(self, purses: dict[int, int], secret: bytes, auction: int) -> None:
        self.awards: list[Bid] = []
        self.pinched: dict[tuple[int, int], int] = {}
        self._purses = purses
        self._secret = secret
        self._auction = auction

    def sell(self, place: int, lot: Lot, levels: dict[int, Level]) -> int:
        """Sell a lot and return its cut. Bids below the cut are not even read."""
        left = lot.units
        for price in sorted(levels, reverse=True):
            sold = self._level(place, lot.item, price, left, levels[price])
            left -= sold
            if left == 0:
                return price
        return NEVER

    def _level(self, place: int, item: str, price: int, left: int, bids: Level) -> int:
        """Sell to the bids at one price and return the units sold."""
        purses = self._purses
        caps = [min(bid[3], purses[bid[1]] // price) for bid in bids]
        wanted = sum(caps)
        if wanted < left:
            won = caps
        else:
            for bid, cap in zip(bids, caps, strict=True):
                if cap < bid[3]:
                    self.pinched[place, bid[1]] = bid[3] - cap
            won = caps if wanted == left else self._shared(item, left, bids, caps)
        sold = [(bid[1], units) for bid, units in zip(bids, won, strict=True) if units]
        sold.sort()
        for seat, units in sold:
            purses[seat] -= units * price
            self.awards.append((place, seat, price, units))
        return min(wanted, left)

    def _shared(self, item: str, left: int, bids: Level, caps: list[int]) -> list[int]:
        """Return the units won by each bid when they run out: in turns, then by the draw."""
        level, over = turns(caps, left)
        won = [min(cap, level) for cap in caps]
        if over:
            head = f"venice|draw|{self._auction}|{item}|"
            more = [number for number, cap in enumerate(caps) if cap > level]
            more.sort(key=lambda number: self._draw(head, bids[number][1]))
            for number in more[:over]:
                won[number] += 1
        return won

    def _draw(self, head: str, seat: int) -> bytes:
        """Return `lineup.draw_number` as bytes, which compare the same as its text."""
        return hmac.digest(self._secret, f"{head}{seat}".encode(), "sha256")


def _by_level(lots: int, bids: Iterable[Bid]) -> list[dict[int, Level]]:
    """Return the bids by place, then by price."""
    found: list[dict[int, Level]] = [{} for _ in range(lots)]
    for bid in bids:
        try:
            found[bid[0]][bid[2]].append(bid)
        except KeyError:
            found[bid[0]][bid[2]] = [bid]
    return found


# --- Fates of all bids of an auction (rules 7.2) ---


class Fated(Value):
    """A bid and its fate: `wanted` = `won` + `nullified` + `lost`."""

    place: int
    seat: int
    price: int
    wanted: int
    won: int
    nullified: int
    lost: int


def fates_of(bids: Iterable[Bid], result: Resolution) -> list[Fated]:
    """Return all bids of a resolved auction with their fates.

    The order is: lots as announced, price falling, seat rising.
    """
    won = {award[:3]: award[3] for award in result.awards}
    order = sorted(bids, key=lambda bid: (bid[0], -bid[2], bid[1]))
    return [_fated(bid, won.get(bid[:3], 0), result) for bid in order]


def _fated(bid: Bid, won: int, result: Resolution) -> Fated:
    place, seat, price, wanted = bid
    pinched = result.pinched.get((place, seat), 0)
    taken, nullified, lost = fate(wanted, price, won=won, cut=result.cuts[place], pinched=pinched)
    return Fated(
        place=place,
        seat=seat,
        price=price,
        wanted=wanted,
        won=taken,
        nullified=nullified,
        lost=lost,
    )
