"""An auction resolved, a price level at a time (rules 7), and what became of each bid.

Works on plain tuples and gives little back, since a match may have a million bids. A bid is
`(place, seat, price, units)`, `place` the number of its lot in the announced order, from 0. The
result depends on nothing but the arguments, in whatever order the bids come. Callers with many bids
switch the cyclic garbage collector off meanwhile: nothing here makes cycles.
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

NEVER = 0  # below every price: units were left over


class Resolution(Value):
    """What an auction came to.

    `awards`: (place, seat, price, units won), in announced order, price falling, seat rising.
    `cuts`: by place, the price at which the last unit went, `NEVER` if units were left. Together
    with the awards it says the fate of every bid (`fate`), so no row need be written for those that
    won nothing.
    `pinched`: (place, seat) -> units nullified of a bid at the cut, where there are any.
    `paid`: seat -> dollars, for those who won something.
    """

    awards: list[Bid]
    cuts: list[int]
    pinched: dict[tuple[int, int], int]
    paid: dict[int, int]


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
    """Carries out one auction. `money`: purse of every seat that bids, before it.

    `secret` and `auction` give the draw numbers, which are made only where a tie needs them.
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
    """What became of a bid for `units`: of `won` (its award or 0), its lot's cut, and `pinched`.

    Above the cut there was enough for all who could pay; below it nobody was asked any more.
    """
    if price > cut:
        return won, units - won, 0
    if price < cut:
        return 0, 0, units
    return won, pinched, units - won - pinched


def turns(caps: Sequence[int], left: int) -> tuple[int, int]:
    """(level, over): when `left` units go round one by one among seats that can take `caps` each.

    Everybody gets up to `level`, and `over` seats of those that can take more get one more.
    `left` is less than the sum of `caps`.
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
    """One auction under way."""

    def __init__(self, purses: dict[int, int], secret: bytes, auction: int) -> None:
        self.awards: list[Bid] = []
        self.pinched: dict[tuple[int, int], int] = {}
        self._purses = purses
        self._secret = secret
        self._auction = auction

    def sell(self, place: int, lot: Lot, levels: dict[int, Level]) -> int:
        """Sells a lot; returns its cut. Bids below it are not even looked at."""
        left = lot.units
        for price in sorted(levels, reverse=True):
            sold = self._level(place, lot.item, price, left, levels[price])
            left -= sold
            if left == 0:
                return price
        return NEVER

    def _level(self, place: int, item: str, price: int, left: int, bids: Level) -> int:
        """Sells to one price; returns the units sold."""
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
        """Units by bid where they run out: in turns, the last ones by the draw (7.1)."""
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
        """The draw number of `chance.draw_number`, as bytes: they compare the same."""
        return hmac.digest(self._secret, f"{head}{seat}".encode(), "sha256")


def _by_level(lots: int, bids: Iterable[Bid]) -> list[dict[int, Level]]:
    """By place, then by price."""
    found: list[dict[int, Level]] = [{} for _ in range(lots)]
    for bid in bids:
        try:
            found[bid[0]][bid[2]].append(bid)
        except KeyError:
            found[bid[0]][bid[2]] = [bid]
    return found


# --- What became of every bid of an auction, spelled out (rules 7.2). ---


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
    """All bids of a resolved auction: lots as announced, price falling, seat rising."""
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
