"""The lists of the lobby in an open page, as tables open, change and close."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.support.blanks_http import set_table
from tests.support.browser import Visit
from tests.support.client import Client, guest
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep


@pytest.fixture
def host(site: EmbeddedSite) -> Client:
    """Return the owner of a lasting table: a list that becomes empty is sent whole."""
    one = guest(site.url)
    set_table(one, name="It stands")
    return one


def row(page: Page, public_id: str) -> Locator:
    return page.locator(f"#row-open-{public_id}")


def close(host: Client, public_id: str) -> None:
    assert host.post(f"/m/{public_id}/cancel/", {"key": "k"}).accepted


def test_tables_and_focus_are_updated_in_place(
    site: EmbeddedSite, visit: Visit, host: Client
) -> None:
    first = set_table(host, name="The first table")
    page = visit("AdaLooks").page
    page.goto("/lobby/")
    kept = row(page, first)
    expect(kept).to_be_visible()
    kept.evaluate("row => row.isTheSame = true")
    second = set_table(host, name="The second table")
    expect(row(page, second)).to_be_visible()
    places = page.locator("#lobby-open-entries > li").evaluate_all(
        "all => all.map((one) => one.id)"
    )
    assert places.index(f"row-open-{second}") == places.index(f"row-open-{first}") - 1
    row(page, second).get_by_role("button", name="Join").focus()
    guest(site.url).post(f"/m/{second}/join/", {"key": "k"})
    expect(row(page, second)).to_contain_text("2 of")
    close(host, second)
    expect(row(page, second)).to_have_count(0)
    assert page.evaluate("document.activeElement.closest('[id]').id") == "lobby-open"
    assert kept.evaluate("row => row.isTheSame")


def test_a_page_that_missed_a_closing_is_corrected_on_reconnect(visit: Visit, host: Client) -> None:
    # The list is then the same as before the table was opened.
    page = visit("AdaMisses").page
    sockets: list[WebSocketRoute] = []

    def take(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket(re.compile("/live/lobby/"), take)
    page.goto("/lobby/")
    public_id = set_table(host, name="Soon closed")
    expect(row(page, public_id)).to_be_visible()
    sockets[-1].close(code=1012)
    close(host, public_id)
    expect(row(page, public_id)).to_have_count(0)


def test_joining_a_closed_table_shows_the_reason(visit: Visit, host: Client) -> None:
    public_id = set_table(host, name="Gone at the click")
    page = visit("AdaIsLate").page
    page.route_web_socket(re.compile("/live/lobby/"), lambda socket: None)  # no updates
    page.goto("/lobby/")
    close(host, public_id)
    row(page, public_id).get_by_role("button", name="Join").click()
    expect(page.locator("#flash [data-code=not_active]")).to_be_visible()
