"""What one match is played with, and one transition of it."""

from __future__ import annotations

from games.engine import turn
from games.interop.rules.options import InteropContent, InteropOptions

TypedSetup = turn.TypedSetup[InteropOptions, InteropContent]
Turn = turn.Turn[TypedSetup]
