"""Notices as e-mails, one by one or in a digest, and unsubscribing (RFC 8058)."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from email.utils import parseaddr
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.signing import BadSignature, dumps, loads
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from chat.delivery.kinds import SENT, URGENT, Result, later, refused, row_of, subject_of
from chat.models import Delivery

log = logging.getLogger(__name__)

MAILBOX_FULL = 452, 552  # not permanent: the mailbox may be emptied
SALT = "chat.delivery.mail"


@dataclass(frozen=True)
class Letter:
    """An e-mail to one person, with one delivery or, in a digest, several."""

    address: str
    deliveries: tuple[Delivery, ...]
    digest: bool = False

    @property
    def user(self) -> int:
        return self.deliveries[0].notice.user_id

    @property
    def row(self) -> str:
        """The row of preferences that its link unsubscribes from; "" for all e-mail."""
        kind = self.deliveries[0].notice.kind
        return "" if self.digest or kind in URGENT else row_of(kind)


def send_letters(
    letters: Sequence[Letter], *, until: float, is_due: Callable[[Letter], bool]
) -> Iterator[tuple[Letter, Result]]:
    """Send e-mails over one connection, and yield each with its result.

    None is begun after `until`, a time of `time.monotonic`. If the server cannot be reached, those
    that are left get the same result without being tried.
    """
    connection = get_connection()
    try:
        for place, letter in enumerate(letters):
            if time.monotonic() > until:
                return
            if not is_due(letter):  # asked just before sending: what it is about may be over
                continue
            result = _sent(connection, letter)
            yield letter, result
            if result.fault == "unreachable":
                yield from ((left, result) for left in letters[place + 1 :])
                return
    finally:
        _close(connection)


def _sent(connection: Any, letter: Letter) -> Result:
    try:
        connection.open()
        connection.send_messages([_message(letter)])
    except SMTPRecipientsRefused as error:
        code = next(iter(error.recipients.values()), (0, b""))[0]
        if 500 <= code < 600 and code not in MAILBOX_FULL:
            return refused("no such address", gone=True)
        return later("not accepted")
    except SMTPResponseException as error:
        _close(connection)
        permanent = 500 <= error.smtp_code < 600 and error.smtp_code not in (530, 535, 538)
        return refused("refused by the server") if permanent else later("not accepted")
    except (SMTPException, OSError) as error:
        log.warning("mail: the server cannot be reached (%s)", type(error).__name__)
        _close(connection)
        return later("unreachable")
    return SENT


def _close(connection: Any) -> None:
    try:
        connection.close()
    except (SMTPException, OSError):
        log.info("mail: the server was gone before the connection was closed")


def _message(letter: Letter) -> EmailMessage:
    notices = [delivery.notice for delivery in letter.deliveries]
    subject = _("Your day at Ridotto") if letter.digest else subject_of(notices[0].kind)
    stop = origin() and origin() + reverse("chat:unsubscribe", args=[token_of(letter)])
    text = render_to_string(
        "chat/mail/notices.txt", {"notices": notices, "origin": origin(), "stop": stop}
    )
    headers = {"Message-ID": message_id(letter), "Auto-Submitted": "auto-generated"}
    if stop:
        headers |= {
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    prefix = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX
    return EmailMessage(f"{prefix}{subject}", text, to=[letter.address], headers=headers)


def message_id(letter: Letter) -> str:
    """Return an e-mail's id: always the same, so a second copy is not shown."""
    kind = "digest" if letter.digest else "notice"
    first = min(delivery.pk for delivery in letter.deliveries)
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].partition("@")[2] or "localhost"
    return f"<{kind}-{first}@{domain}>"


def token_of(letter: Letter) -> str:
    """Return a signed token for unsubscribing the person from the row in this e-mail.

    Anybody who has the e-mail may use it.
    """
    return dumps([letter.user, letter.row], salt=SALT)


def read_token(token: str) -> tuple[int, str] | None:
    """Return the person and row ("" for all) in a token, or None if it is not ours."""
    try:
        user, row = loads(token, salt=SALT)
    except (BadSignature, ValueError):
        return None
    return int(user), str(row)


def origin() -> str:
    """Return the site's origin, such as `https://ridotto.example`, or "" if unknown."""
    return settings.CSRF_TRUSTED_ORIGINS[0] if settings.CSRF_TRUSTED_ORIGINS else ""
