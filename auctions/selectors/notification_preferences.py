"""Which e-mails about auctions a person has asked for."""

from __future__ import annotations

from typing import Any

from auctions.models import MailWish


def mail_preferences(user: Any) -> MailWish:
    """None are wanted by a person who never asked for any."""
    found = MailWish.objects.filter(user=user).first()
    return found or MailWish(user=user)
