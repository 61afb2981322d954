"""The title of Blanks: its engine, bots and options for the registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal

from msgspec.structs import replace

from games.blanks import bots as policies
from games.blanks.bots import learnt, voted_by_public
from games.blanks.rules.content import BlackCard, Content, WhiteCard, start_fault
from games.blanks.rules.engine import BlanksEngine
from games.blanks.rules.examples import run_examples
from games.blanks.rules.options import PRESETS, BlanksOptions
from games.blanks.rules.record import KEEPER, BlanksKeeper, check_record
from games.blanks.rules.scoring import numbers
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
from games.engine.simulate import engine_for, record_of, simulate

TASTEFUL = ("house", "taste")
"""Names of the bot that plays by what people liked. A match keeps its own copy of the tastes."""


SLOW_FROM = 1800  # seconds for an answer or a vote


class BlanksTitle(TableTitle):
    """The title Blanks. Its defaults are those of any game at a table."""

    slug = "blanks"
    name = "Blanks"
    tagline = "A prompt, a hand of answers, and everybody votes."
    how = (
        "In each round you fill a prompt with cards from your hand, and then vote for the best "
        "answer that is not yours. The answer with the most votes scores a point."
    )
    seats = (2, 12)
    minutes = (15, 45)
    roster: Literal["fixed", "open"] = "open"
    own_clock = True
    own_away = True
    asides = frozenset({"back"})
    leaver: Literal["leaves", "bot", "stays"] = "leaves"
    options_type: type[Value] = BlanksOptions
    content_type: Any = Content
    presets: tuple[Preset, ...] = PRESETS
    calm: Mapping[str, Any] = {"target_score": 4, "play_seconds": 180, "vote_seconds": 120}
    lesson = Lesson(secret="02e68740fd62f65de08493266aeabfb600c34c41e0ed6cb489de110db2c76ea2")
    bots: Mapping[str, Bot] = {
        **dict.fromkeys(TASTEFUL, policies.with_tastes({})),
        "random": policies.at_random,
    }
    bots_are = (
        "Bots play and vote by what people here have liked; with cards nobody has "
        "played yet, at random."
    )
    engines: Mapping[int, type[Any]] = {1: BlanksEngine}
    keeper: BlanksKeeper = KEEPER

    def is_slow(self, options: Mapping[str, Any]) -> bool:
        # Not the break: it asks nobody, so it makes no table slow.
        times: list[int] = [options.get(name, 0) for name in ("play_seconds", "vote_seconds")]
        return max(times) >= SLOW_FROM

    def start_fault(self, content: Any, options: Any, most: int) -> str:
        return start_fault(content, options, most)

    def numbers(self, replayed: Sequence[Any]) -> Any:
        return numbers(replayed)

    def bot_wait(self, decision: Decision, view: Any, chance: Randomness) -> float:
        return policies.wait_ms(view, chance) / 1000

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
        """Simulate one match with sample cards.

        All seats count as people (rules 25). They vote by the taste of a public, which the bot
        `taste` has learnt from earlier matches.
        """
        engine = self._engine_for(len(bots), options)
        public = self._before_public(bots)
        result, run = simulate(public, engine=engine, bots=bots, seed=seed, clock=clock)
        return replace(result, facts={"rounds": run.state.round})

    def simulated_record(
        self, *, bots: Sequence[str], options: Mapping[str, Any], seed: str
    ) -> Mapping[str, Any]:
        engine = self._engine_for(len(bots), options)
        public = self._before_public(bots)
        return record_of(public, engine=engine, bots=bots, seed=seed)

    def _engine_for(self, seats: int, options: Mapping[str, Any]) -> Engine:
        return engine_for(self, seats=seats, options=options, content=sample_content())

    def _before_public(self, bots: Sequence[str]) -> BlanksTitle:
        """Return this title with bots whose seats vote as the public does."""
        knows = not set(bots).isdisjoint(TASTEFUL)
        tastes = _learnt_by_public(len(bots)) if knows else {}
        own = BlanksTitle()
        own.bots = {name: voted_by_public(bot) for name, bot in self.bots.items()}
        own.bots.update(dict.fromkeys(TASTEFUL, voted_by_public(policies.with_tastes(tastes))))
        return own


@cache
def _learnt_by_public(seats: int) -> Mapping[str, float]:
    engine = engine_for(BlanksTitle(), seats=seats, options={}, content=sample_content())
    return learnt(engine, sample_content(), seats)


def sample_content(blacks: int = 60, whites: int = 240) -> Content:
    """Return sample cards for simulations and tests.

    Every fourth black card asks for two white cards.
    """
    return Content(
        black=tuple(_sample_black(number) for number in range(1, blacks + 1)),
        white=tuple(
            WhiteCard(id=f"w{number:03d}", text=f"answer {number}")
            for number in range(1, whites + 1)
        ),
    )


def _sample_black(number: int) -> BlackCard:
    pick = 1 if number % 4 else 2
    text = f"Prompt {number}: {' and '.join(['____'] * pick)}."
    return BlackCard(id=f"b{number:03d}", text=text, pick=pick, draw=pick - 1)


BLANKS = BlanksTitle()
