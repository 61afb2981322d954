"""On a phone the way to one's own move is never out of sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser import NARROW, Visit

pytestmark = pytest.mark.deep


def test_a_link_leads_to_my_move_while_it_is_out_of_sight(visit: Visit) -> None:
    # as low as a phone leaves it under its keyboard: in a whole window the move is in view
    page = visit("Phone", width=NARROW, height=400, reduced_motion="reduce").page
    page.goto("/rules/merchants/")
    page.get_by_role("button", name="Play against bots now").click()
    page.wait_for_url("**/m/*/")
    way, seat = page.locator(".to-seat"), page.locator("#m-seat[data-my-turn=true]")
    expect(seat).to_be_attached()
    page.evaluate("scrollTo(0, 0)")
    expect(way).to_be_visible()
    box = way.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44, "as large as a thumb"
    way.click()
    expect(way).to_be_hidden()
    expect(seat).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    expect(way).to_be_visible()
