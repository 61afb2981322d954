"""Rights: the permissions of moderators, and the limits of new accounts.

Permissions are rows that Django creates after all migrations. A migration that needs them creates
them itself, as Django would.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format

from chat.core.clock import now
from chat.people import Viewer

GROUP = "Moderators"
MODERATE = "chat.moderate"


class Right(NamedTuple):
    """A permission."""

    app: str
    model: str
    codename: str
    name: str  # the name Django gives it


def view(app: str, model: str, verbose_name: str) -> Right:
    """Return the permission to view rows of a model in the admin."""
    return Right(app, model, f"view_{model}", f"Can view {verbose_name}")


_USER_APP, _USER_MODEL = settings.AUTH_USER_MODEL.lower().split(".")

APPEAL_RIGHTS = (view("chat", "appeal", "appeal"),)
CHAT_RIGHTS = (
    Right("chat", "moderatoract", "moderate", "Can act as a moderator"),
    view("chat", "moderatoract", "moderator action"),
    view("chat", "room", "room"),
    view("chat", "message", "message"),
    view("chat", "report", "report"),
    view("chat", "mute", "mute"),
    view("chat", "blockedword", "blocked word"),
    view(_USER_APP, _USER_MODEL, "user"),
    *APPEAL_RIGHTS,
)


def grant(apps: Any, rights: Iterable[Right]) -> None:
    """Give permissions to the group of moderators, which is created if necessary.

    Granting them again changes nothing. `apps`: the registry of apps, also that of a migration.
    """
    group, _made = apps.get_model("auth", "Group").objects.get_or_create(name=GROUP)
    for right in rights:
        kind, _made = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
            app_label=right.app, model=right.model
        )
        permission, _made = apps.get_model("auth", "Permission").objects.get_or_create(
            content_type=kind, codename=right.codename, defaults={"name": right.name}
        )
        group.permissions.add(permission)


# --- New accounts, which may do less for a while: see the settings NEW_ACCOUNT_…


def new_until(user: Viewer, *, at: datetime | None = None) -> datetime | None:
    """Return when this account stops being new, or None if it is not new.

    Accounts of staff are never new. `at`: the time to compare with; by default that of the
    database's clock.
    """
    joined: datetime | None = getattr(user, "date_joined", None)
    if joined is None or user.is_staff:
        return None
    at = at or now()
    # An account of the future was created before the clock was put back.
    until = min(joined, at) + timedelta(minutes=settings.NEW_ACCOUNT_MINUTES)
    return until if until > at else None


def time_in_words(instant: datetime) -> str:
    """Return the time of day in the current time zone, as text."""
    return date_format(timezone.localtime(instant), "H:i")
