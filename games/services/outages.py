"""When the house could not take answers: webs say that they do, and a gap is written down."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from chat.core.clock import now
from games.models import HousePulse, Outage
from games.reliability import Down
from games.services.locking import in_turn

EVERY = 5.0  # seconds between two words of a web
GAP = timedelta(seconds=15)  # without a word of any: the house was down
_ONE = 1  # the key of the one row


def answers_are_taken() -> None:
    """Said by every web again and again, as long as it serves and can write."""
    with in_turn(), transaction.atomic(durable=True):
        at = now()
        HousePulse.objects.bulk_create([HousePulse(pk=_ONE, at=at)], ignore_conflicts=True)
        last = HousePulse.objects.select_for_update().get(pk=_ONE).at
        if at - last > GAP:
            Outage.objects.create(since=last, until=at)
        if abs(at - last) > timedelta(seconds=EVERY / 2):  # another web may just have said so
            HousePulse.objects.filter(pk=_ONE).update(at=at)


def outages_since(moment: datetime) -> list[Down]:
    """Those that ended after it; one that may be going on lasts for good."""
    rows = Outage.objects.filter(until__gte=moment).order_by("until")
    found = [Down(*row) for row in rows.values_list("since", "until")]
    last = HousePulse.objects.values_list("at", flat=True).first()
    if last is not None and now() - last > GAP:
        found.append(Down(last, now()))
    return found


def forget_outages(*, before: datetime) -> None:
    Outage.objects.filter(until__lt=before).delete()
