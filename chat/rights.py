"""The group of moderators and its rights, and what a new account may not do yet.

Rights are rows that Django makes after all migrations; a migration that needs them makes them
itself, as Django would.
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
    """One permission: of which model, its codename, and the name Django gives it."""

    app: str
    model: str
    codename: str
    name: str


def view(app: str, model: str, verbose_name: str) -> Right:
    """The right to look at rows of a model in the admin."""
    return Right(app, model, f"view_{model}", f"Can view {verbose_name}")


_USER_APP, _USER_MODEL = settings.AUTH_USER_MODEL.lower().split(".")

APPEAL_RIGHTS = (view("chat", "appeal", "appeal"),)
CHAT_RIGHTS = (
    Right("chat", "moderatoract", "moderate", "Can act as a moderator"),
    view("chat", "moderatoract", "act of a moderator"),
    view("chat", "room", "room"),
    view("chat", "message", "message"),
    view("chat", "report", "report"),
    view("chat", "mute", "mute"),
    view("chat", "blockedword", "blocked word"),
    view(_USER_APP, _USER_MODEL, "user"),
    *APPEAL_RIGHTS,
)


def grant(apps: Any, rights: Iterable[Right]) -> None:
    """Gives rights to the group of moderators, made if there is none. Again is the same."""
    group, _made = apps.get_model("auth", "Group").objects.get_or_create(name=GROUP)
    for right in rights:
        kind, _made = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
            app_label=right.app, model=right.model
        )
        permission, _made = apps.get_model("auth", "Permission").objects.get_or_create(
            content_type=kind, codename=right.codename, defaults={"name": right.name}
        )
        group.permissions.add(permission)


# --- A new account may do less for a while: what it may, and until when. The numbers are
# settings.


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
