"""A guest goes on with a match on another device."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.shared_steps import play_now
from tests.support.browser import Visit, look

pytestmark = pytest.mark.deep


def test_a_guest_moves_from_a_computer_to_a_phone(visit: Visit) -> None:
    table, phone = visit().page, visit(width=390, height=800).page
    play_now(table)
    settings = table.context.new_page()
    settings.goto("/settings/move/")
    expect(settings.get_by_alt_text("QR code")).to_be_visible()
    look(settings, "move")
    phone.goto(settings.get_by_label("Link").input_value())
    look(phone, "move-here")
    phone.get_by_role("button", name="Play on this device").click()
    phone.wait_for_url("**/matches/")
    expect(table.get_by_text("You are now playing on another device.")).to_be_visible()
    phone.goto(table.url)
    expect(phone.locator("#play-form")).to_be_visible()
