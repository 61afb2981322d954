"""A new account may do less for a while: what it may, and until when. The numbers are settings."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format

from chat.core.clock import now
from chat.people.names import Viewer


def new_until(user: Viewer, *, at: datetime | None = None) -> datetime | None:
    """When this account is no longer new; None if it is not, or belongs to the house.

    `at`: the instant to look from; None: the present one, by the database's clock.
    """
    joined: datetime | None = getattr(user, "date_joined", None)
    if joined is None or user.is_staff:
        return None
    until = joined + timedelta(minutes=settings.NEW_ACCOUNT_MINUTES)
    return until if until > (at or now()) else None


def time_in_words(instant: datetime) -> str:
    """The time of day in the person's zone."""
    return date_format(timezone.localtime(instant), "H:i")
