"""Interop: its cards are part of the rules, so a match copies only their edition."""

from __future__ import annotations

from typing import Any

from games.interop.rules.options import InteropContent
from games.interop.title import INTEROP
from games.page.table_game import TableGame


class InteropGame(TableGame):
    """Implements `registry.Game`."""

    title = INTEROP
    scripts = ("games/interop/interop.js",)
    sprite = "games/interop/art/glyphs.svg"

    def content(self, match: Any) -> Any:
        """The present edition of the cards."""
        return InteropContent()


GAME = InteropGame()
