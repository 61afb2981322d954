"""Bids, sealed until the rules open them, and what they won."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from auctions.models.accounts import Account
from auctions.models.auctions import Lot
from games.models import AcceptedKey

MOST_PRICE = 1_000_000


class Bid(models.Model):
    """A bid in force: the newest units at this price. What was replaced or withdrawn is not kept.

    Nobody but its owner reads it before rules 11 open it: only `services` and the selectors
    `own` and `ledger` ask for these rows, and no page, list, log or export shows one raw.
    """

    lot = models.ForeignKey(Lot, on_delete=models.CASCADE, related_name="bids", db_index=False)
    account = models.ForeignKey(
        Account, on_delete=models.CASCADE, related_name="bids", db_index=False
    )
    price = models.PositiveIntegerField()
    units = models.PositiveIntegerField()
    since = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["lot", "account", "price"], name="bid_price_once"),
            models.CheckConstraint(
                name="bid_price", condition=Q(price__gte=1, price__lte=MOST_PRICE)
            ),
            models.CheckConstraint(name="bid_units", condition=Q(units__gte=1)),
        ]
        indexes = [models.Index(fields=["lot", "-price", "account"], name="bids_by_price")]

    def __str__(self) -> str:
        return "a sealed bid"


class Award(models.Model):
    """Units of a lot won by a seat at a price. Public from the resolution on (rules 11)."""

    lot = models.ForeignKey(Lot, on_delete=models.CASCADE, related_name="won", db_index=False)
    account = models.ForeignKey(
        Account, on_delete=models.CASCADE, related_name="awards", db_index=False
    )
    price = models.PositiveIntegerField()
    units = models.PositiveIntegerField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["lot", "account", "price"], name="award_price_once"),
            models.CheckConstraint(
                name="award_price", condition=Q(price__gte=1, price__lte=MOST_PRICE)
            ),
            models.CheckConstraint(name="award_units", condition=Q(units__gte=1)),
        ]
        indexes = [models.Index(fields=["lot", "-price", "account"], name="awards_by_price")]

    def __str__(self) -> str:
        return f"{self.units} at {self.price} $"


class Receipt(models.Model):
    """What an accepted command was answered: the same key again is answered the same (rules 15).

    It holds what only its owner may read. It goes when the house forgets the key.
    """

    key = models.OneToOneField(
        AcceptedKey, primary_key=True, on_delete=models.CASCADE, related_name="receipt"
    )
    data = models.BinaryField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return "a receipt"
