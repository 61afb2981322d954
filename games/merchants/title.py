"""The title of Merchant Kings: its rules, options and bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from games.engine.base import (
    Bot,
    CaseResult,
    Clock,
    Decision,
    Lesson,
    Preset,
    Randomness,
    Simulated,
    TableTitle,
    Value,
)
from games.engine.record import check_record
from games.engine.rollout import Searcher
from games.engine.simulate import engine_for, record_of
from games.merchants.bots.formula import merchant
from games.merchants.bots.house_bot import house
from games.merchants.bots.master import master
from games.merchants.rules.engine import MerchantsEngine
from games.merchants.rules.examples import run_examples
from games.merchants.rules.numbers import counted, figures, numbers
from games.merchants.rules.options import PRESETS, MerchantsOptions, MerchantsPreferences


class MerchantsTitle(TableTitle):
    """Merchant Kings; the defaults are those of a game at a table."""

    slug = "merchants"
    name = "Merchant Kings"
    tagline = "Buy low, seize what others want, and keep an eye on the dragon."
    how = (
        "On your turn you buy goods on the market with dice; others may seize what you buy. "
        "When the deck runs out, the most valuable hand wins."
    )
    seats = (3, 4)
    minutes = (25, 45)
    seating: Literal["joined", "random"] = "random"
    options_type: type[Value] = MerchantsOptions
    preferences_type: type[Value] = MerchantsPreferences
    presets: tuple[Preset, ...] = PRESETS
    lesson = Lesson(
        secret="355aebba424b068e6a62dd5acad84c79cc95eba97501d1257b96d39c90c4f6a8",
        options={"mode": "quick"},
    )
    bots: Mapping[str, Bot] = {"house": house, "merchant": merchant}
    searchers: Mapping[str, Searcher] = {"master": master}
    levels: Mapping[str, str] = {"beginner": "merchant", "house": "house", "master": "master"}
    bots_are = (
        "House bots buy and seize whatever is worth more to them than it costs. "
        "Beginners consider fewer things; masters think ahead before each move."
    )
    engines: Mapping[int, type[Any]] = {1: MerchantsEngine}

    def numbers(self, replayed: Sequence[Any]) -> Any:
        return numbers(replayed)

    def bot_wait(self, decision: Decision, view: Any, chance: Randomness) -> float:
        """Return 2 to 5 seconds, the delay of an automatic pass (rules 2.5)."""
        return 2 + chance.below(3001) / 1000

    def run_examples(self, document: Mapping[str, Any]) -> Sequence[CaseResult]:
        return run_examples(document)

    def simulate(
        self,
        *,
        bots: Sequence[str],
        options: Mapping[str, Any],
        seed: str,
        clock: Clock | None = None,
    ) -> Simulated:
        """Simulate one match, with the facts that section 16 of the rules counts."""
        engine = engine_for(self, seats=len(bots), options=options)
        return counted(self, engine, bots=bots, seed=seed, clock=clock)

    def simulated_record(
        self, *, bots: Sequence[str], options: Mapping[str, Any], seed: str
    ) -> Mapping[str, Any]:
        return record_of(
            self, engine=engine_for(self, seats=len(bots), options=options), bots=bots, seed=seed
        )

    def figures(self, played: Sequence[Simulated]) -> Sequence[str]:
        """Return the share of eliminated seats for each bot."""
        return figures(played)

    def check_record(self, record: Mapping[str, Any]) -> list[str]:
        return check_record(self, record)


MERCHANTS = MerchantsTitle()
