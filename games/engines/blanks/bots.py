"""The house's bot (rules 25): from its own view and the choices in it, with chance of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engines.base import Randomness
from games.engines.blanks.view import BlanksView
from games.engines.choices import sample

_DOES = ("back", "play", "vote")  # never a discard


def house(view: BlanksView, chance: Randomness) -> Mapping[str, Any] | None:
    """Comes back at once, plays and votes with every legal way equally likely."""
    for choice in view.choices:
        if choice.action in _DOES:
            return sample(choice, chance)
    return None


def wait_ms(view: BlanksView, chance: Randomness) -> int:
    """Milliseconds the bot thinks in this phase; it tells nothing of any card."""
    if view.phase == "vote":
        more = len(view.plays or ())
        low, high = 4 + more, 12 + more
    else:
        more = 4 * (view.black.pick - 1 if view.black else 0)
        low, high = 4 + more, 15 + more
    wait = 1000 * low + chance.below(1000 * (high - low) + 1)
    return min(wait, 500 * view.seconds)
