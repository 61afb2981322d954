"""Fixtures for pages of Venice: every week begins on the same Wednesday."""

from __future__ import annotations

from datetime import datetime

import pytest

from tests.auctions.conftest import _enable_venice, _known_moment, wednesday

__all__ = ["_enable_venice", "_known_moment", "wednesday"]


@pytest.fixture(autouse=True)
def _on_wednesday(wednesday: datetime) -> None:
    """Start on that day, with a database."""
