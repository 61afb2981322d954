"""House-keeping: old open tables, and what is kept for a time only."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from chat.core.clock import now
from chat.core.steps import run_steps
from games.models import Match
from games.services import rating, reliability, retention
from games.services.locking import lock_match
from games.services.seating import close_table

OPEN_FOR = timedelta(days=7)


def tidy() -> None:
    """Closes open tables that are seven days old; forgets and packs what is older than it need be;
    counts what has ended for ratings and for how reliably people answer.

    For half a second or so: the schedule comes again.
    """
    _close_old_tables()
    run_steps(retention.forget_keys)
    run_steps(retention.forget_tries)
    retention.pack_logs()
    run_steps(reliability.forget_old)
    run_steps(rating.count_one)  # these last: should one fail, the rest is done
    run_steps(reliability.count_one)


def _close_old_tables() -> None:
    old = Match.objects.filter(status=Match.Status.OPEN, created_at__lte=now() - OPEN_FOR)
    for public_id in list(old.values_list("public_id", flat=True)[:500]):
        with transaction.atomic():
            match = lock_match(public_id)
            if match.status == Match.Status.OPEN:
                close_table(match=match, reason="expired")
