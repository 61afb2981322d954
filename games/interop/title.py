"""The title of Interop: its rules, options and bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from games.engine.base import (
    Bot,
    CaseResult,
    Clock,
    Decision,
    Engine,
    Lesson,
    Preset,
    Randomness,
    Simulated,
    TableTitle,
    Value,
)
from games.engine.record import check_record
from games.engine.rollout import Searcher
from games.engine.simulate import engine_for, record_of, simulate
from games.interop.bots.house_bot import house
from games.interop.bots.master import master
from games.interop.bots.planner import POLICIES, planner
from games.interop.bots.simple import anyhow, greedy
from games.interop.rules import scoring
from games.interop.rules.cards import FEWEST, MOST
from games.interop.rules.engine import InteropEngine
from games.interop.rules.examples import run_examples
from games.interop.rules.options import PRESETS, InteropContent, InteropOptions, InteropPreferences
from games.interop.rules.scoring import numbers


class InteropTitle(TableTitle):
    """Interop; the defaults are those of a game at a table."""

    slug = "interop"
    name = "Interop"
    tagline = "Build the internet, decide who can use it, and earn where things work together."
    how = (
        "In each round you build a network of protocols, place users on it, and earn from the "
        "applications they use. After the last round the richest player wins."
    )
    seats = (FEWEST, MOST)
    minutes = (30, 75)
    seating: Literal["joined", "random"] = "random"
    options_type: type[Value] = InteropOptions
    content_type: Any = InteropContent
    preferences_type: type[Value] = InteropPreferences
    presets: tuple[Preset, ...] = PRESETS
    calm: Mapping[str, Any] = {"rounds": 6}
    lesson = Lesson(
        secret="01f4b709224f787801e6100ebaade9c2cf75afb03f5748b898ea9bc1ae86675c",
        options={"rounds": 6},
    )
    bots: Mapping[str, Bot] = {
        "random": anyhow,
        "greedy": greedy,
        "planner": planner,
        "house": house,
        **POLICIES,
    }
    searchers: Mapping[str, Searcher] = {"master": master}
    levels: Mapping[str, str] = {"beginner": "greedy", "house": "house", "master": "master"}
    bots_are = (
        "House bots plan which cards will earn back their price. Beginners buy "
        "whatever earns most right away; masters think ahead before each move."
    )
    engines: Mapping[int, type[Any]] = {2: InteropEngine}

    def numbers(self, replayed: Sequence[Any]) -> Any:
        return numbers(replayed)

    def bot_wait(self, decision: Decision, view: Any, chance: Randomness) -> float:
        """Return about the time a person takes to click; it does not depend on the cards."""
        low, more = _WAITS[decision.kind]
        return (low + chance.below(more)) / 1000

    def check_record(self, record: Mapping[str, Any]) -> list[str]:
        return check_record(self, record)

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
        """Simulate one match, with the facts of rules 20."""
        engine = self._engine_for(len(bots), options)
        result, run = simulate(self, engine=engine, bots=bots, seed=seed, clock=clock)
        return replace(result, facts=scoring.facts(run.state, result.actions))

    def simulated_record(
        self, *, bots: Sequence[str], options: Mapping[str, Any], seed: str
    ) -> Mapping[str, Any]:
        return record_of(self, engine=self._engine_for(len(bots), options), bots=bots, seed=seed)

    def _engine_for(self, seats: int, options: Mapping[str, Any]) -> Engine:
        content = InteropContent()
        return engine_for(self, seats=seats, options=options, content=content, bot=True)

    def figures(self, played: Sequence[Simulated]) -> Sequence[str]:
        """Return the figures of all matches together, for `manage.py simulate`."""
        return scoring.lines(played)


_WAITS = {
    "founder": (2000, 3000),
    "invest": (1200, 1800),
    "keep": (1500, 1500),
    "allocate": (1500, 2000),
}

INTEROP = InteropTitle()
