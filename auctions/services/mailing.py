"""E-mails about auctions, to those who asked for them, where the house can send mail."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from smtplib import SMTPException
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db.models import QuerySet

from auctions.models import MailWish

log = logging.getLogger(__name__)

_WISH = {"auction": "results", "auction-reminder": "reminders"}


@dataclass(frozen=True)
class Letter:
    """What is to be sent once the step that made it is committed: text by address."""

    subject: str
    texts: tuple[tuple[str, str], ...]


NO_LETTER = Letter("", ())


def letters_to(*, kind: str, told: Mapping[int, str], path: str, subject: str) -> Letter:
    """For those of `told` who want e-mails of this kind and have confirmed their address."""
    if not settings.MAIL_CONFIGURED or not told:
        return NO_LETTER
    wanted = MailWish.objects.filter(user__in=told, **{_WISH[kind]: True})
    addresses = _confirmed().filter(user__in=wanted.values("user"))
    link = f"\n\n{_origin()}{path}\n" if _origin() else "\n"
    return Letter(
        subject,
        tuple(
            (email, told[user] + link) for user, email in addresses.values_list("user_id", "email")
        ),
    )


def reaches(user: Any) -> bool:
    """Whether e-mail to this person would arrive: at an address that was confirmed."""
    return _confirmed().filter(user=user).exists()


def _confirmed() -> QuerySet[EmailAddress]:
    found: QuerySet[EmailAddress] = EmailAddress.objects.filter(primary=True, verified=True)
    return found


def send(letter: Letter) -> None:
    """Sends what was written, over one connection. What cannot be sent is lost."""
    if not letter.texts:
        return
    subject = f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{letter.subject}"
    try:
        with get_connection() as connection:
            connection.send_messages(
                [EmailMessage(subject, text, to=[address]) for address, text in letter.texts]
            )
    except (SMTPException, OSError) as error:
        log.warning("%s e-mails were not sent: %s", len(letter.texts), type(error).__name__)


def _origin() -> str:
    """Where the site is, as its own forms say."""
    return settings.CSRF_TRUSTED_ORIGINS[0] if settings.CSRF_TRUSTED_ORIGINS else ""
