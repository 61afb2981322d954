"""The private link to a user's auction calendar."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from auctions.models import CalendarFeed
from chat.core.clock import now
from games.services.table_access import lock_person


@transaction.atomic
def make_feed(*, user: Any) -> CalendarFeed:
    """Create a new link for this user and revoke the old one."""
    lock_person(user)  # one at a time
    revoke_feed(user=user)
    return CalendarFeed.objects.create(user=user, made_at=now())


def revoke_feed(*, user: Any) -> None:
    """Revoke this user's link, if there is one."""
    CalendarFeed.objects.filter(user=user, revoked_at=None).update(revoked_at=now())


def forget(*, user: Any) -> None:
    """Delete this user's links because the account is being deleted."""
    CalendarFeed.objects.filter(user=user).delete()
