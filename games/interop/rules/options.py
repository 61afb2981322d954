"""The options and presets of the game, and what a match keeps of its cards."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from games.engine import transition
from games.engine.base import Preset, Value


class InteropOptions(Value):
    """Fixed for a match once it has started. How many play is decided by who sits down."""

    rounds: Annotated[
        Literal[6, 8, 10],
        Meta(
            title="Rounds",
            description="6 is a short game, 8 a normal one, 10 a long one.",
        ),
    ] = 8


class InteropContent(Value):
    """Which edition of the cards a match is played with.

    The cards are part of the rules, in this package; a match keeps the number of their edition, so
    that a later one cannot change a match that runs.
    """

    edition: Literal[1] = 1


class InteropPreferences(Value):
    """Nothing is ever passed for anybody in this game."""


PRESETS = (
    Preset(slug="normal", label="Normal", note="Eight rounds."),
    Preset(slug="short", label="Short", note="Six rounds: the first game.", options={"rounds": 6}),
    Preset(slug="long", label="Long", note="Ten rounds: time to pay off.", options={"rounds": 10}),
)


# --- What one match is played with, and one transition of it. ---


TypedSetup = transition.TypedSetup[InteropOptions, InteropContent]
Turn = transition.Turn[TypedSetup]
