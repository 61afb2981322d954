"""Fixtures for Venice: a clock at a known time, reset after each test."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from math import inf
from typing import Any

import pytest

from chat.core import clock
from games.registry import games
from tests.auctions.weeks import set_clock

GAME = "auctions.entry.GAME"
WEDNESDAY = datetime(2026, 11, 18, 10, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _known_moment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    # Everything that is due runs in one go, however slow the machine is.
    monkeypatch.setattr("auctions.services.scheduler.BUDGET", inf)
    yield
    clock.reset()


@pytest.fixture
def wednesday(db: None) -> datetime:
    """Set the clock to Wednesday 18 November 2026, 11:00 in Rome."""
    set_clock(WEDNESDAY)
    return WEDNESDAY


@pytest.fixture(autouse=True)
def _enable_venice(settings: Any) -> Iterator[None]:
    """Enable Venice on the site even if the settings do not."""
    if GAME not in settings.RIDOTTO_GAMES:
        settings.RIDOTTO_GAMES = [*settings.RIDOTTO_GAMES, GAME]
    games.cache_clear()
    yield
    games.cache_clear()
