"""Fixtures that start whole sites and browsers.

def test_a_rule(site, visit):           # the worker's embedded site, empty at the module's start
    ann = visit("ann")                  # a member who is logged in; `visit()` is a stranger
    ann.page.goto("/")

@pytest.fixture(scope="module")
def site(own_site): return own_site     # in a module that moves the clock or breaks the site

def test_another(scaled_site): ...      # in tests/cluster: two web processes, worker, beat
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, NoReturn

import pytest
from playwright.sync_api import Browser

from tests.support import browser as browsers, services
from tests.support.browser import Visit, Visitor
from tests.support.servers import Databases, Missing, program
from tests.support.services import IN_CI
from tests.support.site import EmbeddedSite, ScaledSite, SharedSite

# Runs inside the site: a login form would cost a page and a password hash.
SESSION = "from tests.support.log_in import session_of; print(session_of({name!r}))"
_next_item = pytest.StashKey[pytest.Item | None]()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    item.config.stash[_next_item] = nextitem


@pytest.fixture(scope="session")
def postgres() -> Databases:
    """Return the real PostgreSQL of this run; `database(name)` creates a new one."""
    return services.postgres()


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one run of a batched job do everything, however slow the machine is."""
    monkeypatch.setattr("chat.core.batched_jobs.STINT", 600.0)


@pytest.fixture(scope="session")
def shared_site() -> Iterator[SharedSite]:
    """Start the embedded site of this worker, which tests use as `site`."""
    with SharedSite() as running:
        yield running


@pytest.fixture(scope="module")
def site(shared_site: SharedSite) -> Iterator[EmbeddedSite]:
    """Provide an embedded site that is empty when the module begins."""
    shared_site.clear()
    yield shared_site
    shared_site.raise_for_errors()


@pytest.fixture(scope="module")
def own_site() -> Iterator[EmbeddedSite]:
    """Start an embedded site that no other module uses."""
    with EmbeddedSite() as running:
        yield running


@pytest.fixture(scope="module")
def scaled_site(postgres: Databases) -> Iterator[ScaledSite]:
    """Start a site of two web processes, worker and beat for a module's tests."""
    with ScaledSite(postgres) as running:
        yield running


class SharedBrowser:
    """The browser of a worker, opened when a test needs it."""

    def __init__(self) -> None:
        self._opened = ExitStack()
        self._browser: Browser | None = None

    def open(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            self.close()
            self._browser = self._opened.enter_context(browsers.chromium())
        return self._browser

    def close(self) -> None:
        self._browser = None
        self._opened.close()


@pytest.fixture(scope="session")
def shared_browser() -> Iterator[SharedBrowser]:
    shared = SharedBrowser()
    yield shared
    shared.close()


@pytest.fixture
def browser(shared_browser: SharedBrowser, pytestconfig: pytest.Config) -> Iterator[Browser]:
    """Provide the worker's browser, and close it unless the next test needs it."""
    try:
        yield shared_browser.open()
    except Missing as missing:
        _skip_without(missing)
    # Playwright's event loop occupies the thread while the browser is open: neither Django's
    # database nor a test with its own event loop would work.
    following = pytestconfig.stash[_next_item]
    if "browser" not in getattr(following, "fixturenames", ()):
        shared_browser.close()


@pytest.fixture(scope="session")
def needed() -> Callable[[str], str]:
    """Return a function that finds the path of a program the test cannot do without."""

    def found(name: str) -> str:
        try:
            return program(name)
        except Missing as missing:
            _skip_without(missing)

    return found


def _skip_without(missing: Missing) -> NoReturn:
    """Skip the test for lack of a program, or fail it in CI."""
    if IN_CI:
        raise missing
    pytest.skip(str(missing))


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Return a function that opens pages for people.

    `visit("ann", width=360)` is logged in, `visit()` is a stranger. A member is created unless
    there is one with this name. The site is the embedded one, unless the test requests
    `scaled_site`. At the end of the test every context is closed, and a page that misbehaved fails
    the test.
    """
    name = "scaled_site" if "scaled_site" in request.fixturenames else "site"
    running: EmbeddedSite | ScaledSite = request.getfixturevalue(name)
    here: list[Visitor] = []

    def bring(name: str = "", *, url: str = "", **options: Any) -> Visitor:
        person = browsers.visitor(browser, url or running.url, **options)
        here.append(person)
        if name:
            person.keep({"sessionid": running.shell(SESSION.format(name=name)).strip()})
            person.page.goto("/lobby/")
        return person

    yield bring
    troubles = []
    for person in here:
        try:
            person.close()
        except AssertionError as error:
            troubles.append(str(error))
    assert not troubles, "\n".join(troubles)
