"""What a person wishes to hear of auctions, and the private link to their deadlines."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from auctions.models import CalendarFeed, MailWish
from chat.core.clock import now


def set_mail_wish(*, user: Any, results: bool, reminders: bool) -> None:
    """Which e-mails this person asks for."""
    MailWish.objects.update_or_create(
        user=user, defaults={"results": results, "reminders": reminders}
    )


@transaction.atomic
def make_feed(*, user: Any) -> CalendarFeed:
    """A new private link; an older one tells nothing from here on."""
    get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)  # one at a time
    revoke_feed(user=user)
    return CalendarFeed.objects.create(user=user, made_at=now())


def revoke_feed(*, user: Any) -> None:
    """The link tells nothing any more."""
    CalendarFeed.objects.filter(user=user, revoked_at=None).update(revoked_at=now())


def forget(*, user: Any) -> None:
    """Whatever this person wished, as when the account is deleted."""
    MailWish.objects.filter(user=user).delete()
    CalendarFeed.objects.filter(user=user).delete()
