"""Which weeks have something to do."""

from __future__ import annotations

from auctions.models import Auction
from chat.core.clock import now
from games.models import Match


def weeks_due(limit: int = 1000) -> list[int]:
    """Matches with an auction whose instant has come and that is not resolved, oldest first."""
    rows = Auction.objects.filter(
        instant__lte=now(), resolved_at=None, match__status=Match.Status.RUNNING
    )
    found = rows.order_by("instant").values_list("match_id", flat=True)[:limit]
    return list(dict.fromkeys(found))
