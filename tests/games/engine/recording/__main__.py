"""Command line: `python -m tests.games.engine.recording [--play] [GAME ...]`."""

from __future__ import annotations

import argparse

from tests.games.engine.recording import MODULES, games_of, record, refresh

parser = argparse.ArgumentParser(prog="python -m tests.games.engine.recording")
parser.add_argument("--play", action="store_true", help="play the games again")
parser.add_argument("games", nargs="*", metavar="GAME")
wish = parser.parse_args()
for slug in wish.games or MODULES:
    for name, one in games_of(slug).items():
        (record if wish.play else refresh)(slug, name, one)
