"""Merchant Kings: the same 54 cards in every match, so nothing is copied at the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engines.merchants.title import MERCHANTS
from games.titles.table import TableGame


class MerchantsGame(TableGame):
    """Implements `registry.Game`."""

    title = MERCHANTS
    picture = "merchants"
    opens_when_aborted = False
    scripts = ("js/merchants.js",)

    def content(self, match: Any) -> Any:
        """Nothing: the cards are part of the rules."""
        return None

    def check_options(self, match: Any) -> None:
        """Every mode goes with every table."""

    def options_again(self, match: Any) -> dict[str, Any]:
        return dict(match.options)

    def remarks(self, matches: Sequence[Any]) -> Mapping[int, str]:
        """The mode, where it is not the full game."""
        words = {"quick": _("quick start"), "hard": _("hard")}
        modes = {match.pk: match.options.get("mode", "full") for match in matches}
        return {pk: words[mode] for pk, mode in modes.items() if mode in words}

    def option_choices(self, user: Any) -> Mapping[str, list[tuple[str, str]]]:
        return {}

    def check_record(self, record: Mapping[str, Any]) -> list[str]:
        return MERCHANTS.check_record(record)


GAME = MerchantsGame()
