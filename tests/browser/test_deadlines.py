"""The page of deadlines by keyboard, and the lifetime of its private link."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.shared_steps import tab_to
from tests.support.browser import Visit, look
from tests.support.client import Client
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep


def _press(page: Page, what: str) -> None:
    tab_to(page, what)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def _status(site: EmbeddedSite, link: str) -> int:
    """Return the status that the link yields for a calendar, which has no cookies."""
    assert link.startswith(site.url)
    return Client(site.url, {}).get(link.removeprefix(site.url)).status


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_link_can_be_created_copied_and_revoked_by_keyboard(
    site: EmbeddedSite, visit: Visit, scheme: str
) -> None:
    page = visit(f"Dora{scheme}", scheme=scheme).page
    page.goto("/deadlines/")
    look(page, f"deadlines-{scheme}")
    _press(page, "Create a link")
    look(page, f"deadlines-link-{scheme}")
    tab_to(page, "feed-link")
    page.keyboard.press("Control+c")
    link = page.input_value("#feed-link")
    page.goto("/lobby/")
    page.evaluate("document.body.prepend(document.createElement('textarea'))")
    page.focus("textarea")
    page.keyboard.press("Control+v")
    assert page.input_value("textarea") == link
    assert _status(site, link) == 200
    page.goto("/deadlines/")
    _press(page, "Create a new link")
    newer = page.input_value("#feed-link")
    assert (_status(site, link), _status(site, newer)) == (404, 200)
    _press(page, "Revoke the link")
    assert page.locator("#flash .success").is_visible()
    look(page, f"deadlines-revoked-{scheme}")
    assert page.locator("#feed-link").count() == 0
    assert _status(site, newer) == 404


def test_nobody_else_sees_the_link(visit: Visit) -> None:
    mine, other = visit("Ginevra").page, visit("Livia").page
    mine.goto("/deadlines/")
    mine.get_by_role("button", name="Create a link").click()
    token = mine.input_value("#feed-link").rpartition("/")[2].removesuffix(".ics")
    for path in ("/deadlines/", "/people/Ginevra/", "/lobby/", "/settings/"):
        other.goto(path)
        assert token not in other.content()
    other.goto("/deadlines/")
    other.get_by_role("button", name="Create a link").click()
    assert token not in other.content()
    stranger = visit().page
    stranger.goto("/deadlines/")
    assert "/account/login/" in stranger.url
