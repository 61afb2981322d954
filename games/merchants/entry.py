"""Merchant Kings as the site runs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.merchants.title import MERCHANTS
from games.page.table_game import TableGame


class MerchantsGame(TableGame):
    """Merchant Kings as a `registry.Game`."""

    # No content is copied at the start: every match has the same 54 cards.
    title = MERCHANTS
    scripts = ("games/merchants/merchants.js",)
    told = ("mode",)

    def remarks(self, matches: Sequence[Any]) -> Mapping[int, str]:
        """Return the mode of each match that is not a full game."""
        words = {"quick": _("quick start"), "hard": _("hard")}
        modes = {match.pk: match.options.get("mode", "full") for match in matches}
        return {pk: words[mode] for pk, mode in modes.items() if mode in words}

    def length(self, match: Any) -> str:
        """Return how long the match takes; a quick start is shorter than any full game."""
        quick = _("about 12 minutes") if match.options.get("mode") == "quick" else ""
        return quick if quick and match.pace == "live" else super().length(match)


GAME = MerchantsGame()
