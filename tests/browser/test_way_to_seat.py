"""On a phone, a link to one's own move shows whenever the move is out of sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_blanks_match import set_table
from tests.support.browser import NARROW, Visit, look

pytestmark = pytest.mark.deep


def test_a_link_leads_to_my_move_while_it_is_out_of_view(visit: Visit) -> None:
    # As low as a phone leaves it above its keyboard: in a whole window the move is in view.
    page = visit("Phone", width=NARROW, height=400, reduced_motion="reduce").page
    page.goto("/rules/merchants/")
    page.get_by_role("button", name="Play against bots now").click()
    page.wait_for_url("**/m/*/")
    way, seat = page.locator(".to-seat"), page.locator("#m-seat[data-my-turn=true]")
    expect(seat).to_be_attached()
    page.mouse.wheel(0, 9000)
    expect(way).to_be_visible()
    box = way.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44, "as large as a thumb"
    way.click()
    expect(way).to_be_hidden()
    expect(seat).to_be_in_viewport()
    page.mouse.wheel(0, 9000)
    expect(way).to_be_visible()


@pytest.mark.parametrize("blocked", [False, True])
def test_the_join_button_is_immediately_visible(visit: Visit, blocked: bool) -> None:
    name = "Hanna" if blocked else "Helene"
    host = visit(name).page
    guest = visit(f"Gustav-{name}", width=NARROW, height=740).page
    set_table(host, least=2, most=4)
    if blocked:
        guest.goto(f"/people/{name}/")
        guest.get_by_role("button", name="Block").click()
    guest.goto(host.url)
    button = guest.get_by_role("button", name="Sit down")
    expect(button).to_be_in_viewport(ratio=1)
    look(guest, f"sit-down-{blocked}")
    button.click()
    if blocked:
        guest.locator("#ask [data-yes]").click()
    leave = guest.get_by_role("button", name="Leave the table")
    expect(leave).to_be_in_viewport(ratio=1)
    look(guest, f"seated-{blocked}")
