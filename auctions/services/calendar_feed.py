"""The private link to the calendar of a person's auctions."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from auctions.models import CalendarFeed
from chat.core.clock import now
from games.services.table_access import lock_person


@transaction.atomic
def make_feed(*, user: Any) -> CalendarFeed:
    """A new link; an older one stops working."""
    lock_person(user)  # one at a time
    revoke_feed(user=user)
    return CalendarFeed.objects.create(user=user, made_at=now())


def revoke_feed(*, user: Any) -> None:
    """The link stops working."""
    CalendarFeed.objects.filter(user=user, revoked_at=None).update(revoked_at=now())


def forget(*, user: Any) -> None:
    """Deletes the links when the account is deleted."""
    CalendarFeed.objects.filter(user=user).delete()
