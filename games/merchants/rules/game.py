"""What one match is played with, and one transition of it."""

from __future__ import annotations

from games.engine import turn
from games.merchants.rules.options import MerchantsOptions

TypedSetup = turn.TypedSetup[MerchantsOptions, None]
Turn = turn.Turn[TypedSetup]
