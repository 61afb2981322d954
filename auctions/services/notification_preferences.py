"""Which e-mails about auctions a person asks for."""

from __future__ import annotations

from typing import Any

from auctions.models import CalendarFeed, MailWish


def set_mail_preferences(*, user: Any, results: bool, reminders: bool) -> None:
    """`results`: of each auction. `reminders`: before an auction in which they have no bids."""
    MailWish.objects.update_or_create(
        user=user, defaults={"results": results, "reminders": reminders}
    )


def forget(*, user: Any) -> None:
    """Deletes preferences and calendar feeds, when the account is deleted."""
    MailWish.objects.filter(user=user).delete()
    CalendarFeed.objects.filter(user=user).delete()
