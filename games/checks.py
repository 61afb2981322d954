"""A check of Django's: no server starts on a game that would fail under those who play it."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, register as register_check

from games.completeness import faults


def complete_games(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """An error for everything that a game of the house lacks, all at once."""
    return [
        Error(fault, obj=slug, id="ridotto.E101")
        for slug, lacks in faults().items()
        for fault in lacks
    ]


def register() -> None:
    register_check(complete_games)
