"""The options and presets of the game (rules 13), and automatic passes (rules 2.5)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from games.engine import transition
from games.engine.base import Preset, Value

Mode = Literal["full", "quick", "hard"]


class MerchantsOptions(Value):
    """Fixed for a match once it has started. How many play is the table's matter: 3 or 4."""

    mode: Annotated[
        Mode,
        Meta(
            title="Mode",
            description="Full game; quick start with Commodities only; or hard, where the Dragon "
            "ruins those it hits.",
        ),
    ] = "full"

    @property
    def quick(self) -> bool:
        """Whether Commodities alone are played (rules 13.2)."""
        return self.mode == "quick"

    @property
    def hard(self) -> bool:
        """Whether a Dragon Siege eliminates (rules 13.3)."""
        return self.mode == "hard"


PRESETS = (
    Preset(
        slug="quick",
        label="Quick start",
        note="Buying and seizing only, a dozen minutes.",
        options={"mode": "quick"},
    ),
    Preset(slug="full", label="Full game", note="All cards, about half an hour."),
    Preset(
        slug="hard",
        label="Hard",
        note="As the full game, but a Dragon Siege puts players out of it.",
        options={"mode": "hard"},
    ),
)


# --- What one match is played with, and one transition of it. ---


TypedSetup = transition.TypedSetup[MerchantsOptions, None]
Turn = transition.Turn[TypedSetup]


# --- When the house passes for a seat by itself (rules 2.5). The seat's own secret. ---


class MerchantsPreferences(Value):
    """Each one that is set makes the house pass where it applies.

    `without_usable`: nothing in the hand could be used for this answer.
    `seize_never`: on every question to seize.
    `seize_unless_king`: on a question to seize, unless the goods are of the suit of one's King.
    `respond_unless_power`: on the Stack, unless an opponent's Power is on it.
    `power_phase_never`: in the Power Phase while the Stack is empty.
    """

    without_usable: Annotated[bool, Meta(title="Pass unless I hold a card that could be used")] = (
        True
    )
    seize_never: Annotated[bool, Meta(title="Never seize")] = False
    seize_unless_king: Annotated[
        bool, Meta(title="Seize: pass unless the goods are of my King's suit")
    ] = False
    respond_unless_power: Annotated[
        bool, Meta(title="Stack: pass unless an opponent's Power is on it")
    ] = False
    power_phase_never: Annotated[bool, Meta(title="Power Phase: pass while nobody has played")] = (
        False
    )
