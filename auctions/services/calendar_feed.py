"""The private link to the calendar of a person's auctions."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from auctions.models import CalendarFeed
from chat.core.clock import now


@transaction.atomic
def make_feed(*, user: Any) -> CalendarFeed:
    """A new link; an older one stops working."""
    get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)  # one at a time
    revoke_feed(user=user)
    return CalendarFeed.objects.create(user=user, made_at=now())


def revoke_feed(*, user: Any) -> None:
    """The link stops working."""
    CalendarFeed.objects.filter(user=user, revoked_at=None).update(revoked_at=now())
