"""The database models of Venice.

Bids are stored in `Bid` and `Receipt` and nowhere else.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual

from games.models import AcceptedKey, Match, Seat


class Week(models.Model):
    """The fixed data of a started match, and how far its bots have bid."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="week"
    )
    players = models.PositiveIntegerField()  # the number of seats, bots included
    cap = models.PositiveSmallIntegerField()  # the largest loan, in dollars
    seed = models.CharField(max_length=64)  # the line-up seed, which is public (rules 5.1)
    # The auction that the bots bid for next, or 7 if there is none left.
    bots_at = models.PositiveSmallIntegerField(default=0)
    # The first seat number whose bot has not bid for that auction yet.
    bots_from = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="week_players", condition=Q(players__gte=2, players__lte=100_000)
            ),
            models.CheckConstraint(name="week_cap", condition=Q(cap__gte=20, cap__lte=500)),
            models.CheckConstraint(name="week_bots_at", condition=Q(bots_at__lte=7)),
        ]

    def __str__(self) -> str:
        return f"week of {self.match_id}"


FIRST, LAST = 0, 6


class Auction(models.Model):
    """An auction of a match. Number 0 is the opening, 6 the closing."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="auctions")
    number = models.PositiveSmallIntegerField()
    instant = models.DateTimeField()  # it counts as held at this time, however late it is resolved
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
    """`units` of an item. Its sales are public once the auction is resolved."""

    auction = models.ForeignKey(Auction, on_delete=models.CASCADE, related_name="lots")
    place = models.PositiveSmallIntegerField()  # in the announced order, from 0
    item = models.CharField(max_length=30)
    units = models.PositiveIntegerField()
    sold = models.PositiveIntegerField(default=0)  # units awarded
    awards = models.PositiveIntegerField(default=0)  # number of `Award` rows
    takings = models.PositiveBigIntegerField(default=0)  # dollars paid for all units sold
    # The lowest and highest price paid, or None if nothing was sold.
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
    """The progress of notifying an auction's players: the reminder, then the result.

    It is not part of `Auction` because commands lock the auction's row.
    """

    auction = models.OneToOneField(
        Auction, primary_key=True, on_delete=models.CASCADE, related_name="telling"
    )
    # All seats below `reminded_to` have been reminded, and all below `told_to` know the result, so
    # an interrupted run can resume there.
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


# Ten times the interest that the final money implies. Interest is rounded up to a whole dollar
# (rules 9), so this is between 3 x loan and 3 x loan + 9.
_INTEREST = 10 * (F("purse") + F("realized") - F("loan") - F("final"))
_ADDS_UP = Q(GreaterThanOrEqual(_INTEREST, 3 * F("loan"))) & Q(
    LessThanOrEqual(_INTEREST, 3 * F("loan") + 9)
)


class Account(models.Model):
    """A seat's loan and purse and, at the end, its result (rules 9 and 10)."""

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="account"
    )
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="accounts", db_index=False
    )
    number = models.PositiveIntegerField()  # the seat's number
    loan = models.PositiveSmallIntegerField(default=0)
    # Until the opening is resolved, the purse is the loan chosen so far.
    purse = models.PositiveIntegerField(default=0)
    realized = models.PositiveIntegerField(null=True)  # dollars
    # The number of copies realized of each agenda, in agenda order, separated by spaces.
    combination = models.CharField(max_length=100, blank=True)
    final = models.IntegerField(null=True)
    rank = models.PositiveIntegerField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="account_number_once"),
            models.CheckConstraint(
                name="account_money", condition=Q(loan__lte=500, purse__gte=0, purse__lte=F("loan"))
            ),
            models.CheckConstraint(
                name="account_end",
                condition=Q(realized__isnull=True, final__isnull=True, rank__isnull=True)
                | Q(realized__isnull=False, final__isnull=False, rank__gte=1),
            ),
            models.CheckConstraint(
                name="account_final",
                condition=Q(final__isnull=True) | _ADDS_UP,
            ),
        ]
        indexes = [models.Index(fields=["match", "rank", "number"], name="accounts_by_rank")]

    def __str__(self) -> str:
        # No money here: lists and logs use this text.
        return f"account {self.number} of {self.match_id}"


class DoneMark(models.Model):
    """A player's latest mark on an auction.

    It was set `at`, and taken back at `back_at` unless that is None.
    """

    auction = models.ForeignKey(
        Auction, on_delete=models.CASCADE, related_name="marks", db_index=False
    )
    account = models.ForeignKey(
        Account, on_delete=models.CASCADE, related_name="marks", db_index=False
    )
    at = models.DateTimeField()
    back_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["auction", "account"], name="done_mark_once"),
        ]
        indexes = [models.Index(fields=["account"], name="done_marks_of_account")]

    def __str__(self) -> str:
        return f"mark on {self.auction_id}"


MOST_PRICE = 1_000_000


class Bid(models.Model):
    """A bid in force: the latest units at this price.

    Replaced and withdrawn bids are deleted.

    Only its owner may read it until rules 11 make it public. Only `services` and the selectors
    `own_seat` and `ledger` query this table, and no page, list, log or export shows a raw row.
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
    """Units of a lot won by a seat at a price.

    Public once the auction is resolved (rules 11).
    """

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
        return f"{self.units} at ${self.price}"


class Receipt(models.Model):
    """The answer to an accepted command, returned again for the same key (rules 15).

    Only its owner may read it. It is deleted together with the key.
    """

    key = models.OneToOneField(
        AcceptedKey, primary_key=True, on_delete=models.CASCADE, related_name="receipt"
    )
    data = models.BinaryField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return "a receipt"


def new_token() -> str:
    """Return an unguessable token for a calendar feed: 192 random bits."""
    return secrets.token_urlsafe(24)


class CalendarFeed(models.Model):
    """A private link to the deadlines of a user's matches.

    A revoked link shows nothing.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="auction_feeds"
    )
    token = models.CharField(max_length=40, unique=True, default=new_token)
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(revoked_at__isnull=True), name="one_feed_a_person"
            ),
        ]

    def __str__(self) -> str:
        # Never the token, which opens the feed.
        return f"feed of {self.user_id}"
