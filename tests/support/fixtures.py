"""Fixtures that start whole sites and browsers.

def test_a_rule(site, visit):           # embedded site of this module, browser
    ann = visit("ann")                  # signed up; `visit()` is a stranger
    ann.page.goto("/")

def test_another(scaled_site): ...      # in tests/cluster: two webs, worker, beat
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import pytest
from playwright.sync_api import Browser

from tests.support import browser as browsers, services
from tests.support.browser import Visit, Visitor, sign_up
from tests.support.servers import Databases, Missing, program
from tests.support.services import IN_CI
from tests.support.site import EmbeddedSite, ScaledSite


@pytest.fixture(scope="session")
def postgres() -> Databases:
    """The real PostgreSQL of this run; `database(name)` makes a database of a test's own."""
    return services.postgres()


@pytest.fixture(scope="module")
def site() -> Iterator[EmbeddedSite]:
    """The embedded site, one for all tests of a module."""
    with EmbeddedSite() as running:
        yield running


@pytest.fixture(scope="module")
def scaled_site(postgres: Databases) -> Iterator[ScaledSite]:
    """The scaled site (two webs, worker, beat), one for all tests of a module."""
    with ScaledSite(postgres) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for all tests of a module: while it is open its event loop holds the thread, and
    neither Django's database nor a test with a loop of its own may be used there."""
    try:
        with browsers.chromium() as running:
            yield running
    except Missing as missing:
        _without(missing)


@pytest.fixture(scope="session")
def needed() -> Callable[[str], str]:
    """Where a program lies that a test cannot do without."""

    def found(name: str) -> str:
        try:
            return program(name)
        except Missing as missing:
            _without(missing)

    return found


def _without(missing: Missing) -> NoReturn:
    """In CI nothing may be missing."""
    if IN_CI:
        raise missing
    pytest.skip(str(missing))


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Brings people to the site: `visit("ann", width=360)` signs up, `visit()` is a stranger.

    On the embedded site, unless the test asks for `scaled_site`. At the end of the test every
    browser is closed, and a page that misbehaved fails it.
    """
    name = "scaled_site" if "scaled_site" in request.fixturenames else "site"
    running: EmbeddedSite | ScaledSite = request.getfixturevalue(name)
    here: list[Visitor] = []

    def bring(name: str = "", *, url: str = "", **options: Any) -> Visitor:
        person = browsers.visitor(browser, url or running.url, **options)
        here.append(person)
        if name:
            sign_up(person.page, name)
        return person

    yield bring
    troubles = []
    for person in here:
        try:
            person.close()
        except AssertionError as error:
            troubles.append(str(error))
    assert not troubles, "\n".join(troubles)
