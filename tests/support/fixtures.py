"""Fixtures that start whole sites and browsers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.servers import Missing, Postgres
from tests.support.services import IN_CI


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL beside the one Django's own tests use; `database(name)` makes more."""
    try:
        server = Postgres()
    except Missing as missing:
        if IN_CI:
            raise
        pytest.skip(str(missing))
    with server:
        yield server
