"""A seat's own bids as rows. The caller holds the lock of the seat's account."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import F, Sum

from auctions.models import Account, Bid
from auctions.rules.bids import OwnBid, OwnBids


def bids_on(lot: int, account: Account) -> OwnBids:
    """What this seat has in force on a lot (its key), highest price first."""
    rows = Bid.objects.filter(lot=lot, account=account).order_by("-price")
    return tuple(
        OwnBid(price=price, units=units, since=since)
        for price, units, since in rows.values_list("price", "units", "since")
    )


def keep_bids(*, lot: int, account: Account, before: OwnBids, after: OwnBids) -> None:
    """Writes what has changed from `before` to `after`."""
    prices = {bid.price for bid in after}
    gone = [bid.price for bid in before if bid.price not in prices]
    if gone:
        Bid.objects.filter(lot=lot, account=account, price__in=gone).delete()
    for bid in after:
        if bid not in before:
            Bid.objects.update_or_create(
                lot_id=lot,
                account=account,
                price=bid.price,
                defaults={"units": bid.units, "since": bid.since},
            )


def sum_of(lots: Collection[int], account: Account) -> int:
    """What all of this seat's bids on these lots would cost together."""
    rows = Bid.objects.filter(lot__in=lots, account=account)
    return rows.aggregate(total=Sum(F("price") * F("units")))["total"] or 0
