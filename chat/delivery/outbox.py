"""The outbox of deliveries, written in the same transaction as their notices."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction

from chat.core.broker import request_task
from chat.delivery.kinds import HOOK, MAIL, PUSH, TEST, URGENT
from chat.delivery.preferences import is_wanted, next_hour
from chat.models import Delivery, Notice, NoticePreferences, PushDevice
from chat.people import zone_of


def put_out(
    notices: Sequence[Notice],
    preferences: dict[int, NoticePreferences],
    *,
    until: datetime | None = None,
) -> None:
    """Add a delivery for each way by which these notices are wanted and can arrive.

    `until`: a delivery that has not left by then is dropped.
    """
    people = {notice.user_id for notice in notices}
    addresses, devices = addresses_of(people), _devices_of(people)
    if not addresses and not devices:
        return
    digests = _digest_moments(preferences, addresses, notices)
    rows: list[Delivery] = []
    for notice in notices:
        wishes = preferences.get(notice.user_id)
        address = addresses.get(notice.user_id)
        if address and is_wanted(notice.kind, MAIL, wishes) and _lives(address, notice, wishes):
            urgent = notice.kind in URGENT
            mail_at = notice.at if urgent else digests.get(notice.user_id, notice.at)
            rows.append(Delivery(notice=notice, way=MAIL, due_at=mail_at, until=until))
        for device in devices.get(notice.user_id, ()):
            way = PUSH if device.public_key else HOOK
            if is_wanted(notice.kind, way, wishes):
                rows.append(
                    Delivery(notice=notice, way=way, device=device, due_at=notice.at, until=until)
                )
    if rows:
        Delivery.objects.bulk_create(rows)
        transaction.on_commit(ask_for_hands, robust=True)


def ask_for_hands() -> None:
    """Ask a worker to deliver at once, rather than at the next scheduled run."""
    request_task("chat.tasks.deliver", expires=5)


def addresses_of(people: Collection[int]) -> dict[int, str]:
    """Return the confirmed address of each person who has one.

    The result is empty if the site cannot send mail.
    """
    if not settings.MAIL_CONFIGURED or not people:
        return {}
    rows = EmailAddress.objects.filter(user__in=people, primary=True, verified=True)
    return dict(rows.values_list("user_id", "email"))


def _lives(address: str, notice: Notice, wishes: NoticePreferences | None) -> bool:
    return notice.kind == TEST or wishes is None or wishes.dead_address != address


def _devices_of(people: Collection[int]) -> dict[int, list[PushDevice]]:
    found: dict[int, list[PushDevice]] = {}
    devices = PushDevice.objects.filter(user__in=people, gone_at=None)
    for device in devices if settings.PUSH_KEY else devices.hooks():
        found.setdefault(device.user_id, []).append(device)
    return found


def _digest_moments(
    preferences: dict[int, NoticePreferences], people: Collection[int], notices: Sequence[Notice]
) -> dict[int, datetime]:
    """Return the time of the next digest of those among `people` who want one."""
    hours = {
        key: one.digest_hour
        for key, one in preferences.items()
        if one.digest_hour is not None and key in people
    }
    if not hours:
        return {}
    at = max(notice.at for notice in notices)
    persons = get_user_model()._default_manager.filter(pk__in=hours)
    return {person.pk: next_hour(hours[person.pk], zone_of(person), at) for person in persons}
