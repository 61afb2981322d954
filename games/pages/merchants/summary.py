"""The options of a table in plain words, before anything is dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chat.core.translation import gettext as _
from games.engines.codec import build
from games.engines.merchants.options import MerchantsOptions
from games.live.snapshot import MatchSnapshot


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
    return {"mode": name, "text": text, "slow": snapshot.match.pace == "slow"}
