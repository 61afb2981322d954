"""The options of a table in plain words, before anything is dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chat.core.translation import gettext as _
from games.engine.codec import build
from games.merchants.rules.options import MerchantsOptions
from games.merchants.rules.show import SECONDS
from games.merchants.rules.state import Phase
from games.page.snapshot import MatchSnapshot


def context(snapshot: MatchSnapshot) -> Mapping[str, Any]:
    options: MerchantsOptions = build(snapshot.match.options, MerchantsOptions)
    match options.mode:
        case "full":
            name, text = _("Full game"), _("All cards: characters, crates, eggs and the dragon.")
        case "quick":
            name = _("Quick start")
            text = _("Goods and Kings only: buying, seizing and dice, in about a dozen minutes.")
        case "hard":
            name = _("Hard")
            text = _("Like the full game, but anyone the dragon strikes is out.")
    return {
        "mode": name,
        "text": text,
        "slow": snapshot.match.pace == "slow",
        **_seconds(snapshot.match.pace_percent),
    }


def _seconds(pace_percent: int) -> Mapping[str, int]:
    """What the clock of this table gives for a step of a turn, and for the answers."""
    turn = SECONDS[Phase.MARKET]
    answers = [given for given in SECONDS.values() if 0 < given < turn]
    found = {"turn": turn, "least": min(answers), "most": max(answers)}
    return {name: round(given * pace_percent / 100) for name, given in found.items()}
