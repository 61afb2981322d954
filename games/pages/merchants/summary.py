"""The options of a table in plain words, before anything is dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.engines.codec import build
from games.engines.merchants.options import MerchantsOptions
from games.live.moment import Moment


def context(moment: Moment) -> Mapping[str, Any]:
    options: MerchantsOptions = build(moment.match.options, MerchantsOptions)
    match options.mode:
        case "full":
            name, text = _("Full game"), _("All cards: characters, crates, eggs and the dragon.")
        case "quick":
            name = _("Quick start")
            text = _("Goods and Kings only: buying, seizing and dice, a dozen minutes.")
        case "hard":
            name = _("Hard")
            text = _("As the full game, but whom the dragon strikes is out of it.")
    return {"mode": name, "text": text, "slow": moment.match.pace == "slow"}
