"""What came of the last thing done, in one sentence for the middle of the board."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.merchants.page.log import sentence
from games.page.log import NameTag
from games.page.snapshot import MatchSnapshot

OUTCOMES = frozenset(
    {
        "bought", "seized", "unsold", "visited", "visit_failed", "forfeited", "callback_failed",
        "called_back", "left_there", "no_effect", "emblem", "warden", "herald", "toll", "keeper",
        "justice", "magnate", "thief", "slipped", "joker_back", "joker_gone", "siege_loss",
        "eliminated", "black_market", "lean_loss",
    }
)  # fmt: skip


def latest(snapshot: MatchSnapshot) -> SafeString | str:
    """Of this round, told to nobody in particular; "" while nothing has come of anything."""
    names = NameTag(snapshot, None)
    for told in reversed(snapshot.told):
        event = told.event
        if told.chapter < snapshot.match.chapter:
            break
        if event.to is None and event.kind in OUTCOMES:
            return sentence(event, names)
    return ""
