"""The next auction of each of a person's weeks, and what the person has in it: theirs alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from auctions.models import Account, Auction
from auctions.selectors.own import asked_by_auction
from games.models import Match


@dataclass(frozen=True)
class NextAuction:
    """`bids`: how many this person has in it, `most`: the most they can cost; whole dollars."""

    auction: int
    instant: datetime
    money: int
    bids: int
    most: int


def nexts(matches: Sequence[Match], user: Any) -> Iterator[tuple[int, NextAuction]]:
    """By the key of the match, for weeks that run and seats that this person has. Three queries."""
    running = [match.pk for match in matches if match.status == Match.Status.RUNNING]
    accounts = {
        account.match_id: account
        for account in Account.objects.filter(match__in=running, seat__user=user)
    }
    coming: dict[int, Auction] = {}
    for auction in Auction.objects.filter(match__in=accounts, resolved_at=None).order_by("number"):
        coming.setdefault(auction.match_id, auction)
    own = asked_by_auction(
        [account.pk for account in accounts.values()], [auction.pk for auction in coming.values()]
    )
    for match, auction in coming.items():
        count, total = own.get(auction.pk, (0, 0))
        money = accounts[match].purse
        yield (
            match,
            NextAuction(auction.number, auction.instant, money, count, min(total, money)),
        )
