"""A page reports a lost connection within seconds, and recovers by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocket, expect

from tests.browser.shared_steps import at_match
from tests.support import blanks_http as blanks
from tests.support.browser import Visit, Visitor, tries
from tests.support.client import Client
from tests.support.proxy import Proxy
from tests.support.site import EmbeddedSite
from tests.support.stage import COUNTED, COUNTING, OPENED, Line

LOST, OFFLINE = "Reconnecting…", re.compile("offline")
# Records each text that the banner has shown, even briefly.
BANNERS = """window.banners = [];
addEventListener("DOMContentLoaded", () => {
  const banner = document.getElementById("connection");
  new MutationObserver(() => banner.hidden || banners.push(banner.textContent))
    .observe(banner, { childList: true, attributes: true });
});"""
SILENT = 25_000


@pytest.fixture
def proxy(site: EmbeddedSite) -> Iterator[Proxy]:
    with Proxy(site.port) as relaying:
        yield relaying


def open_page(here: Visitor, person: Client, path: str) -> Page:
    """Open a page, with its clock under the test's control, and await its socket."""
    page = here.page
    here.excused.extend(["ERR_", "htmx:"])  # requests that fail
    here.keep(person.cookies)
    page.clock.install()
    page.add_init_script(COUNTING)
    page.add_init_script(BANNERS)
    page.goto(path)
    page.wait_for_function(COUNTED, arg=[OPENED, 0])
    return page


class Heartbeats:
    """Counts the heartbeats of a page and their answers; reloads the page first."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sent = self.answered = self.waited_for = 0
        page.on("websocket", self._listen)
        page.reload()
        page.wait_for_function(COUNTED, arg=[OPENED, 0])

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", self._note_sent)
        socket.on("framereceived", self._note_answer)

    def _note_sent(self, said: str | bytes) -> None:
        self.sent += said == "."

    def _note_answer(self, said: str | bytes) -> None:
        self.answered += said == "."

    def pass_seconds(self, seconds: int) -> None:
        """Let the page's clock run, except while an answer is on its way."""
        for _ in range(seconds):
            self.wait_for_answer()
            self.page.clock.run_for(1_000)
        self.wait_for_answer()

    def wait_for_answer(self) -> None:
        if self.waited_for == self.sent:
            return
        for _ in tries(self.page, "an answer"):
            if self.answered == self.sent:
                break
        self.waited_for = self.sent
        self.page.wait_for_timeout(1_100)  # the server answers at most once a second


def banner(page: Page) -> Locator:
    return page.locator("#connection")


def sockets_opened(page: Page, least: int) -> None:
    page.wait_for_function(COUNTED, arg=[OPENED, least - 1])


def test_a_silent_connection_is_reported_and_the_match_catches_up(
    visit: Visit, proxy: Proxy, people: list[Client]
) -> None:
    match = blanks.table(people)
    page = open_page(visit(url=proxy.url), people[0], f"/m/{match}/")
    expect(page.locator("#play-form")).to_be_visible()
    proxy.silence()
    blanks.play_on(people, match)
    page.clock.run_for(SILENT)
    sockets_opened(page, 2)
    expect(page.locator("#play-form")).to_have_count(0)
    expect(page.get_by_role("button", name="Vote for this").first).to_be_visible()
    expect(banner(page)).to_have_text("Connected again.")
    page.clock.run_for(2_500)
    expect(banner(page)).to_be_hidden()
    assert LOST in page.evaluate("banners")


def test_a_match_catches_up_over_http_if_no_socket_connects(
    visit: Visit, proxy: Proxy, people: list[Client]
) -> None:
    match = blanks.table(people)
    page = open_page(visit(url=proxy.url), people[0], f"/m/{match}/")
    page.route_web_socket("**/live/**", lambda socket: socket.close(code=1011))
    proxy.silence()
    blanks.play_on(people, match)
    page.clock.run_for(SILENT)
    for _ in tries(page, "the vote"):
        page.clock.run_for(500)
        if not page.locator("#play-form").count():
            break
    expect(banner(page)).to_have_text(LOST)


@pytest.mark.deep
def test_a_tap_during_a_dead_connection_is_sent_later(
    visit: Visit, proxy: Proxy, people: list[Client]
) -> None:
    match = blanks.table(people)
    here = visit(url=proxy.url)
    here.excused.extend(["ERR_", "htmx:"])
    page = at_match(here, people[0], match)
    for at in range(int(page.locator("#play-form fieldset").get_attribute("data-least") or 1)):
        page.locator("#play-form [data-item]").nth(at).click()
    proxy.silence(new=True)
    page.locator("#play-form [data-pick-submit]").click()
    with page.expect_event("console", lambda said: "htmx:timeout" in said.text):
        pass
    proxy.silence()  # connections opened meanwhile are dead as well
    proxy.resume()
    expect(page.locator("#play-form")).to_have_count(0)
    page.reload()
    expect(page.locator("#play-form")).to_have_count(0)


