"""Nothing is told once in this game: whatever happens stands on the board or in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engines.base import Event
from games.live.moment import Moment


def context(moment: Moment, seat: int, event: Event) -> Mapping[str, Any]:
    return {}
