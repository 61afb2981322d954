"""Webhooks: signed messages to an address that the owner of a token chooses."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import Resolver404, resolve

from chat.core.clock import now
from chat.core.refusals import ChatCode, Refusal
from chat.delivery.endpoints import Unsafe, check_address
from chat.delivery.kinds import EVENTS, HOOK, TEST
from chat.delivery.mail import origin
from chat.delivery.outbox import ask_for_hands
from chat.delivery.push import ANSWERING, RESTS
from chat.models import Delivery, Notice, PushDevice
from chat.people import Person

SIGNATURE = "Ridotto-Signature"


class Event:
    """Everything that a thread needs to send an event to a webhook, without the database."""

    def __init__(self, delivery: Delivery) -> None:
        notice, device = delivery.notice, delivery.device
        assert device is not None
        self.endpoint, self.secret = device.endpoint, device.secret
        self.is_last_try = device.timeouts >= len(RESTS)
        self.body = json.dumps(
            {
                "event": EVENTS[notice.kind],
                "id": notice.pk,  # the same when it is sent again
                "at": notice.at.isoformat(),
                "text": notice.text,
                "table": _table_of(notice.url),
                "url": origin() + notice.url,
            }
        ).encode()

    def request(self) -> tuple[bytes, Mapping[str, str]]:
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Ridotto",
            SIGNATURE: sign(self.secret, int(time.time()), self.body),
        }
        return self.body, headers


def sign(secret: str, at: int, body: bytes) -> str:
    """Return the signature of a body, sent at this second of Unix time."""
    mac = hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256)
    return f"t={at},v1={mac.hexdigest()}"


def _table_of(url: str) -> str:
    """Return the id of the table that a path of the site is about, "" for none."""
    try:
        return str(resolve(url).kwargs.get("public_id", ""))
    except Resolver404:
        return ""


def hooks_of(user: Person) -> dict[str, PushDevice]:
    """Return the webhooks of this person's tokens, by the topic of the token."""
    return {hook.session: hook for hook in PushDevice.objects.hooks().filter(user=user)}


@transaction.atomic
def set_hook(*, user: Person, topic: str, name: str, address: str) -> None:
    """Send the events of this person to an address from now on; for "", to none.

    `topic` and `name`: of the token. The secret stays the same. Raise `Refusal` with `bad_hook`.
    """
    if not address:
        PushDevice.objects.hooks().filter(user=user, session=topic).delete()
        return
    try:
        host = check_address(address).hostname
    except Unsafe:
        raise Refusal(ChatCode.BAD_HOOK) from None
    values = {"endpoint": address, "host": host, "name": name[:80], "made_at": now(), **ANSWERING}
    PushDevice.objects.hooks().update_or_create(
        user=user,
        session=topic,
        defaults=values,
        create_defaults={**values, "secret": secrets.token_urlsafe(32)},
    )


@transaction.atomic
def send_events(
    *, kind: str, people: Any, text: str, url: str, until: datetime | None = None
) -> None:
    """Send an event to the webhooks of these people. Their bells do not show it.

    `people`: their keys, or a query of these. An event that has not left by `until` is dropped.
    """
    hooks = PushDevice.objects.hooks().filter(user__in=people, gone_at=None)
    _put_out(list(hooks), kind=kind, text=text, url=url, until=until)


def send_test(hook: PushDevice, *, text: str, url: str) -> None:
    """Send a test to this webhook, even if the last messages were refused."""
    PushDevice.objects.filter(pk=hook.pk).update(**ANSWERING)
    _put_out([hook], kind=TEST, text=text, url=url)


def _put_out(
    hooks: Collection[PushDevice],
    *,
    kind: str,
    text: str,
    url: str,
    until: datetime | None = None,
) -> None:
    if not hooks:
        return
    at = now()
    users = {hook.user_id for hook in hooks}
    notices = Notice.objects.bulk_create(
        # Seen, so that it is deleted as soon as those are.
        Notice(user_id=user, kind=kind, text=text[:300], url=url, at=at, seen_at=at, on_site=False)
        for user in users
    )
    by_user = {notice.user_id: notice for notice in notices}
    Delivery.objects.bulk_create(
        Delivery(notice=by_user[hook.user_id], way=HOOK, device=hook, due_at=at, until=until)
        for hook in hooks
    )
    transaction.on_commit(ask_for_hands, robust=True)