@pytest.mark.parametrize("path", ["/lobby/", "/matches/", "/chat/notices/"])
def test_every_page_with_a_socket_notices_a_lost_connection(
    visit: Visit, proxy: Proxy, people: list[Client], path: str
) -> None:
    page = open_page(visit(url=proxy.url), people[0], path)
    proxy.silence()
    page.clock.run_for(SILENT)
    sockets_opened(page, 2)
    assert LOST in page.evaluate("banners")


def test_a_lost_connection_is_noticed_although_the_devices_clock_was_put_back(
    visit: Visit, proxy: Proxy, people: list[Client]
) -> None:
    page = open_page(visit(url=proxy.url), people[0], "/lobby/")
    page.clock.set_system_time(page.evaluate("Date.now()") / 1000 - 3600)
    proxy.silence()
    page.clock.run_for(12_000)
    sockets_opened(page, 2)
    assert LOST in page.evaluate("banners")


def test_a_responsive_connection_stays_open(visit: Visit, people: list[Client]) -> None:
    page = open_page(visit(), people[0], "/lobby/")
    heartbeats = Heartbeats(page)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    heartbeats.pass_seconds(40)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    heartbeats.pass_seconds(10)
    assert heartbeats.sent >= 3
    assert page.evaluate("banners") == []
    assert page.evaluate(f"window[{OPENED!r}]") == 1


def test_a_page_that_becomes_visible_checks_its_connection(
    visit: Visit, proxy: Proxy, people: list[Client]
) -> None:
    page = open_page(visit(url=proxy.url), people[0], "/lobby/")
    page.clock.run_for(4_000)
    proxy.silence()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.clock.run_for(6_000)
    sockets_opened(page, 2)
    assert LOST in page.evaluate("banners")


def test_a_clock_at_zero_makes_the_page_poll_once(visit: Visit, people: list[Client]) -> None:
    match = blanks.table(people)
    page = open_page(visit(), people[0], f"/m/{match}/")
    heartbeats = Heartbeats(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_request(lambda request: request.url.endswith("/news/")):
        page.clock.fast_forward(603_000)  # the table's 600 s
    heartbeats.pass_seconds(4)
    assert len([url for url in asked if url.endswith("/news/")]) == 1


# Resolves once the page, which has taken itself for offline, has had its heartbeat answered.
DOUBTED = """() => new Promise((done) => {
  document.addEventListener("ridotto:reached", () => done(), { once: true });
  for (const kind of ["offline", "online"]) dispatchEvent(new Event(kind));
})"""


def test_a_page_is_live_again_once_it_has_its_content(visit: Visit, people: list[Client]) -> None:
    here, line = visit(), Line()
    here.page.route_web_socket("**/live/**", line.take)
    page = open_page(here, people[0], "/lobby/")
    page.clock.run_for(4_000)
    page.evaluate(DOUBTED)
    expect(banner(page)).to_have_text(LOST)
    line.sockets[-1].send("<p hidden></p>")
    expect(banner(page)).to_have_text("Connected again.")


def test_the_page_shows_that_it_is_offline_until_it_reconnects(
    visit: Visit, proxy: Proxy, people: list[Client]
) -> None:
    page = open_page(visit(url=proxy.url), people[0], "/lobby/")
    proxy.silence(new=True)
    page.context.set_offline(True)
    expect(banner(page)).to_have_text(OFFLINE)
    page.clock.run_for(10_000)
    expect(banner(page)).to_have_text(OFFLINE)
    proxy.resume()
    page.context.set_offline(False)
    for _ in tries(page, "the connection"):
        page.clock.run_for(1_000)
        if page.evaluate("banners.at(-1)") == "Connected again.":
            break
    page.clock.run_for(2_500)
    expect(banner(page)).to_be_hidden()


def test_the_error_of_an_unreachable_site_disappears_on_a_live_page(
    visit: Visit, people: list[Client]
) -> None:
    page = open_page(visit(), people[0], "/lobby/")
    heartbeats = Heartbeats(page)

    def fail(route: Route) -> None:
        route.abort()

    page.route("**/chat/send/", fail)
    page.clock.run_for(4_000)
    page.fill("#chat-text", "good evening")
    page.press("#chat-text", "Enter")
    expect(page.locator("#flash")).to_contain_text("could not be reached")
    expect(page.locator("#chat-text")).to_have_value("good evening")
    for _ in tries(page, "the end of the line"):
        heartbeats.pass_seconds(1)
        if not page.locator("#flash .error").count():
            break
    assert page.evaluate("banners") == []
