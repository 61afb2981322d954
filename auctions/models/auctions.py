"""The seven auctions of a match, and what is sold in them."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from games.models import Match

FIRST, LAST = 0, 6


class Auction(models.Model):
    """Number 0 to 6. It counts as held at `instant`; `resolved_at` is when that was carried out."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="auctions")
    number = models.PositiveSmallIntegerField()
    instant = models.DateTimeField()
    resolved_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="auction_number_once"),
            models.UniqueConstraint(fields=["match", "instant"], name="auction_instant_once"),
            models.CheckConstraint(name="auction_number", condition=Q(number__lte=LAST)),
            models.CheckConstraint(
                name="auction_resolved_in_time",
                condition=Q(resolved_at__isnull=True) | Q(resolved_at__gte=F("instant")),
            ),
        ]
        indexes = [
            models.Index(
                fields=["instant"], condition=Q(resolved_at__isnull=True), name="auctions_to_come"
            ),
        ]

    def __str__(self) -> str:
        return f"auction {self.number} of {self.match_id}"


class Lot(models.Model):
    """`units` of an item. What came of it is public once its auction is resolved.

    `sold`: units awarded; `awards`: how many rows tell of them; `takings`: dollars paid for all of
    them; `lowest`, `highest`: the prices paid, None where nothing was sold.
    """

    auction = models.ForeignKey(Auction, on_delete=models.CASCADE, related_name="lots")
    place = models.PositiveSmallIntegerField()
    item = models.CharField(max_length=30)
    units = models.PositiveIntegerField()
    sold = models.PositiveIntegerField(default=0)
    awards = models.PositiveIntegerField(default=0)
    takings = models.PositiveBigIntegerField(default=0)
    lowest = models.PositiveIntegerField(null=True)
    highest = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["auction_id", "place"]
        constraints = [
            models.UniqueConstraint(fields=["auction", "item"], name="lot_item_once"),
            models.UniqueConstraint(fields=["auction", "place"], name="lot_place_once"),
            models.CheckConstraint(name="lot_units", condition=Q(units__gte=1)),
            models.CheckConstraint(
                name="lot_sold_of_offered",
                condition=Q(sold__lte=F("units"), awards__lte=F("sold")),
            ),
            models.CheckConstraint(
                name="lot_prices",
                condition=Q(sold=0, awards=0, takings=0, lowest__isnull=True, highest__isnull=True)
                | Q(
                    sold__gte=1,
                    awards__gte=1,
                    lowest__gte=1,
                    highest__gte=F("lowest"),
                    takings__gte=F("sold") * F("lowest"),
                    takings__lte=F("sold") * F("highest"),
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.units} x {self.item}"


class Telling(models.Model):
    """How far the players have been told of an auction: of its coming, then of its result.

    `reminded_to`, `told_to`: everybody on a lower seat number has had word, so that whoever was
    interrupted goes on there. Apart from the auction, whose row commands hold.
    """

    auction = models.OneToOneField(
        Auction, primary_key=True, on_delete=models.CASCADE, related_name="telling"
    )
    remind_at = models.DateTimeField(null=True)
    reminded_to = models.PositiveIntegerField(default=0)
    reminded = models.BooleanField(default=False)
    told_to = models.PositiveIntegerField(default=0)
    told = models.BooleanField(default=False)

    class Meta:
        default_permissions = ()
        indexes = [
            models.Index(fields=["auction"], condition=Q(told=False), name="results_to_tell"),
            models.Index(
                fields=["remind_at"], condition=Q(reminded=False), name="reminders_to_give"
            ),
        ]

    def __str__(self) -> str:
        return f"word of {self.auction_id}"
