"""The sections of the settings, their search, and the webhook of a token."""

from __future__ import annotations

import pytest

from tests.support.browser import PASSWORD, Visit, look

pytestmark = pytest.mark.deep


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_setting_is_found_and_a_webhook_set_on_accessible_pages(
    visit: Visit, scheme: str
) -> None:
    page = visit(f"Sagredo{scheme}", scheme=scheme).page
    page.goto("/settings/")
    look(page, f"settings-{scheme}")
    page.get_by_label("Search the settings").fill("webhook")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    look(page, f"settings-search-{scheme}")
    page.get_by_role("link", name="Webhook").click()
    page.get_by_label("Name").fill("my bridge")
    page.keyboard.press("Enter")
    page.get_by_label("Your password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="I've copied it").click()
    page.get_by_text("Webhook", exact=False).last.click()
    page.get_by_label("Address").fill("https://bridge.example/hook")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Events are sent to this address")
    page.get_by_role("button", name="Send a test").click()
    page.wait_for_selector("text=A test has been sent")
    look(page, f"settings-webhook-{scheme}")
    for path in ("settings/notices", "account/sessions", "privacy", "set/venice"):
        page.goto(f"/{path}/")
        look(page, f"{path.replace('/', '-')}-{scheme}")
