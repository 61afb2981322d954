"""The receipt that a player keeps, so that the site cannot swap the secret later."""

from __future__ import annotations

from typing import Any

from chat.core.clock import now
from games.page.viewer import Viewing


def receipt_of(viewing: Viewing) -> dict[str, Any]:
    """Return the receipt of a match, which `verify.py` compares with a record.

    It names the seal, the match, the time, what players added to the secret, and the head of the
    log when nothing sealed was outstanding.
    """
    match = viewing.match
    receipt: dict[str, Any] = {
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
    if not match.waiting:  # before, players still join and leave
        added = viewing.table.chance.added
        receipt["contributions"] = [
            {"commitment": one.commitment, "opening": one.opening} for one in added
        ]
    return receipt
