"""The pages of people in a real browser: by keyboard, and checked by axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import PASSWORD, Visit, log_in, look, sign_up

pytestmark = pytest.mark.deep

_COLOUR_OF_BAD = """() => {
  const one = document.body.appendChild(document.createElement("i"));
  one.style.color = "var(--bad)";
  return getComputedStyle(one).color;
}"""


def test_errors_of_a_form_are_announced_and_visible(visit: Visit) -> None:
    page = visit().page
    page.goto("/account/signup/")
    page.fill("#id_username", "admin")
    page.fill("#id_password1", "1234")
    page.fill("#id_password2", "12345")
    page.press("#id_password2", "Enter")
    page.wait_for_selector(".has-error")
    assert page.get_attribute("#id_username", "aria-invalid") == "true"
    bad = page.evaluate(_COLOUR_OF_BAD)
    expect(page.locator(".errorlist").first).to_have_css("color", bad)
    look(page, "people-signup-errors")


def _answer_again(page: Page) -> None:
    """Enter the password again, if the page asks for it."""
    page.wait_for_selector("img.qr, #id_password")
    if "/reauthenticate/" in page.url:
        look(page, "people-reauthenticate")
        page.fill("#id_password", PASSWORD)
        page.press("#id_password", "Enter")
        page.wait_for_url(lambda url: "/reauthenticate/" not in url)


def test_the_second_factor_is_set_up_with_a_qr_code(visit: Visit) -> None:
    page = visit("Faliero", scheme="dark").page
    page.goto("/account/2fa/")
    page.click("text=Turn on the app")
    _answer_again(page)
    assert page.locator("img.qr").bounding_box() is not None
    look(page, "people-second-factor")


def test_a_guest_plays_now_and_keeps_the_account(visit: Visit) -> None:
    guest = visit(timezone_id="Europe/Rome")
    page = guest.page
    page.goto("/account/login/")
    page.click("main >> text=Play now")
    page.wait_for_url(lambda url: "/account/login" not in url)
    page.goto("/settings/")
    assert page.input_value("#id_time_zone") == "Europe/Rome"
    page.click("main >> text=Keep this account")
    page.fill("#id_username", "Grimani")
    page.fill("#id_password", PASSWORD)
    page.press("#id_password", "Enter")
    page.wait_for_url(lambda url: "/keep" not in url)
    log_in(visit().page, "Grimani")


def test_settings_can_be_changed_by_keyboard(visit: Visit) -> None:
    page = visit("Loredan").page
    page.goto("/settings/")
    page.focus("#id_display_name")
    page.keyboard.type("Caterina L.")
    page.keyboard.press("Tab")
    for _hue in range(3):
        page.keyboard.press("ArrowRight")
    page.focus("#id_theme")
    page.keyboard.press("d")
    page.focus("#id_display_name")
    page.keyboard.press("Enter")
    page.wait_for_selector(".notice.success")
    assert page.get_attribute("html", "data-theme") == "dark"
    assert page.is_checked("input[name=hue][value='2']")
    assert "Caterina L." in page.inner_text("header")


def test_without_script_people_sign_up_block_and_leave(visit: Visit) -> None:
    visit("Mocenigo")
    page = visit(script=False).page
    sign_up(page, "Contarini")
    page.goto("/people/Mocenigo/")
    with page.expect_navigation():
        page.click("main >> text=Block")
    page.goto("/settings/blocked/")
    assert "Mocenigo" in page.inner_text("main")
    assert page.locator("main li button:visible").count() == 1
    page.goto("/settings/delete/")
    page.fill("#id_password", PASSWORD)
    page.press("#id_password", "Enter")
    page.click("text=Delete my account")
    expect(page.locator("#flash")).to_contain_text("deleted")


def test_a_session_ended_elsewhere_is_logged_out(visit: Visit) -> None:
    here = visit("Zorzi")
    there = visit()
    log_in(there.page, "Zorzi")
    here.page.goto("/account/sessions/")
    look(here.page, "people-two-sessions")
    here.page.click("text=End this session")
    here.page.fill("input[name=password]", PASSWORD)
    look(here.page, "people-ends-a-session")
    here.page.press("input[name=password]", "Enter")
    here.page.wait_for_selector(".notice.success")
    there.page.goto("/settings/")
    assert "/account/login/" in there.page.url
