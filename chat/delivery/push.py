"""Notices as push messages, encrypted for one browser (RFC 8291) and signed (RFC 8292)."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from email.utils import parseaddr
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.templatetags.static import static
from py_vapid import Vapid02

from chat.delivery.endpoints import Unreachable, Unsafe, post
from chat.delivery.kinds import SENT, Result, later, refused, subject_of
from chat.models import Delivery, NoticePreferences

AT_ONCE = 8  # messages that are on their way
KEPT = 24 * 60 * 60  # seconds for which a browser's maker keeps what cannot be delivered yet
SIGNED_FOR = 12 * 60 * 60
URGENT = {"move", "start"}


def public_key() -> str:
    """What browsers ask for when they subscribe: only this house can push to them then."""
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
    """Whether messages can be encrypted with these."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(public))
        return len(_bytes(secret)) == 16
    except ValueError:
        return False


def send_messages(
    deliveries: Sequence[Delivery], preferences: dict[int, NoticePreferences], *, until: float
) -> Iterator[tuple[Delivery, Result]]:
    """Sends several at once, and says of each what came of it; none is begun after `until`."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        waiting = {
            threads.submit(_send, _Message.of(one, preferences.get(one.notice.user_id)), until): one
            for one in deliveries
        }
        for done in as_completed(waiting):
            if (result := done.result()) is not None:
                yield waiting[done], result


class _Message:
    """All that a thread needs: it asks the database nothing."""

    def __init__(self, delivery: Delivery, sound: bool, vibration: bool) -> None:
        notice, device = delivery.notice, delivery.device
        assert device is not None
        self.endpoint = device.endpoint
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
    def of(cls, delivery: Delivery, preferences: NoticePreferences | None) -> _Message:
        wishes = preferences or NoticePreferences()
        return cls(delivery, wishes.sound, wishes.vibration)


def _send(message: _Message, until: float) -> Result | None:
    if time.monotonic() > until:
        return None
    try:
        status, wait = post(message.endpoint, _encrypted(message), _headers(message))
    except Unsafe:
        return refused("not a public address", gone=True)
    except Unreachable:
        return later("unreachable")
    return _judged(status, wait)


def _judged(status: int, wait: float) -> Result:
    if 200 <= status < 300:
        return SENT
    if status in (404, 410):
        return refused("no such device", gone=True)
    if status == 429 or status >= 500:
        return later(f"answered {status}", wait)
    return refused(f"answered {status}", gone=status in (401, 403))


def _encrypted(message: _Message) -> bytes:
    public, secret = message.keys
    encrypted: bytes = http_ece.encrypt(
        message.content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(public),
        auth_secret=_bytes(secret),
        version="aes128gcm",
    )
    return encrypted


def _headers(message: _Message) -> dict[str, str]:
    """`Topic`: of several with the same, only the last is kept for a browser that is away."""
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
        "Topic": message.tag,
        "Urgency": message.urgency,
    }


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
