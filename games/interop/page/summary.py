"""The options of a table in plain words, before anything is dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.codec import build
from games.interop.rules.options import InteropOptions
from games.page.snapshot import MatchSnapshot


def context(snapshot: MatchSnapshot) -> Mapping[str, Any]:
    options = build(snapshot.match.options, InteropOptions)
    return {"options": options, "two": snapshot.match.least == 2}
