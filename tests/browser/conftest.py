"""A table of three people, and the page of the first one."""

from __future__ import annotations

import pytest

from tests.support import blanks_http as blanks
from tests.support.browser import Visit, Visitor
from tests.support.client import Client, guest
from tests.support.site import EmbeddedSite
from tests.support.stage import Stage, stage_at


@pytest.fixture(scope="module")
def people(site: EmbeddedSite) -> list[Client]:
    return [guest(site.url) for _ in range(3)]


@pytest.fixture
def here(visit: Visit) -> Visitor:
    return visit(height=800, reduced_motion="reduce")


@pytest.fixture
def playing(here: Visitor, people: list[Client]) -> Stage:
    """Open the page of the first of three players, who has to choose cards."""
    return stage_at(here, people[0], blanks.table(people))


@pytest.fixture
def waiting(here: Visitor, people: list[Client]) -> Stage:
    """Open the page of the owner of a table that has not started."""
    return stage_at(here, people[0], blanks.set_table(*people), act="bot")
