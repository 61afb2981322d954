"""Names of people, their time zones, and whether two are hidden from each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils.translation import gettext as _

from chat.models import Block

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, _User

    Person: TypeAlias = _User
    Viewer: TypeAlias = _User | AnonymousUser
else:
    Person = Viewer = Any

HUES = 12
PERSON = "person"  # `chat.live.batch.join_batch`: whose pages will be drawn, by their key


def shown_name(person: Person | None) -> str:
    """The name others see; those who have deleted their account have none."""
    if is_gone(person):
        return _("a deleted user")
    return str(person)


def is_gone(person: Person | None) -> bool:
    return person is None or getattr(person, "deleted_at", None) is not None


def hue(person: Person | None) -> int | None:
    """The colour of this name, 0 to 11: the one chosen, else one fixed by the primary key."""
    if person is None or is_gone(person):
        return None
    wish = getattr(person, "hue", None)
    return wish if wish is not None else person.pk % HUES


# --- In which zone a person reads times and means hours. ---


def zone_of(person: Viewer) -> ZoneInfo:
    """The one they have chosen; UTC of whoever has none."""
    try:
        return ZoneInfo(getattr(person, "time_zone", "UTC"))
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


# --- Whether two people are hidden from each other: asked by what ends when they are. ---


def blocks_between(one: Person, other: Person) -> bool:
    """Whether either has blocked the other."""
    pair = (one.pk, other.pk)
    return Block.objects.filter(blocker__in=pair, blocked__in=pair).exists()
