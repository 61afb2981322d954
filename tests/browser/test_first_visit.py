"""The first visit to a site of collected files: few requests, few bytes, and pages that work."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from games.registry import games
from tests.browser.shared_steps import play_now
from tests.support.browser import Visit, Visitor
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

# The icon and the manifest are part of a visit, but this browser does not load them.
_LOAD_ICONS = """async () => {
  for (const one of document.querySelectorAll('link[rel=icon], link[rel=manifest]')) {
    await (await fetch(one.href)).text();
  }
}"""


@pytest.fixture(scope="module")
def site() -> Iterator[EmbeddedSite]:
    """Start a site as its operator does."""
    with EmbeddedSite(TESTING="0", DJANGO_SETTINGS_MODULE="config.settings") as running:
        yield running


def _weigh(here: Visitor, path: str) -> dict[str, int]:
    """Load a page with an empty cache; return the bytes of each response with its headers."""
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    network = here.context.new_cdp_session(here.page)
    network.on(
        "Network.requestWillBeSent",
        lambda event: names.__setitem__(event["requestId"], event["request"]["url"]),
    )
    network.on(
        "Network.loadingFinished",
        lambda event: sizes.__setitem__(
            names[event["requestId"]], round(event["encodedDataLength"])
        ),
    )
    network.send("Network.enable")
    here.page.goto(path)
    here.page.evaluate(_LOAD_ICONS)
    network.detach()
    return sizes


def test_the_front_page_needs_15_requests_and_80_kb(visit: Visit) -> None:
    sizes = _weigh(visit(), "/")
    assert len(sizes) <= 15, sizes
    assert 50_000 < sum(sizes.values()) <= 80_000, sizes


def test_the_documentation_of_the_api_needs_120_kb(visit: Visit) -> None:
    sizes = _weigh(visit(), "/api/v1/docs/")
    assert len(sizes) <= 15, sizes
    assert 60_000 < sum(sizes.values()) <= 120_000, sizes


@pytest.mark.parametrize("game", [game for game in games() if game != "example"])
def test_a_match_needs_25_requests_and_120_kb(visit: Visit, game: str) -> None:
    first = visit()
    play_now(first.page, game)
    again = visit()
    again.keep({cookie["name"]: cookie["value"] for cookie in first.context.cookies()})
    sizes = _weigh(again, first.page.url)
    assert len(sizes) <= 25, sizes
    assert 80_000 < sum(sizes.values()) <= 120_000, sizes


def test_a_first_match_begins_and_its_chat_arrives(visit: Visit) -> None:
    page = visit().page
    play_now(page)
    expect(page.locator("#m-seat[data-my-turn=true]")).to_be_visible()
    page.locator(".play .white-card").first.click()
    expect(page.locator(".play .white-card[aria-pressed=true]")).to_have_count(1)
    page.fill("#chat-write [data-chat-text]", "Good evening")
    page.press("#chat-write [data-chat-text]", "Enter")
    expect(page.locator("#chat-log")).to_contain_text("Good evening")


def test_an_error_in_a_script_leaves_the_others_of_its_bundle_working(visit: Visit) -> None:
    here = visit()
    here.excused.append("broken")

    def serve(route: Route) -> None:
        answer = route.fetch()
        begin, rest = answer.text().split("// js/terms.js\n")
        route.fulfill(response=answer, body=f"{begin}\nthrow new Error('broken');{rest}")

    here.page.route("**/js/page.*.js", serve)
    here.page.goto("/")
    here.page.get_by_role("button", name="Dark").click()
    expect(here.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert any("broken" in trouble for trouble in here.troubles)
