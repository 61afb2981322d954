"""Who is done with an auction (rules 3.2). Public: it says who, and never what they bid."""

from __future__ import annotations

from django.db import models

from auctions.models.accounts import Account
from auctions.models.auctions import Auction


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
