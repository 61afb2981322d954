"""Names, colours and time zones of people, and blocks between them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone
from django.utils.translation import gettext as _

from chat.models import Block

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, _User

    Person: TypeAlias = _User
    Viewer: TypeAlias = _User | AnonymousUser
else:
    Person = Viewer = Any

HUES = 12  # colours of names
PERSON = "person"  # the group of viewers, by their key, for `chat.live.batch.join_batch`


def shown_name(person: Person | None, *, at_table: bool = False) -> str:
    """Return the name that others see, or "a deleted user" for a deleted account.

    `at_table`: in the chat of a table, where nobody else has the name.
    """
    if is_gone(person):
        return _("a deleted user")
    return str(getattr(person, "table_name", person) if at_table else person)


def is_gone(person: Person | None) -> bool:
    return person is None or getattr(person, "deleted_at", None) is not None


def is_suspended(person: Person | None, at: datetime) -> bool:
    """Return True if the person may not use the site at that time."""
    until: datetime | None = getattr(person, "suspended_until", None)
    return until is not None and at < until


def hue(person: Person | None) -> int | None:
    """Return the colour of a person's name, 0 to 11, or None without an account."""
    if person is None or is_gone(person):
        return None
    # Without a choice of their own, the colour depends on the primary key.
    wish = getattr(person, "hue", None)
    return wish if wish is not None else person.pk % HUES


# --- Time zones: those in which people read times and mean hours


def zone_of(person: Viewer) -> ZoneInfo:
    """Return the time zone that a person has chosen; UTC if they have none."""
    try:
        return ZoneInfo(getattr(person, "time_zone", "UTC"))
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def in_zone_of(person: Viewer) -> AbstractContextManager[None]:
    """Render times in this person's zone, wherever that happens."""
    return timezone.override(zone_of(person))


# --- Blocks between two people


def blocks_between(one: Person, other: Person) -> bool:
    """Return True if either of two people has blocked the other."""
    pair = (one.pk, other.pk)
    return Block.objects.filter(blocker__in=pair, blocked__in=pair).exists()
