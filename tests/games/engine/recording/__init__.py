"""Recorded whole games: one for each way a match of a game can end.

`python -m tests.games.engine.recording` plays them again (with the slug of a game: its own only).
Do so only when the rules are meant to have changed: a recording that no longer replays is how a
changed rule is noticed. A game joins by a module here, called as its slug, with `GAMES`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from games.engine import codec
from games.engine.base import Setup, TableTitle
from games.engine.simulate import Run, engine_for

FOLDER = Path(__file__).parents[1] / "recorded"
MODULES = sorted(name for _, name, _ in iter_modules(__path__) if name != "__main__")


@dataclass(frozen=True)
class Recording:
    """How a recorded game is played. `reason`: how it ends."""

    title: TableTitle
    reason: str
    setup: Setup
    play: Callable[[Run], None]


def setup_of(title: TableTitle, seats: int, content: Any = None, **options: Any) -> Setup:
    """For so many people."""
    return engine_for(title, seats=seats, options=options, content=content).setup


def games_of(module: str) -> Mapping[str, Recording]:
    """The recordings of a game by name."""
    games: Mapping[str, Recording] = import_module(f"{__name__}.{module}").GAMES
    return games


def every() -> dict[tuple[str, str], Recording]:
    """All recordings by slug and name."""
    return {(slug, name): one for slug in MODULES for name, one in games_of(slug).items()}


def path_of(slug: str, name: str) -> Path:
    return FOLDER / slug / f"{name}.json"


def record(slug: str, name: str, one: Recording) -> None:
    """Plays the game and writes it down. Raises `AssertionError` when it ends in another way."""
    version = max(one.title.engines)
    run = Run(one.title.engines[version](one.setup), f"recording {name}")
    one.play(run)
    outcome = run.engine.outcome(run.state)
    assert outcome is not None, name
    assert outcome.reason == one.reason, (name, outcome.reason)
    raw = {
        "game": slug,
        "version": version,
        "secret": run.secret,
        "setup": codec.plain(run.engine.setup),
        "lines": codec.plain(run.lines),
        "final": codec.plain(run.engine.view(run.state, None)),
        "outcome": codec.plain(outcome),
    }
    path = path_of(slug, name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(_text(raw), encoding="utf-8")


def _text(raw: Mapping[str, Any]) -> str:
    """A line of the file for each entry of the log, so that a change can be read."""
    parts = []
    for key, value in raw.items():
        if key == "lines":
            lines = ",\n  ".join(json.dumps(line) for line in value)
            parts.append(f'"lines": [\n  {lines}\n ]')
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{" + ",\n ".join(parts) + "}\n"
