"""Interop as the site runs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.codec import build
from games.interop.rules.options import InteropContent, InteropOptions
from games.interop.title import INTEROP
from games.page.table_game import TableGame


class InteropGame(TableGame):
    """Interop as a `registry.Game`."""

    title = INTEROP
    scripts = ("games/interop/interop.js",)
    sprite = "games/interop/art/glyphs.svg"

    def share(self, options: Mapping[str, Any]) -> float:
        given = build(options, InteropOptions)
        return given.rounds / InteropOptions().rounds

    def content(self, match: Any) -> Any:
        """Return the current edition of the cards."""
        # The cards are part of the rules, so a match copies only the number of their edition.
        return InteropContent()


GAME = InteropGame()
