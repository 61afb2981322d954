"""Notices as push messages, encrypted (RFC 8291) and signed (RFC 8292)."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import cache
from typing import Any, Protocol
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.templatetags.static import static
from py_vapid import Vapid02

from chat.core.clock import now
from chat.core.refusals import ChatCode, Refusal
from chat.delivery.endpoints import TimedOut, Unreachable, Unsafe, check_address, post
from chat.delivery.kinds import SENT, Result, later, refused, subject_of
from chat.models import Delivery, NoticePreferences, PushDevice
from chat.people import Person

AT_ONCE = 32  # messages sent at the same time, each to another host
TIMED_OUT = "timed out"
# How long an endpoint gets nothing after each time in a row that it timed out. After one more it
# is dropped.
RESTS = tuple(timedelta(hours=hours) for hours in (0, 0, 1, 3, 6, 14))
KEPT = 24 * 60 * 60  # seconds a push service stores a message that it cannot deliver yet
SIGNED_FOR = 12 * 60 * 60  # seconds
URGENT = {"move", "start"}


def public_key() -> str:
    """Return the key to subscribe a browser with, so that only this site can push.

    Empty if the site has no push key.
    """
    if not settings.PUSH_KEY:
        return ""
    point = _key(settings.PUSH_KEY).public_key.public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


@cache
def _key(text: str) -> Any:
    return Vapid02.from_raw(text.encode())


def is_key_of_browser(public: str, secret: str) -> bool:
    """Return True if messages can be encrypted with these keys of a browser."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(public))
        return len(_bytes(secret)) == 16
    except ValueError:
        return False


class Outgoing(Protocol):
    """Everything that a thread needs to send a message, without the database."""

    endpoint: str
    is_last_try: bool

    def request(self) -> tuple[bytes, Mapping[str, str]]:
        """Return the body and the headers."""
        ...


class Message:
    """A message to a browser."""

    def __init__(self, delivery: Delivery, sound: bool, vibration: bool) -> None:
        notice, device = delivery.notice, delivery.device
        assert device is not None
        self.endpoint = device.endpoint
        self.is_last_try = device.timeouts >= len(RESTS)
        self.keys = device.public_key, device.secret
        self.tag = f"notice-{notice.pk}"
        self.urgency = "high" if notice.kind in URGENT else "normal"
        self.content = json.dumps(
            {
                "title": subject_of(notice.kind),
                "body": notice.text,
                "url": notice.url or "/",
                "tag": self.tag,
                "sound": sound,
                "vibration": vibration,
                "icon": static("art/icon-192.png"),
                "badge": static("art/badge-96.png"),
            }
        ).encode()

    @classmethod
    def of(cls, delivery: Delivery, preferences: Mapping[int, NoticePreferences]) -> Message:
        wishes = preferences.get(delivery.notice.user_id) or NoticePreferences()
        return cls(delivery, wishes.sound, wishes.vibration)

    def request(self) -> tuple[bytes, Mapping[str, str]]:
        return _encrypted(self), _headers(self)


def send_in_turn(messages: Sequence[Outgoing]) -> list[Result]:
    """Send messages to one host, and return a result for each until one timed out."""
    results: list[Result] = []
    for message in messages:
        results.append(_send(message))
        if results[-1].fault == TIMED_OUT:
            break
    return results


def _send(message: Outgoing) -> Result:
    try:
        status, wait = post(message.endpoint, *message.request())
    except Unsafe:
        return refused("not a public address", gone=True)
    except Unreachable:
        return later("unreachable")
    except TimedOut:
        return refused(TIMED_OUT, gone=True) if message.is_last_try else later(TIMED_OUT)
    return _result_of(status, wait)


def _result_of(status: int, wait: float) -> Result:
    if 200 <= status < 300:
        return SENT
    if status in (404, 410):
        return refused("no such device", gone=True)
    if status == 429 or status >= 500:
        return later(f"answered {status}", wait)
    return refused(f"answered {status}", gone=status in (401, 403))


def _encrypted(message: Message) -> bytes:
    public, secret = message.keys
    encrypted: bytes = http_ece.encrypt(
        message.content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(public),
        auth_secret=_bytes(secret),
        version="aes128gcm",
    )
    return encrypted


