"""Recorded whole games, one for each way a match of a game can end.

`python -m tests.games.engine.recording` replays their logs and records the final views and
outcomes again. This is not needed for a view that only has a new field: comparisons ignore fields
that were not recorded. With `--play` the games are played again (with a game's slug: only its
own). Do so only if the rules are meant to change: a recording that fails to replay reveals a
changed rule. A game adds a module here, named after its slug, with `GAMES`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from games.engine import codec, record as records
from games.engine.base import SeatSetup, Setup, TableTitle
from games.engine.simulate import Run, engine_for

FOLDER = Path(__file__).parents[1] / "recorded"
MODULES = sorted(name for _, name, _ in iter_modules(__path__) if name != "__main__")


@dataclass(frozen=True)
class Recording:
    """The setup, the players and the end of a recorded game."""

    title: TableTitle
    # The reason of its outcome.
    reason: str
    setup: Setup
    play: Callable[[Run], None]


def setup_of(title: TableTitle, seats: int, content: Any = None, **options: Any) -> Setup:
    """Return a setup of `title` for this number of seats."""
    return engine_for(title, seats=seats, options=options, content=content).setup


def games_of(module: str) -> Mapping[str, Recording]:
    """Return the recordings of a game by name."""
    games: Mapping[str, Recording] = import_module(f"{__name__}.{module}").GAMES
    return games


def every() -> dict[tuple[str, str], Recording]:
    """Return all recordings by slug and name."""
    return {(slug, name): one for slug in MODULES for name, one in games_of(slug).items()}


def path_of(slug: str, name: str) -> Path:
    return FOLDER / slug / f"{name}.json"


def engine_of(title: TableTitle, raw: Mapping[str, Any]) -> Any:
    """Return the engine of a recorded game."""
    setup = raw["setup"]
    return title.engines[raw["version"]](
        Setup(
            seats=codec.build(setup["seats"], tuple[SeatSetup, ...]),
            options=codec.build(setup["options"], title.options_type),
            content=codec.build(setup["content"], title.content_type),
        )
    )


def refresh(slug: str, name: str, one: Recording) -> None:
    """Replay the game from its log and record its final view and outcome again."""
    path = path_of(slug, name)
    raw = json.loads(path.read_text("utf-8"))
    engine = engine_of(one.title, raw)
    *_, last = records.replay(engine, codec.build(raw["lines"], list[records.Line]))
    raw["final"] = codec.plain(engine.view(last.step.state, None))
    raw["outcome"] = codec.plain(engine.outcome(last.step.state))
    path.write_text(_text(raw), encoding="utf-8")


def record(slug: str, name: str, one: Recording) -> None:
    """Play the game and record it. Raise `AssertionError` if it ends in another way."""
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
    """Format the file with one line per log entry, for readable diffs."""
    parts = []
    for key, value in raw.items():
        if key == "lines":
            lines = ",\n  ".join(json.dumps(line) for line in value)
            parts.append(f'"lines": [\n  {lines}\n ]')
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{" + ",\n ".join(parts) + "}\n"
