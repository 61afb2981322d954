"""The options, presets and automatic passes of the game (rules 2.5, 13)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from games.engine import transition
from games.engine.base import Preset, Value

Mode = Literal["full", "quick", "hard"]


class MerchantsOptions(Value):
    """The options of a match, fixed once it has started."""

    # The number of players, 3 or 4, is a setting of the table.
    mode: Annotated[
        Mode,
        Meta(
            title="Mode",
            description=(
                "Full game; quick start, with goods and Kings only; or hard, where "
                "the dragon drives players out of the game."
            ),
        ),
    ] = "full"

    @property
    def quick(self) -> bool:
        """True if only Commodities are played (rules 13.2)."""
        return self.mode == "quick"

    @property
    def hard(self) -> bool:
        """True if a Dragon Siege eliminates players (rules 13.3)."""
        return self.mode == "hard"


PRESETS = (
    Preset(
        slug="quick",
        label="Quick start",
        note="Buying and seizing only, about 12 minutes.",
        options={"mode": "quick"},
    ),
    Preset(slug="full", label="Full game", note="All cards, about half an hour."),
    Preset(
        slug="hard",
        label="Hard",
        note="Like the full game, but players struck by the dragon are out.",
        options={"mode": "hard"},
    ),
)


# --- Setup and transition of a match


TypedSetup = transition.TypedSetup[MerchantsOptions, None]
Turn = transition.Turn[TypedSetup]


# --- Automatic passes (rules 2.5), known only to the seat itself


class MerchantsPreferences(Value):
    """The cases in which the site passes for a seat."""

    # Nothing in the hand could be used for this answer.
    without_usable: Annotated[bool, Meta(title="Pass unless I have a usable card")] = True
    # Any `seize` decision.
    seize_never: Annotated[bool, Meta(title="Never seize")] = False
    # A `seize` decision about goods that are not of the suit of the seat's King.
    seize_unless_king: Annotated[
        bool, Meta(title="Seize: pass unless the goods are of my King's suit")
    ] = False
    # On the Stack, unless an opponent's Power is on it.
    respond_unless_power: Annotated[
        bool, Meta(title="Stack: pass unless a rival's power is on it")
    ] = False
    # In the Power Phase while the Stack is empty.
    power_phase_never: Annotated[bool, Meta(title="Power phase: pass until somebody plays")] = False
