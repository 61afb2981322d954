"""The title of the example, which describes the game to the site, and its bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from games.engine.base import Bot, Clock, Preset, Randomness, Simulated, TableTitle, Value
from games.engine.record import check_record
from games.engine.simulate import engine_for, record_of, simulate
from tests.example_game.rules.engine import ExampleEngine
from tests.example_game.rules.state import ExampleOptions, ExamplePreferences, ExampleView


def house(view: ExampleView, chance: Randomness) -> Mapping[str, Any] | None:
    """Play a random card of the bot's hand.

    Return the action as a form would post it, or None if it is not the bot's turn.
    """
    if not view.mine:
        return None
    card = view.hand[chance.below(len(view.hand))]
    return {"action": "put", "decision": view.decision, "card": card}


class ExampleTitle(TableTitle):
    """The title: what `base.Title` requires, and what differs from its defaults."""

    slug = "example"
    name = "Example"
    tagline = "Put down a card, and hope that nobody has a higher one."
    seats = (2, 4)
    minutes = (1, 2)
    seating: Literal["joined", "random"] = "random"
    options_type: type[Value] = ExampleOptions
    preferences_type: type[Value] = ExamplePreferences
    presets = (Preset(slug="standard", label="Standard", note="Three rounds, a few minutes."),)
    bots: Mapping[str, Bot] = {"house": house}
    engines: Mapping[int, type[Any]] = {1: ExampleEngine}

    def check_record(self, record: Mapping[str, Any]) -> list[str]:
        return check_record(self, record)

    def simulate(
        self,
        *,
        bots: Sequence[str],
        options: Mapping[str, Any],
        seed: str,
        clock: Clock | None = None,
    ) -> Simulated:
        engine = engine_for(self, seats=len(bots), options=options)
        return simulate(self, engine=engine, bots=bots, seed=seed, clock=clock)[0]

    def simulated_record(
        self, *, bots: Sequence[str], options: Mapping[str, Any], seed: str
    ) -> Mapping[str, Any]:
        return record_of(
            self, engine=engine_for(self, seats=len(bots), options=options), bots=bots, seed=seed
        )


EXAMPLE = ExampleTitle()
