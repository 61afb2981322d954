"""Controls on a phone are large enough for a thumb, and above the keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.shared_steps import play_now, staged
from tests.support.browser import NARROW, Visit
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

THUMB = 44  # CSS pixels
LEAST_TYPE = 16  # CSS pixels: Safari on iOS magnifies the page at a field with smaller type

# The keyboard of Safari covers the lower part of the page, whose size stays.
_KEYBOARD = """height => {
  Object.defineProperty(visualViewport, 'height', { get: () => height, configurable: true });
  visualViewport.dispatchEvent(new Event('resize'));
}"""
_SMALL_TYPE = """fields => fields.filter((one) => one.checkVisibility())
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < %d).map((one) => one.outerHTML)"""
FIELDS = "input:not([type=checkbox], [type=radio], [type=range], [type=hidden]), select, textarea"


def is_large(control: Locator) -> bool:
    box = control.bounding_box()
    assert box is not None
    return box["width"] >= THUMB - 1 and box["height"] >= THUMB - 1


def small_type(page: Page) -> list[str]:
    return list(page.locator(FIELDS).evaluate_all(_SMALL_TYPE % LEAST_TYPE))


@pytest.fixture
def page(visit: Visit) -> Page:
    page: Page = visit("Thumb", width=NARROW, height=740).page
    return page


def test_the_links_of_the_front_page_are_large_enough(page: Page) -> None:
    page.goto("/")
    for name in ("Rules", "Create a table for friends"):
        assert is_large(page.locator(".game-table").first.get_by_role("link", name=name))
    assert small_type(page) == []


def test_the_chat_is_large_enough_for_a_thumb(page: Page) -> None:
    play_now(page)
    handle = page.locator("[data-dock-handle]")
    handle.click()
    page.fill("#chat-text", "Hello")
    page.press("#chat-text", "Enter")
    more = page.locator("#chat-log .message-more").first
    expect(more).to_be_visible()
    assert is_large(handle)
    assert is_large(more)
    assert small_type(page) == []
    more.click()
    expect(page.locator("#chat-dialog")).to_be_visible()


def test_the_report_of_a_card_is_large_enough(page: Page) -> None:
    play_now(page)
    expect(page.locator("#m-seat[data-my-turn=true]")).to_be_visible()
    assert is_large(page.get_by_role("link", name="Report a card"))


def test_the_name_of_an_event_is_large_enough(visit: Visit, site: EmbeddedSite) -> None:
    match = staged(site, "Lucia", "market")[0]
    page = visit("Lucia", width=NARROW, height=740).page
    page.goto(f"/m/{match}/")
    assert is_large(page.locator(".mk-banner .term"))


def test_the_chat_and_its_field_stand_on_the_keyboard(page: Page) -> None:
    play_now(page)
    page.locator("[data-dock-handle]").click()
    page.focus("#chat-text")
    page.evaluate(_KEYBOARD, 400)
    box = page.locator("#chat").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 400
    page.evaluate(_KEYBOARD, 740)
    expect(page.locator("#chat")).to_have_css("bottom", "0px")
