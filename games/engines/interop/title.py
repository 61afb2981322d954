"""Interop as the house knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from games.engines.base import Bot, Decision, Preset, Randomness, Value
from games.engines.interop.cards import FEWEST, MOST
from games.engines.interop.events import EVENT_TEXT
from games.engines.interop.options import (
    PRESETS,
    InteropContent,
    InteropOptions,
    InteropPreferences,
)


class InteropTitle:
    """What is fixed of `base.TableTitle`; the engine and its bots join it."""

    slug = "interop"
    name = "Interop"
    tagline = "Build the internet, decide who may use it, earn where things work together."
    seats = (FEWEST, MOST)
    minutes = (30, 75)
    roster: Literal["fixed", "open"] = "fixed"
    seating: Literal["joined", "random"] = "random"
    own_clock = False
    own_away = False
    leaver: Literal["leaves", "bot", "stays"] = "bot"
    options_type: type[Value] = InteropOptions
    content_type: Any = InteropContent
    preferences_type: type[Value] = InteropPreferences
    event_text: Mapping[str, str] = EVENT_TEXT
    presets: tuple[Preset, ...] = PRESETS
    bots: Mapping[str, Bot] = {}
    house_bot = "house"

    def start_fault(self, content: Any, most: int) -> str:
        """Every edition has cards for six."""
        return ""

    def bot_wait(self, decision: Decision, view: Any, chance: Randomness) -> float:
        """As long as a person takes to click; the same for every card."""
        low, more = _WAITS[decision.kind]
        return (low + chance.below(more)) / 1000


_WAITS = {
    "founder": (2000, 3000),
    "invest": (1200, 1800),
    "keep": (1500, 1500),
    "allocate": (1500, 2000),
}
