"""The money of a seat."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual

from games.models import Match, Seat

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
