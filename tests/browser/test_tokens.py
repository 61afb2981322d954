"""A token is created on its page: by keyboard, on a phone, and without scripts."""

from __future__ import annotations

import pytest

from tests.support.browser import PASSWORD, Visit, look

pytestmark = pytest.mark.deep
PAGE = "/settings/tokens/"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 360)])
def test_a_token_is_created_and_revoked_on_an_accessible_page(
    visit: Visit, scheme: str, width: int
) -> None:
    page = visit(f"Dora{scheme}{width}", scheme=scheme, width=width, height=740).page
    page.goto(PAGE)
    look(page, f"tokens-none-{scheme}-{width}")
    page.get_by_label("Name").fill("a bot for the evening")
    page.get_by_label("Name").press("Tab")
    page.keyboard.press("ArrowDown")  # from "look" to "look and play"
    page.keyboard.press("Enter")
    page.get_by_label("Your password").fill(PASSWORD)  # a stolen session alone ends here
    page.keyboard.press("Enter")
    text = page.get_by_label("Token", exact=True).input_value()
    assert text.startswith("ridotto_")
    look(page, f"tokens-new-{scheme}-{width}")
    page.get_by_role("link", name="I've copied it").click()
    assert text not in page.content()
    assert page.get_by_text("read and play").count() == 2
    look(page, f"tokens-kept-{scheme}-{width}")
    page.get_by_role("button", name="Revoke a bot for the evening").click()
    page.wait_for_selector("text=no tokens")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_an_account_can_be_turned_into_a_bot_by_keyboard(
    visit: Visit, scheme: str, width: int
) -> None:
    page = visit(f"Botta{scheme}{width}", scheme=scheme, width=width, height=740).page
    page.goto(PAGE)
    page.get_by_label("Turn this into a bot account permanently.").focus()
    look(page, f"bot-account-{scheme}-{width}")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_label("Your password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_selector("text=now a bot account")
    look(page, f"bot-account-made-{scheme}-{width}")
    page.get_by_label("Name").fill("its program")
    page.get_by_label("read and play as a bot").check()
    page.keyboard.press("Enter")
    assert page.get_by_label("Token", exact=True).input_value().startswith("ridotto_")
