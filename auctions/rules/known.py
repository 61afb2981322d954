"""What one viewer may know of a week: built from what rules 11 open to them, and nothing else.

It is the measure of secrecy: two weeks that differ only in what is hidden give equal values.
"""

from __future__ import annotations

from collections.abc import Iterator

from auctions.rules.chance import lineup_seed, seal_of
from auctions.rules.fates import Fated, fates_of
from auctions.rules.lineup import Lots
from auctions.rules.publicity import bids_open, own_fates_open, week_open, winners_open
from auctions.rules.schedule import AUCTIONS
from auctions.rules.week import Week
from games.engine.base import Value

Award = tuple[int, str, int, int, int]
"""(auction, item, seat, price, units won)"""
OpenBid = tuple[int, str, int, int, int, int, int, int]
"""(auction, item, seat, price, wanted, won, nullified, lost)"""
OwnBidLine = tuple[int, str, int, int]
"""(auction, item, price, units)"""


class Known(Value):
    """All that the viewer may know. `loans` and `purses`: dollars, of the seats whose are known.

    `own_fates`: of their own bids, as `all_bids`. `worth`: dollars their holdings would bring now.
    `done`: by auction the seats that are done with it, rising (rules 3.2).
    """

    viewer: int | None
    players: int
    cap: int
    seal: str
    seed: str
    lots: tuple[Lots, ...]
    resolved: int
    winning_bids: tuple[Award, ...]
    all_bids: tuple[OpenBid, ...]
    own_bids: tuple[OwnBidLine, ...]
    own_fates: tuple[OpenBid, ...]
    loans: dict[int, int]
    purses: dict[int, int]
    worth: int | None
    secret: str | None
    done: tuple[tuple[int, ...], ...] = ()


def view(week: Week, viewer: int | None) -> Known:
    """What this seat (None: a spectator, a moderator) may know of the week as it is now."""
    resolved = week.resolved
    own = viewer if viewer is not None and 0 <= viewer < week.players else None
    seats = range(week.players) if week_open(resolved) else [own] if own is not None else []
    return Known(
        viewer=viewer,
        players=week.players,
        cap=week.cap,
        seal=seal_of(week.secret),
        seed=lineup_seed(week.secret),
        lots=week.lots,
        resolved=resolved,
        winning_bids=tuple(_winning(week)),
        all_bids=tuple(_bids(week, None)),
        own_bids=() if own is None else tuple(_own(week, own)),
        own_fates=() if own is None else tuple(_bids(week, own)),
        loans={seat: week.ledger.loans[seat] for seat in seats},
        purses={seat: week.ledger.purses[seat] for seat in seats},
        worth=None if own is None else week.ledger.realize_one(week.lots, own).value,
        secret=week.secret if week_open(resolved) else None,
        done=tuple(tuple(sorted(marks)) for marks in week.done),
    )


def _winning(week: Week) -> Iterator[Award]:
    for auction, result in enumerate(week.results):
        if winners_open(auction, week.resolved):
            for place, seat, price, units in result.awards:
                yield auction, week.lots[auction][place].item, seat, price, units


def _bids(week: Week, owner: int | None) -> Iterator[OpenBid]:
    """Bids with their fates: all that are open, or those of one seat that it may know."""
    opens = bids_open if owner is None else own_fates_open
    for auction in range(AUCTIONS):
        if opens(auction, week.resolved):
            found = fates_of(week.in_force(auction), week.results[auction])
            yield from (
                _open(week, auction, fated)
                for fated in found
                if owner is None or fated.seat == owner
            )


def _open(week: Week, auction: int, fated: Fated) -> OpenBid:
    item = week.lots[auction][fated.place].item
    amounts = (fated.price, fated.wanted, fated.won, fated.nullified, fated.lost)
    return (auction, item, fated.seat, *amounts)


def _own(week: Week, owner: int) -> list[OwnBidLine]:
    """By auction, item, then price."""
    return sorted(
        (auction, week.lots[auction][place].item, price, units)
        for auction in range(AUCTIONS)
        for place, seat, price, units in week.in_force(auction)
        if seat == owner
    )
