"""`python -m tests.games.engine.recording [GAME ...]`: plays the recorded games anew."""

from __future__ import annotations

import sys

from tests.games.engine.recording import MODULES, games_of, record

for slug in sys.argv[1:] or MODULES:
    for name, one in games_of(slug).items():
        record(slug, name, one)
