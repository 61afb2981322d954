"""The pages in the oldest browsers that the site supports, and in older ones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.shared_steps import play_now
from tests.support.browser import Visit

pytestmark = pytest.mark.deep

_LACKS = "delete Element.prototype.checkVisibility; delete HTMLElement.prototype.showPopover;"
# What Safari 16.4 lacks, under names that no browser knows.
_UNKNOWN = {
    "light-dark(": "unknown(",
    ":popover-open": ":unknown",
    "::details-content": "::unknown",
}
_BACKGROUND = "one => getComputedStyle(one).backgroundColor"


def _age(page: Page, unknown: dict[str, str]) -> None:
    """Take these words of CSS from the browser, and popovers and `checkVisibility` as well."""

    def serve(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        for known, other in unknown.items():
            text = text.replace(known, other)
        route.fulfill(response=answer, body=text)

    page.route("**/*.css", serve)
    page.add_init_script(_LACKS)


def test_the_oldest_supported_browser_has_colours_and_meanings(visit: Visit) -> None:
    page = visit(scheme="dark").page
    _age(page, _UNKNOWN)
    play_now(page, "merchants")
    assert page.locator("body").evaluate(_BACKGROUND) == "rgb(246, 241, 231)"
    expect(page.locator(".old-browser")).to_be_hidden()
    hints = page.locator("#hint-more")
    if hints.get_attribute("open") is None:
        hints.locator("summary").click()
    meaning = page.locator(".guide").get_by_text("worth 10")
    expect(meaning).to_be_hidden()
    page.locator(".guide .term").first.click()
    expect(meaning).to_be_visible()
    page.locator(".guide .term").first.click()
    expect(meaning).to_be_hidden()


def test_the_prompt_of_blanks_is_readable_in_the_oldest_supported_browser(visit: Visit) -> None:
    page = visit(scheme="dark").page
    _age(page, _UNKNOWN)
    play_now(page, "blanks")
    assert page.locator(".black-card").first.evaluate(_BACKGROUND) == "rgb(28, 35, 33)"
    page.locator(".play .white-card").first.click()
    expect(page.locator(".play .white-card[aria-pressed=true]")).to_have_count(1)


def test_an_older_browser_is_told_so(visit: Visit) -> None:
    page = visit().page
    _age(page, {":has(": ":unknown("})
    page.goto("/")
    expect(page.locator(".old-browser")).to_contain_text("too old")
    expect(page.locator(".old-browser")).to_contain_text("Firefox from 121")
