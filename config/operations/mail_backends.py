"""Mails go where Django sends them, and are counted with what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends import console, smtp

from chat.core.metrics import Counter

MAILS = Counter("ridotto_mails", "Mails that were sent, and those that failed.", ("fate",))


class Counted:
    """Before a backend of Django's."""

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
    """To a mail server."""


class ConsoleBackend(Counted, console.EmailBackend):
    """Onto the terminal, where no server is set."""
