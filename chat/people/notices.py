"""The bell: notices to one person."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from chat.core.clock import now
from chat.core.steps import claimed, delete_some
from chat.live.announce import announce
from chat.models import Notice
from chat.people.blocks import blocks_between
from chat.people.names import Person


@transaction.atomic
def notify(
    *, user: Person, kind: str, text: str, url: str = "", by: Person | None = None
) -> Notice | None:
    """Tells a person something on the site. `url` is a path of this site, or empty.

    `by`: whose doing it is. Of somebody who is hidden from them a person hears nothing (None).
    """
    if url and (not url.startswith("/") or url.startswith(("//", "/\\"))):
        raise ValueError(f"not a path of this site: {url!r}")
    if by is not None and blocks_between(user, by):
        return None
    notice = Notice.objects.create(user=user, kind=kind, text=text[:300], url=url, at=now(), by=by)
    _forget_oldest(user)
    announce(f"user.{user.pk}")
    return notice


def _forget_oldest(user: Person) -> None:
    """Nobody can fill another's bell without end."""
    mine = Notice.objects.filter(user=user)
    beyond = mine.order_by("-pk").values_list("pk", flat=True)[settings.NOTICES_KEPT :].first()
    if beyond is not None:
        mine.filter(pk__lte=beyond).delete()


def forget_notices() -> bool:
    """One step; whether there may be another."""
    with transaction.atomic(durable=True):
        return claimed("chat.notices") and any(list(map(delete_some, _old())))


def _old() -> list[QuerySet[Notice]]:
    """Those that were seen long ago, and those that nobody has looked at for longer."""
    found = []
    if days := settings.KEEP_SEEN_NOTICES_DAYS:
        found.append(Notice.objects.filter(seen_at__lt=now() - timedelta(days=days)))
    if days := settings.KEEP_NOTICES_DAYS:
        found.append(Notice.objects.filter(seen_at=None, at__lt=now() - timedelta(days=days)))
    return found


@transaction.atomic
def notify_many(*, kind: str, told: Mapping[int, str], url: str, instead_of: str) -> None:
    """Tells many people each their own: text by the person's key, with one path for all.

    Unseen notices of this kind whose path begins with `instead_of` are deleted first. The caller
    bounds the number of people: all are written, and their pages told, in one transaction.
    """
    if not told:
        return
    at = now()
    older = Notice.objects.filter(user__in=told, kind=kind, seen_at=None)
    older.filter(url__startswith=instead_of).delete()
    Notice.objects.bulk_create(
        Notice(user_id=person, kind=kind, text=text[:300], url=url, at=at)
        for person, text in told.items()
    )
    announce(*(f"user.{person}" for person in told))


@transaction.atomic
def see_notices(*, user: Person, ids: Collection[int] | None = None) -> int:
    """Marks notices as seen: these, or all of the person's. Returns how many were not yet."""
    unseen = Notice.objects.filter(user=user, seen_at=None)
    if ids is not None:
        unseen = unseen.filter(pk__in=ids)
    seen = unseen.update(seen_at=now())
    if seen:
        announce(f"user.{user.pk}")
    return seen


@transaction.atomic
def withdraw_notices(*, user: Person, kind: str, url: str) -> None:
    """Deletes unseen notices that no longer apply, as an invitation to a cancelled table."""
    if Notice.objects.filter(user=user, kind=kind, url=url, seen_at=None).delete()[0]:
        announce(f"user.{user.pk}")
