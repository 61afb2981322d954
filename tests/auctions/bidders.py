"""Random bids and loans, stored as accepted commands would have left them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from auctions.models import Account, Bid
from auctions.rules.resolution import Bid as PlainBid
from games.services.bulk import insert_rows
from tests.auctions.weeks import Play, play

SEATS = 6


def filled(resolved: int, *, seats: int = SEATS, seed: int = 1, most: int = 30) -> Play:
    """Return a week with everybody's bids on everything and some auctions resolved."""
    week, chance = play(seats), random.Random(seed)
    lend(week, chance)
    for auction in range(7):
        bid_all(week, auction, chance, most=most)
    for auction in range(resolved):
        week.run(auction)
    return week


def lend(week: Play, chance: random.Random) -> None:
    """Give every seat a random loan."""
    for account in Account.objects.filter(match=week.match):
        account.loan = account.purse = chance.randrange(0, 201)
        account.save()


def bid_all(week: Play, auction: int, chance: random.Random, *, most: int = 30) -> list[PlainBid]:
    """Store random bids of every seat in an auction, and return them as plain tuples."""
    frame = week.frame
    keys = {row.number: row.pk for row in Account.objects.filter(match=week.match)}
    bids = list(_bids(week, auction, chance, most))
    insert_rows(
        Bid,
        ("lot", "account", "price", "units", "since"),
        [
            (frame.lots[auction][place], keys[seat], price, units, frame.start)
            for place, seat, price, units in bids
        ],
    )
    return bids


def _bids(week: Play, auction: int, chance: random.Random, most: int) -> Iterator[PlainBid]:
    for place, lot in enumerate(week.frame.lineup[auction]):
        for seat in range(week.frame.players):
            left = lot.units
            for price in chance.sample(range(1, most), k=chance.randrange(0, 4)):
                units = chance.randrange(1, 4)
                if units <= left:
                    left -= units
                    yield place, seat, price, units
