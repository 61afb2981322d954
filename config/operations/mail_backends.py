"""Django's mail backends with a count of mails sent and failed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends import console, smtp

from chat.core.metrics import Counter

MAILS = Counter("ridotto_mails", "Mails that were sent, and those that failed.", ("fate",))


class Counted:
    """A mixin for a mail backend that counts its mails."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        backend: Any = super()
        try:
            sent: int = backend.send_messages(messages) or 0
        except Exception:
            MAILS.labels("failed").inc(len(messages))
            raise
        MAILS.labels("sent").inc(sent)
        MAILS.labels("failed").inc(len(messages) - sent)
        return sent


class SmtpBackend(Counted, smtp.EmailBackend):
    """Sends mails to a mail server."""


class ConsoleBackend(Counted, console.EmailBackend):
    """Prints mails to the terminal if no mail server is set."""
