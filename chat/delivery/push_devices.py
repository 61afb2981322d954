"""Browsers that are pushed to."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from chat.core.clock import now
from chat.core.refusals import ChatCode, Refusal
from chat.delivery.endpoints import Unsafe, check_address
from chat.delivery.push import is_key_of_browser
from chat.models import PushDevice
from chat.people import Person

MOST = 10  # of one person; the oldest goes


def devices_of(person: Person) -> QuerySet[PushDevice]:
    """Those a person has, the newest first."""
    return PushDevice.objects.filter(user=person).order_by("-pk")


@transaction.atomic
def add_device(
    *, user: Person, endpoint: str, public_key: str, secret: str, name: str, session: str = ""
) -> PushDevice:
    """From now on this browser is this person's, whoever's it was. Refuses `bad_device`.

    `session`: the name with which `remove_devices_of` removes it.
    """
    try:
        check_address(endpoint)
    except Unsafe:
        raise Refusal(ChatCode.BAD_DEVICE) from None
    if not settings.PUSH_KEY or not is_key_of_browser(public_key, secret):
        raise Refusal(ChatCode.BAD_DEVICE)
    device, _made = PushDevice.objects.update_or_create(
        endpoint=endpoint,
        defaults={
            "user": user,
            "public_key": public_key,
            "secret": secret,
            "name": name[:80],
            "session": session,
            "made_at": now(),
            "gone_at": None,
        },
    )
    beyond = devices_of(user).values_list("pk", flat=True)[MOST:]
    PushDevice.objects.filter(pk__in=list(beyond)).delete()
    return device


@transaction.atomic
def remove_device(*, user: Person, pk: int) -> bool:
    """Nothing is pushed there any more. False: the person has no such browser."""
    return PushDevice.objects.filter(user=user, pk=pk).delete()[0] > 0


def remove_devices_of(sessions: Mapping[str, int]) -> None:
    """Nothing is pushed any more to browsers whose sessions, of this name and person, are over."""
    if sessions:
        people = set(sessions.values())
        PushDevice.objects.filter(user__in=people, session__in=sessions.keys()).delete()
