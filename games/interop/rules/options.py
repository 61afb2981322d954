"""The options and presets of the game, and the edition of the cards of a match."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from games.engine import transition
from games.engine.base import Preset, Value


class InteropOptions(Value):
    """The options of a match, fixed once it has started."""

    rounds: Annotated[
        Literal[6, 8, 10],
        Meta(
            title="Rounds",
            description="6 is a short game, 8 a normal one, 10 a long one.",
        ),
    ] = 8


class InteropContent(Value):
    """The edition of the cards of a match.

    The cards are part of the rules, in this package. A match stores the number of their edition, so
    that a later one cannot change a running match.
    """

    edition: Literal[1] = 1


class InteropPreferences(Value):
    """No preferences: this game has no automatic passes."""


PRESETS = (
    Preset(slug="normal", label="Normal", note="Eight rounds."),
    Preset(
        slug="short",
        label="Short",
        note="Six rounds: good for a first game.",
        options={"rounds": 6},
    ),
    Preset(
        slug="long",
        label="Long",
        note="Ten rounds: investments have time to pay off.",
        options={"rounds": 10},
    ),
)


# --- Setup and transition of a match


TypedSetup = transition.TypedSetup[InteropOptions, InteropContent]
Turn = transition.Turn[TypedSetup]
