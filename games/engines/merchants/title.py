"""Merchant Kings as the house knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from games.engines import codec
from games.engines.base import (
    Bot,
    CaseResult,
    Decision,
    Preset,
    Randomness,
    SeatSetup,
    Setup,
    Simulated,
    Value,
)
from games.engines.checking import check_record
from games.engines.merchants import bots as policies
from games.engines.merchants.counting import counted
from games.engines.merchants.engine import MerchantsEngine
from games.engines.merchants.events import EVENT_TEXT
from games.engines.merchants.examples import run_examples
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
    bots: Mapping[str, Bot] = {"house": policies.house}
    house_bot = "house"
    engines: Mapping[int, type[Any]] = {1: MerchantsEngine}

    def start_fault(self, content: Any, most: int) -> str:
        """There is always something to play with: the cards are the same in every match."""
        return ""

    def bot_wait(self, decision: Decision, view: Any, chance: Randomness) -> float:
        """2 to 5 seconds, as an automatic pass takes (rules 2.5)."""
        return 2 + chance.below(3001) / 1000

    def run_examples(self, document: Mapping[str, Any]) -> Sequence[CaseResult]:
        return run_examples(document)

    def simulate(self, *, bots: Sequence[str], options: Mapping[str, Any], seed: str) -> Simulated:
        """One match, with what section 16 of the rules counts as facts."""
        setup = Setup(
            seats=tuple(SeatSetup() for _ in bots),
            options=codec.build(dict(options), MerchantsOptions),
        )
        return counted(self, MerchantsEngine(setup), bots=bots, seed=seed)

    def check_record(self, record: Mapping[str, Any]) -> list[str]:
        return check_record(self, record)


MERCHANTS = MerchantsTitle()
