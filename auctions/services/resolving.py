"""An auction carried out: read what is in force, resolve in memory, write what came of it.

One transaction, with the match's row and the auction's held by the caller. Readers see the old
state until it commits. What became of a bid that won nothing follows from the awards, so only
awards, purses and a line a lot are written.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from auctions.models import Account, Auction, Award, Bid, Lot
from auctions.rules.record import digest_of_auction
from auctions.rules.resolve import Bid as PlainBid, Resolution, resolve
from auctions.selectors.frame import Frame, frame_of
from games.engines.chain import next_link
from games.models import Match
from games.services.bulk import insert_rows, update_rows

READ_AT_ONCE = 20_000


class Accounts:
    """The accounts of a week in memory: the database's keys by seat number and back, and purses."""

    def __init__(self, match: Match) -> None:
        rows = Account.objects.filter(match=match).order_by().values_list("pk", "number", "purse")
        self.number: dict[int, int] = {}
        self.key: dict[int, int] = {}
        self.purse: dict[int, int] = {}
        for key, number, purse in rows.iterator(chunk_size=READ_AT_ONCE):
            self.number[key], self.key[number], self.purse[number] = number, key, purse


def carry_out(*, match: Match, auction: Auction, accounts: Accounts, at: datetime) -> None:
    """Resolves this auction and brings the purses of `accounts` up to date (rules 7)."""
    frame = frame_of(match)
    with no_collecting():
        result = resolve(
            frame.lineup[auction.number],
            _bids(frame, auction.number, accounts),
            accounts.purse,
            secret=match.secret,
            auction=auction.number,
        )
        _write(frame, auction.number, accounts, result)
        _chain(match, frame, auction, accounts, result)
    auction.resolved_at = at
    auction.save(update_fields=["resolved_at"])


def _chain(
    match: Match, frame: Frame, auction: Auction, accounts: Accounts, result: Resolution
) -> None:
    """Makes the next link of the week's chain: of what everybody is told now, so without a salt.

    What was bid is no part of it. The caller saves the match. Links first what a web of a version
    without chains has resolved.
    """
    if not match.head:
        return
    if match.linked is not None:
        for number in range(match.linked, auction.number):
            _link(match, frame, number, frame.instants[number], _awards(frame, number, accounts))
        match.linked = auction.number + 1
    _link(match, frame, auction.number, auction.instant, result.awards)
    match.shown_head = match.head


def _link(
    match: Match, frame: Frame, auction: int, instant: datetime, awards: Sequence[PlainBid]
) -> None:
    digest = digest_of_auction(auction, instant, frame.lineup[auction], awards)
    match.head = next_link(match.head, digest)


@contextmanager
def no_collecting() -> Iterator[None]:
    """Without the search for cycles, which takes half the time where a million tuples live."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


def _bids(frame: Frame, auction: int, accounts: Accounts) -> Iterator[PlainBid]:
    """All bids in force, as the rules take them: (place, seat, price, units)."""
    return _rows(Bid.objects.order_by(), frame, auction, accounts)


def _awards(frame: Frame, auction: int, accounts: Accounts) -> list[PlainBid]:
    """What was won in an auction before, as `resolve` gave it: price falling, seat rising."""
    rows = _rows(Award.objects.order_by(), frame, auction, accounts)
    return sorted(rows, key=lambda won: (won[0], -won[2], won[1]))


def _rows(
    rows: QuerySet[Any], frame: Frame, auction: int, accounts: Accounts
) -> Iterator[PlainBid]:
    places = {lot: place for place, lot in enumerate(frame.lots[auction])}
    numbers = accounts.number
    found = rows.filter(lot__in=frame.lots[auction])
    for lot, account, price, units in found.values_list(
        "lot_id", "account_id", "price", "units"
    ).iterator(chunk_size=READ_AT_ONCE):
        yield places[lot], numbers[account], price, units


def _write(frame: Frame, auction: int, accounts: Accounts, result: Resolution) -> None:
    lots, keys = frame.lots[auction], accounts.key
    insert_rows(
        Award,
        ("lot", "account", "price", "units"),
        ((lots[place], keys[seat], price, units) for place, seat, price, units in result.awards),
    )
    update_rows(Lot, "id", _SOLD, _sales(lots, result.awards))
    for seat, paid in result.paid.items():
        accounts.purse[seat] -= paid
    update_rows(
        Account, "seat", ("purse",), ((keys[s], accounts.purse[s]) for s in sorted(result.paid))
    )


_SOLD = ("sold", "awards", "takings", "lowest", "highest")


def _sales(lots: Sequence[int], awards: Sequence[PlainBid]) -> Iterator[tuple[int, ...]]:
    """What is told of each lot of which anything was sold: its key, then the values of `_SOLD`."""
    found: dict[int, list[int]] = {}
    for place, _seat, price, units in awards:
        line = found.setdefault(place, [0, 0, 0, price, price])
        line[0] += units
        line[1] += 1
        line[2] += units * price
        line[3], line[4] = min(line[3], price), max(line[4], price)
    for place, line in found.items():
        yield lots[place], *line
