"""Deliveries, made by the test itself instead of workers."""

from __future__ import annotations

from chat.delivery.sender import SENDERS


def deliver_due() -> None:
    """Send what is due by every way."""
    for send in SENDERS.values():
        send()
