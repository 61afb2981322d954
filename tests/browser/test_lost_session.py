"""The loss of a session costs nothing that was typed or chosen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.shared_steps import at_match
from tests.browser.test_chat import in_lobby, line, say
from tests.support import blanks_http as blanks
from tests.support.browser import PASSWORD, Visit
from tests.support.client import Client, guest
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep
TEXT = "half a thought, with <signs>"


def end_session(page: Page) -> None:
    """Drop the session as if it had expired: the page is not notified."""
    page.context.clear_cookies(name="sessionid")


def log_in_here(page: Page, name: str) -> None:
    page.wait_for_url("**/account/login/**")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", PASSWORD)
    page.press("input[name=password]", "Enter")


def say_without_session(visit: Visit, name: str, *, log_in_as: str) -> Page:
    """Send a chat line without a session, and log in; return the lobby's page."""
    here = visit(name)
    here.excused.append("401")
    page = in_lobby(here.page)
    end_session(page)
    say(page, TEXT)
    log_in_here(page, log_in_as)
    page.wait_for_url("**/lobby/")
    return page


def test_a_chat_line_is_still_there_after_logging_in(visit: Visit) -> None:
    page = say_without_session(visit, "AdaWrites", log_in_as="AdaWrites")
    expect(page.locator("#chat-text")).to_have_value(TEXT)
    page.press("#chat-text", "Enter")
    expect(line(page, TEXT)).to_have_count(1)
    page.reload()
    expect(page.locator("#chat-text")).to_have_value("")


def test_nothing_is_shown_to_another_account(visit: Visit, site: EmbeddedSite) -> None:
    Client(site.url).sign_up("BrunoReads")
    page = say_without_session(visit, "AdaLeaves", log_in_as="BrunoReads")
    expect(page.locator("#chat-text")).to_have_value("")
    assert page.evaluate("sessionStorage.getItem('ridotto-unsent')") is None


def test_picked_cards_are_restored_after_logging_in(visit: Visit, site: EmbeddedSite) -> None:
    ada = Client(site.url).sign_up("AdaPicks")
    match = blanks.table([ada, guest(site.url), guest(site.url)])
    here = visit()
    here.excused.append("401")
    page = at_match(here, ada, match)
    hand = page.locator("#play-form fieldset")
    for at in range(int(hand.get_attribute("data-least") or 1)):
        hand.locator("[data-item]").nth(at).click()
    chosen = page.locator("#play-form [aria-pressed=true]")
    words = chosen.all_inner_texts()
    end_session(page)
    page.locator("#play-form [data-pick-submit]").click()
    log_in_here(page, "AdaPicks")
    page.wait_for_url(f"**/m/{match}/")
    expect(page.locator("#play-form [data-pick-submit]")).to_be_enabled()
    assert chosen.all_inner_texts() == words
    page.locator("#play-form [data-pick-submit]").click()
    expect(page.locator("#play-form")).to_have_count(0)


@pytest.mark.parametrize("script", [True, False])
def test_a_plain_form_returns_to_its_page_after_logging_in(visit: Visit, script: bool) -> None:
    name = f"AdaSets{script}"
    page = visit(name, script=script).page
    page.goto("/settings/")
    about = page.locator("input[type=text], textarea").first
    about.fill("Adelaide")
    field = about.get_attribute("name")
    end_session(page)
    page.locator("main form", has=about).get_by_role("button").last.click()
    log_in_here(page, name)
    page.wait_for_url("**/settings/")
    if script:
        expect(page.locator(f"[name={field}]")).to_have_value("Adelaide")


def test_a_page_with_an_ended_session_links_to_log_in_and_returns(visit: Visit) -> None:
    here = visit("AdaEnds")
    here.excused.append("401")
    page = in_lobby(here.page)
    other = here.tab()
    page.fill("#chat-text", TEXT)
    other.goto("/account/logout/")
    other.locator("main").get_by_role("button", name="Log out").click()
    expect(page.locator("#flash")).to_contain_text("logged out")
    page.locator("#flash").get_by_role("link", name="Log in").click()
    log_in_here(page, "AdaEnds")
    page.wait_for_url("**/lobby/")
    expect(page.locator("#chat-text")).to_have_value(TEXT)


def test_an_ended_session_is_reported_on_reconnect(visit: Visit) -> None:
    page = in_lobby(visit("AdaReturns").page)
    end_session(page)
    with page.expect_event("websocket"):
        page.evaluate("document.body['htmx-internal-data'].webSocket.socket.onclose({code: 1000})")
        page.evaluate("window.dispatchEvent(new Event('offline'))")
        page.evaluate("document.body['htmx-internal-data'].webSocket.publicInterface.reconnect()")
    expect(page.locator("#flash")).to_contain_text("logged out")
    expect(page.locator("#connection")).to_be_hidden()


def test_logging_in_from_another_tab_preserves_typed_text(visit: Visit) -> None:
    # Logging in changes the CSRF cookie, while this page still holds the previous token.
    here = visit("AdaTwice")
    page = in_lobby(here.page)
    other = here.tab()
    end_session(other)
    other.goto("/account/login/")
    log_in_here(other, "AdaTwice")
    other.wait_for_url("**/lobby/")
    say(page, TEXT)
    expect(line(page, TEXT)).to_have_count(1)
