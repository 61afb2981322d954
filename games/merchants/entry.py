"""Merchant Kings: the same 54 cards in every match, so nothing is copied at the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.merchants.title import MERCHANTS
from games.page.table_game import TableGame


class MerchantsGame(TableGame):
    """Implements `registry.Game`."""

    title = MERCHANTS
    scripts = ("games/merchants/merchants.js",)
    told = ("mode",)

    def remarks(self, matches: Sequence[Any]) -> Mapping[int, str]:
        """The mode, where it is not the full game."""
        words = {"quick": _("quick start"), "hard": _("hard")}
        modes = {match.pk: match.options.get("mode", "full") for match in matches}
        return {pk: words[mode] for pk, mode in modes.items() if mode in words}

    def length(self, match: Any) -> str:
        """The quick start is shorter than any full game."""
        quick = _("about 12 minutes") if match.options.get("mode") == "quick" else ""
        return super().length(match) or quick


GAME = MerchantsGame()
