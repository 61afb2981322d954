"""What one match is played with. Never changes."""

from __future__ import annotations

from games.engines import codec
from games.engines.base import Setup
from games.engines.merchants.options import MerchantsOptions


class TypedSetup:
    """Who sits down, and the mode."""

    def __init__(self, setup: Setup) -> None:
        options = codec.typed(setup.options, MerchantsOptions)
        self.seats = len(setup.seats)
        self.bots = tuple(seat.bot for seat in setup.seats)
        self.mode = options.mode
        self.quick = options.mode == "quick"
        self.hard = options.mode == "hard"
