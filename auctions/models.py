"""What the database keeps of Venice. Bids stand in `Bid` and in `Receipt` and nowhere else."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual

from games.models import AcceptedKey, Match, Seat


class Week(models.Model):
    """The fixed part of a started match; `bots_at` and `bots_from` tell how far its bots are.

    `players`: the number of seats, bots included. `seed`: the line-up seed, public (rules 5.1).
    `bots_at`: the auction the bots bid for next (7: none any more), `bots_from`: the first seat
    number that has not bid for it yet.
    """

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="week"
    )
    players = models.PositiveIntegerField()
    cap = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)
    bots_at = models.PositiveSmallIntegerField(default=0)
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


# Ten times the interest, as the final money leaves it. Rounded up to a whole dollar (rules 9), that
# is from 3 x loan to 3 x loan + 9.
_INTEREST = 10 * (F("purse") + F("realized") - F("loan") - F("final"))
_ADDS_UP = Q(GreaterThanOrEqual(_INTEREST, 3 * F("loan"))) & Q(
    LessThanOrEqual(_INTEREST, 3 * F("loan") + 9)
)


class Account(models.Model):
    """A seat's loan and purse; at the end what its agendas brought (rules 9 and 10).

    Until the opening is resolved the purse is the loan now chosen. `number`: the seat's number.
    `combination`: how many of each agenda were realized, in agenda order, with blanks between.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="account"
    )
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="accounts", db_index=False
    )
    number = models.PositiveIntegerField()
    loan = models.PositiveSmallIntegerField(default=0)
    purse = models.PositiveIntegerField(default=0)
    realized = models.PositiveIntegerField(null=True)
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
        """Tells nothing of money: lists and logs use it."""
        return f"account {self.number} of {self.match_id}"


class DoneMark(models.Model):
    """A player's last word on an auction: done `at`, and no longer from `back_at` on."""

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
    """A bid in force: the newest units at this price. What was replaced or withdrawn is not kept.

    Nobody but its owner reads it before rules 11 open it: only `services` and the selectors
    `own_seat` and `ledger` ask for these rows, and no page, list, log or export shows one raw.
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


def new_token() -> str:
    """A name for a feed that cannot be guessed: 192 random bits."""
    return secrets.token_urlsafe(24)


class CalendarFeed(models.Model):
    """A private link to the deadlines of one person's matches; a revoked one tells nothing."""

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
        """Never the token: it opens the feed."""
        return f"feed of {self.user_id}"
