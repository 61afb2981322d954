"""What a player keeps while a match lasts, so that the house cannot come with another secret."""

from __future__ import annotations

from typing import Any

from chat.core.clock import now
from games.page.viewer import Viewing


def receipt_of(viewing: Viewing) -> dict[str, Any]:
    """Which seal, of which match, when, what players added to the secret, and the head of the log
    when nothing sealed was outstanding. `verify.py` compares a record with it.
    """
    match = viewing.match
    told: dict[str, Any] = {
        "format": "ridotto-receipt",
        "match": match.public_id,
        "table": match.name,
        "game": match.game,
        "seal": match.seal,
        "made": match.created_at.isoformat(),
        "given": now().isoformat(),
        "started": match.started_at and match.started_at.isoformat(),
        "head": match.shown_head,
    }
    if not match.waiting:  # until then people come and go
        added = viewing.table.chance.added
        told["contributions"] = [
            {"commitment": one.commitment, "opening": one.opening} for one in added
        ]
    return told