def _headers(message: Message) -> dict[str, str]:
    """Return the headers of a request to a push service."""
    parts = urlsplit(message.endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_FOR,
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    signed: dict[str, str] = _key(settings.PUSH_KEY).sign(claims)
    return {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
        # Of messages with the same topic, only the last is stored for a browser that is away.
        "Topic": message.tag,
        "Urgency": message.urgency,
    }


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# --- Devices: browsers with push


MOST = 10  # devices per person; the oldest is removed for a new one
# The state of a device or webhook that is sent to without a pause.
ANSWERING: Mapping[str, Any] = {"gone_at": None, "timeouts": 0, "rests_until": None}


def devices_of(person: Person) -> QuerySet[PushDevice]:
    """Return this person's browsers with push, the newest first."""
    return PushDevice.objects.browsers().filter(user=person).order_by("-pk")


@transaction.atomic
def add_device(
    *, user: Person, endpoint: str, public_key: str, secret: str, name: str, session: str = ""
) -> PushDevice:
    """Register a browser as this person's device, taking it from anyone who had it.

    `session`: the name under which `remove_devices_of` removes it. Raise `Refusal` with
    `bad_device` if messages cannot be sent to it.
    """
    host = _check_device(endpoint, public_key, secret)
    device, _made = PushDevice.objects.browsers().update_or_create(
        endpoint=endpoint,
        defaults={
            "user": user,
            "host": host,
            "public_key": public_key,
            "secret": secret,
            "name": name[:80],
            "session": session,
            "made_at": now(),
            **ANSWERING,
        },
    )
    beyond = devices_of(user).values_list("pk", flat=True)[MOST:]
    PushDevice.objects.filter(pk__in=list(beyond)).delete()
    return device


def _check_device(endpoint: str, public_key: str, secret: str) -> str:
    """Return the endpoint's host. Raise `Refusal` with `bad_device` if it cannot be used."""
    try:
        host = check_address(endpoint).hostname
    except Unsafe:
        raise Refusal(ChatCode.BAD_DEVICE) from None
    if not settings.PUSH_KEY or not is_key_of_browser(public_key, secret):
        raise Refusal(ChatCode.BAD_DEVICE)
    assert host is not None
    return host


def note_result(device: PushDevice, result: Result, at: datetime) -> None:
    """Record that a device is gone, or how often in a row it has timed out."""
    row = PushDevice.objects.filter(pk=device.pk, gone_at=None)
    if result.gone:
        row.update(gone_at=at)
    elif result.fault == TIMED_OUT:
        rest = RESTS[device.timeouts]
        row.update(timeouts=device.timeouts + 1, rests_until=at + rest)
    elif device.timeouts and result.fate == Delivery.Fate.SENT:
        row.update(timeouts=0, rests_until=None)


@transaction.atomic
def renew_device(
    *, user: Person, session: str, endpoint: str, public_key: str, secret: str
) -> None:
    """Replace the subscription of the device that this session registered.

    Does nothing if there is none: the person may have removed it. Raise `Refusal` with
    `bad_device` as `add_device` does.
    """
    host = _check_device(endpoint, public_key, secret)
    device = devices_of(user).filter(session=session).first()
    if device is None:
        return
    others = PushDevice.objects.browsers().filter(endpoint=endpoint)
    others.exclude(pk=device.pk).delete()
    given = {"endpoint": endpoint, "host": host, "public_key": public_key, "secret": secret}
    PushDevice.objects.filter(pk=device.pk).update(**given, **ANSWERING)


@transaction.atomic
def remove_device(*, user: Person, pk: int) -> bool:
    """Remove a device. Return False if the person has no such device."""
    return devices_of(user).filter(pk=pk).delete()[0] > 0


def remove_devices_of(sessions: Mapping[str, int]) -> None:
    """Remove the devices registered in these sessions, or the webhooks of these tokens.

    `sessions`: the key of the person by the name of the session or the topic of the token."""
    if sessions:
        people = set(sessions.values())
        PushDevice.objects.filter(user__in=people, session__in=sessions.keys()).delete()
