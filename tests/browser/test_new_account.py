"""The limits of a new account are readable where it writes, at any window width."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_blanks_match import set_table
from tests.support.browser import NARROW, Visit, look
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def site() -> Iterator[EmbeddedSite]:
    with EmbeddedSite(NEW_ACCOUNT_MINUTES="60") as running:
        yield running


# True if no word of this paragraph is cut off or outside the window.
WHOLE = """(one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const isIn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return isIn && one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight;
}"""


def _read_whole(page: Page, *parts: str) -> None:
    page.wait_for_load_state()  # the script that opens the dock has run by then
    if not page.locator(".dock.is-open").count():  # the dock stays as it was on the previous page
        page.locator("[data-dock-handle]").click()
    hint = page.locator("#chat-hint")
    for part in parts:
        expect(hint).to_contain_text(part)
    expect(hint).to_be_visible()
    page.wait_for_function(WHOLE, arg=hint.element_handle())
    expect(page.locator("#chat-text")).to_be_in_viewport(ratio=1)
    field = page.get_by_role("textbox", name="Message")
    assert "chat-hint" in str(field.get_attribute("aria-describedby"))


@pytest.mark.parametrize(("width", "height"), [(NARROW, 740), (1024, 768), (1280, 800)])
def test_limits_of_new_accounts_are_shown_completely(visit: Visit, width: int, height: int) -> None:
    page = visit(f"Novice{width}", width=width, height=height).page
    page.goto("/lobby/")
    _read_whole(page, "20 s", "no links")
    look(page, f"new-account-lobby-{width}")
    set_table(page, least=2, most=4)
    _read_whole(page, "can't send links")
    look(page, f"new-account-table-{width}")
