"""The options of a table in plain words, before anything is dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engines.codec import build
from games.engines.interop.options import InteropOptions
from games.live.moment import Moment


def context(moment: Moment) -> Mapping[str, Any]:
    options = build(moment.match.options, InteropOptions)
    return {"options": options, "two": moment.match.least == 2}
