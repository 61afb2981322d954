"""The game's own option and the presets of the house (rules 13)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

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
