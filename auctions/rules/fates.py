"""What became of every bid of an auction, spelled out (rules 7.2)."""

from __future__ import annotations

from collections.abc import Iterable

from auctions.rules.resolve import Bid, Resolution, fate
from games.engine.base import Value


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
