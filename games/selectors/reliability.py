"""How reliably people answer, as others see it: at a table's door and on profiles."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Sum

from chat.core.clock import nearly_now
from chat.core.translation import gettext as _
from games.models import Match, Reliability
from games.reliability import NOBODY_KNOWS, Share, first_month


def shares_of(users: Collection[int], pace: str) -> dict[int, Share]:
    """At this pace, of each of them who has answered or missed something lately: one query."""
    if not users:
        return {}
    rows = Reliability.objects.filter(
        user__in=users, pace=pace, month__gte=first_month(nearly_now().date())
    )
    sums = rows.values("user").annotate(all_answered=Sum("answered"), all_missed=Sum("missed"))
    return {row["user"]: Share(row["all_answered"], row["all_missed"]) for row in sums}


def reliability_of(user: Any) -> list[tuple[str, Share]]:
    """Of this person: at each pace they have lately played at."""
    rows = Reliability.objects.filter(user=user, month__gte=first_month(nearly_now().date()))
    sums = rows.values("pace").annotate(all_answered=Sum("answered"), all_missed=Sum("missed"))
    by_pace = {row["pace"]: Share(row["all_answered"], row["all_missed"]) for row in sums}
    return [(pace, by_pace[pace]) for pace in Match.Pace.values if pace in by_pace]


def is_too_unreliable(user: Any, match: Match) -> bool:
    """Whether this table asks for more. Of whoever has decided little yet nothing is known."""
    if not match.reliable or user.pk is None or match.owner_id == user.pk:
        return False
    share = shares_of([user.pk], match.pace).get(user.pk, NOBODY_KNOWS)
    return share.known and share.percent < match.reliable


def in_short(share: Share) -> str:
    """In a word beside a name."""
    if not share.known:
        return _("new here")
    return _("%(percent)s %% in time") % {"percent": share.percent}
