"""Merchant Kings as the house knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from games.engines.base import Bot, Decision, Preset, Randomness, Value
from games.engines.merchants.events import EVENT_TEXT
from games.engines.merchants.options import PRESETS, MerchantsOptions
from games.engines.merchants.preferences import MerchantsPreferences


class MerchantsTitle:
    """Implements `base.TableTitle`."""

    slug = "merchants"
    name = "Merchant Kings"
    tagline = "Buy low, seize what others want, and keep an eye on the dragon."
    seats = (3, 4)
    minutes = (25, 45)
    roster: Literal["fixed", "open"] = "fixed"
    seating: Literal["joined", "random"] = "random"
    own_clock = False
    own_away = False
    leaver: Literal["leaves", "bot", "stays"] = "bot"
    options_type: type[Value] = MerchantsOptions
    preferences_type: type[Value] = MerchantsPreferences
    content_type: Any = type(None)
    event_text: Mapping[str, str] = EVENT_TEXT
    presets: tuple[Preset, ...] = PRESETS
    bots: Mapping[str, Bot] = {}
    house_bot = "house"
    engines: Mapping[int, type[Any]] = {}

    def start_fault(self, content: Any, most: int) -> str:
        """There is always something to play with: the cards are the same in every match."""
        return ""

    def bot_wait(self, decision: Decision, view: Any, chance: Randomness) -> float:
        """2 to 5 seconds, as an automatic pass takes (rules 2.5)."""
        return 2 + chance.below(3001) / 1000


MERCHANTS = MerchantsTitle()
