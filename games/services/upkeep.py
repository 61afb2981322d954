"""House-keeping: old open tables, keys that no page can send any more."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from chat.core.clock import now
from games.models import AcceptedKey, Match, PasswordTry
from games.services.locking import lock_match
from games.services.seating import close_table

OPEN_FOR = timedelta(days=7)
KEYS_FOR = timedelta(days=14)


def tidy() -> None:
    """Closes open tables that are seven days old; forgets old keys and tries."""
    at = now()
    old = Match.objects.filter(status=Match.Status.OPEN, created_at__lte=at - OPEN_FOR)
    for public_id in list(old.values_list("public_id", flat=True)[:500]):
        with transaction.atomic():
            match = lock_match(public_id)
            if match.status == Match.Status.OPEN:
                close_table(match=match, reason="expired")
    AcceptedKey.objects.filter(at__lt=at - KEYS_FOR).delete()
    PasswordTry.objects.filter(at__lt=at - timedelta(days=1)).delete()
