"""Notices: shown by the bell, and delivered beyond the site (`chat.delivery`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet

from chat.core.batched_jobs import claimed, delete_some
from chat.core.clock import now
from chat.delivery.outbox import put_out
from chat.delivery.preferences import is_on_site, preferences_by_person
from chat.live.announce import announce
from chat.models import Delivery, Notice
from chat.people import Person, blocks_between


def topic(user_id: int | None) -> str:
    """Return the topic that only the bell of this person follows."""
    return f"user.{user_id}.notices"


@transaction.atomic
def notify(
    *,
    user: Person,
    kind: str,
    text: str,
    url: str = "",
    by: Person | None = None,
    until: datetime | None = None,
) -> Notice | None:
    """Notify a person, and return the notice.

    `url` is a path of this site, or empty. `by` is the person who caused it: if they are hidden
    from `user`, there is no notice, and None is returned. A delivery that has not left the site by
    `until` is dropped.
    """
    if url and (not url.startswith("/") or url.startswith(("//", "/\\"))):
        raise ValueError(f"not a path of this site: {url!r}")
    if by is not None and blocks_between(user, by):
        return None
    preferences = preferences_by_person([user.pk])
    notice = Notice.objects.create(
        user=user,
        kind=kind,
        text=text[:300],
        url=url,
        at=now(),
        by=by,
        on_site=is_on_site(kind, preferences.get(user.pk)),
    )
    put_out([notice], preferences, until=until)
    _forget_oldest(user)
    announce(topic(user.pk))
    return notice


def _forget_oldest(user: Person) -> None:
    """Delete the oldest notices, so that nobody can fill another's bell without end."""
    mine = Notice.objects.filter(user=user)
    beyond = mine.order_by("-pk").values_list("pk", flat=True)[settings.NOTICES_KEPT :].first()
    if beyond is not None:
        mine.filter(pk__lte=beyond).delete()


def forget_notices() -> bool:
    """Delete some old notices. Return True if there may be more."""
    with transaction.atomic(durable=True):
        return claimed("chat.notices") and any(list(map(delete_some, _old())))


def _old() -> list[QuerySet[Notice]]:
    """Return the notices seen long ago, and those left unseen for even longer."""
    found = []
    if days := settings.KEEP_SEEN_NOTICES_DAYS:
        found.append(Notice.objects.filter(seen_at__lt=now() - timedelta(days=days)))
    if days := settings.KEEP_NOTICES_DAYS:
        found.append(Notice.objects.filter(seen_at=None, at__lt=now() - timedelta(days=days)))
    return found


@transaction.atomic(savepoint=False)
def notify_many(
    *,
    kind: str,
    told: Mapping[int, str],
    url: str,
    instead_of: str,
    until: datetime | None = None,
) -> None:
    """Notify many people, each with their own text (by key) and one path for all.

    Unseen notices of this kind whose path begins with `instead_of` are removed from the bell first.
    The caller limits the number of people: everything is written, and their pages notified, in one
    transaction.
    """
    if not told:
        return
    at = now()
    _replace(Notice.objects.filter(user__in=told, kind=kind, url__startswith=instead_of))
    preferences = preferences_by_person(told)
    notices = Notice.objects.bulk_create(
        Notice(
            user_id=person,
            kind=kind,
            text=text[:300],
            url=url,
            at=at,
            on_site=is_on_site(kind, preferences.get(person)),
        )
        for person, text in told.items()
    )
    put_out(notices, preferences, until=until)
    announce(*map(topic, told))


def _replace(older: QuerySet[Notice]) -> None:
    """Remove unseen notices from the bell. Those yet to be delivered are hidden."""
    unseen = older.filter(seen_at=None)
    if not unseen.exists():  # the usual case
        return
    waiting = Delivery.objects.filter(notice=OuterRef("pk"), fate=Delivery.Fate.WAITS)
    unseen.filter(Exists(waiting)).update(on_site=False)
    unseen.filter(~Exists(waiting)).delete()


@transaction.atomic
def see_notices(*, user: Person, ids: Collection[int] | None = None) -> int:
    """Mark these notices, or all for None, as seen. Return how many were unseen."""
    unseen = Notice.objects.filter(user=user, seen_at=None)
    if ids is not None:
        unseen = unseen.filter(pk__in=ids)
    seen = unseen.update(seen_at=now())
    if seen:
        announce(topic(user.pk))
    return seen


def withdraw_notices(*, user: Person, kind: str, url: str) -> None:
    """Delete unseen notices that no longer apply.

    An example is an invitation to a cancelled table. The deliveries are dropped even if the notices
    were seen on the site.
    """
    withdraw_from([user.pk], kind=kind, url=url)


def withdraw_from(people: Collection[int], *, kind: str, url: str) -> None:
    """Delete notices that no longer apply, for several people by key.

    This is `withdraw_notices` for many. People without unseen ones get no update.
    """
    # Every move at slow pace does this, so it takes two statements. Django would read the notices,
    # and what refers to them, before it deletes each.
    if not people:
        return
    matching = f"kind = %s AND url = %s AND user_id IN ({', '.join(['%s'] * len(people))})"
    values: list[str | int] = [kind, url, *people]
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM chat_delivery WHERE id IN ("
            "SELECT delivery.id FROM chat_notice JOIN chat_delivery AS delivery"
            f" ON delivery.notice_id = chat_notice.id WHERE {matching}"
            " AND (delivery.fate = %s OR seen_at IS NULL))",
            [*values, Delivery.Fate.WAITS],
        )
        cursor.execute(
            f"DELETE FROM chat_notice WHERE {matching} AND seen_at IS NULL RETURNING user_id",
            values,
        )
        announce(*{topic(user) for (user,) in cursor.fetchall()})
