"""Table alerts: notices to people who look for a table when one opens."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from chat.contacts.notices import notify_many
from chat.core.clock import now
from chat.delivery.preferences import HOURS, is_within, span
from chat.messages.selectors import hidden_ids
from chat.people import zone_of
from games.models import Match, TableAlert
from games.refusals import HouseCode, Refusal
from games.registry import game_of, games
from games.services.table_access import lock_person

PAUSE = timedelta(hours=1)  # at least, between two alerts to one person
MOST_TOLD = 200  # people alerted to one table; those alerted longest ago come first
FRESH = timedelta(hours=1)  # how long a notice stays: later the table is in the lobby or gone


@transaction.atomic
def look_for(
    *,
    user: Any,
    slugs: Collection[str],
    pace: str = "",
    hour_from: int | None = None,
    hour_to: int | None = None,
) -> None:
    """Set the games whose new tables this person is alerted to; others are dropped.

    `hour_from`, `hour_to`: hours of the person's own day, both or neither. Raise
    `Refusal("malformed")` for unknown games, paces or hours.
    """
    if not set(slugs) <= games().keys() or pace not in ("", *Match.Pace):
        raise Refusal(HouseCode.MALFORMED)
    if any(hour is not None and hour not in HOURS for hour in (hour_from, hour_to)):
        raise Refusal(HouseCode.MALFORMED)
    hour_from, hour_to = span(hour_from, hour_to)
    lock_person(user)
    TableAlert.objects.filter(user=user).exclude(game__in=slugs).delete()
    chosen = {"pace": pace, "hour_from": hour_from, "hour_to": hour_to}
    for slug in slugs:
        TableAlert.objects.update_or_create(user=user, game=slug, defaults=chosen)


def forget_alerts(*, user: Any) -> None:
    """Delete this person's alerts, when the account is deleted."""
    TableAlert.objects.filter(user=user).delete()


def tell_open(*, match: Match, bots: int) -> None:
    """Alert the people who look for a table like this new one, if it has a free seat."""
    if match.settings.access != "open" or 1 + bots >= match.settings.most:
        return
    at = now()
    alerts = [one for one in _alerts_for(match, at) if _is_hour_of(one, at)][:MOST_TOLD]
    TableAlert.objects.filter(pk__in=[one.pk for one in alerts]).update(told_at=at)
    title = game_of(match.game).title.name
    words = {"game": title, "table": match.name}
    text = _("A new table of %(game)s is open: “%(table)s”.") % words
    url = reverse("games:match", args=[match.public_id])
    told = dict.fromkeys((one.user_id for one in alerts), text)
    notify_many(kind="table", told=told, url=url, instead_of=url, until=at + FRESH)


def _alerts_for(match: Match, at: datetime) -> list[TableAlert]:
    rested = Q(told_at=None) | Q(told_at__lte=at - PAUSE)
    rows = TableAlert.objects.filter(rested, game=match.game, user__is_active=True)
    if not game_of(match.game).title.own_clock:
        rows = rows.filter(pace__in=("", match.settings.pace))
    if not match.settings.guests:
        rows = rows.exclude(user__is_guest=True)
    owner = match.owner
    assert owner is not None
    rows = rows.exclude(user=owner).exclude(user__in=hidden_ids(owner))
    return list(rows.select_related("user").order_by(F("told_at").asc(nulls_first=True), "pk"))


def _is_hour_of(alert: TableAlert, at: datetime) -> bool:
    if alert.hour_from is None or alert.hour_to is None:
        return True
    return is_within(alert.hour_from, alert.hour_to, zone_of(alert.user), at)
