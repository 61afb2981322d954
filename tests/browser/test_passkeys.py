"""Passkeys in a real browser, stored by Chromium's virtual authenticator."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import PASSWORD, Visit, log_in, look, shot, sign_up

pytestmark = pytest.mark.deep
INDEX = "/account/2fa/"


@contextmanager
def device(page: Page) -> Iterator[str]:
    """Add a phone with a screen lock, whose owner consents to everything."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    kind = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
        "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": kind})
    yield made["authenticatorId"]
    session.detach()


def add_passkey(page: Page) -> None:
    page.goto(INDEX)
    page.get_by_role("link", name="Add a passkey").click()
    if "/reauthenticate/" in page.url:
        page.fill("input[name=password]", PASSWORD)
        page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_label("Name")).to_have_value("Chrome on Linux")
    page.get_by_role("button", name="Add the passkey").click()
    page.wait_for_url("**/recovery-codes/")


def _log_out(page: Page) -> None:
    page.goto("/account/logout/")
    page.locator("main").get_by_role("button", name="Log out").click()
    page.wait_for_url(lambda url: "/logout/" not in url)


def test_a_passkey_is_added_used_renamed_and_removed(visit: Visit) -> None:
    page = visit().page
    sign_up(page, "Ottavia")
    with device(page):
        add_passkey(page)
        expect(page.locator("#flash .success", has_text="passkey")).to_be_visible()
        page.goto(INDEX)
        look(page, "passkeys")
        _log_out(page)
        page.goto("/account/login/")
        look(page, "login")
        page.get_by_role("button", name="Log in with a passkey").click()
        page.wait_for_url("**/lobby/")
        page.goto(INDEX)
        page.get_by_role("link", name="Rename").click()
        # A user who logged in by passkey alone is asked for the password first; the other ways are
        # below.
        page.get_by_role("link", name="Use a passkey").click()
        look(page, "passkey-again")
        page.get_by_role("button", name="Use a passkey").click()
        page.wait_for_url("**/edit/")
        look(page, "passkey-rename")
        page.get_by_label("Name").fill("My <b>phone</b>")
        page.keyboard.press("Enter")
        expect(page.get_by_text("My <b>phone</b>").first).to_be_visible()
        look(page, "passkey-list")
        page.get_by_role("link", name="Remove").click()
        look(page, "passkey-remove")
        page.get_by_role("button", name="Remove the passkey").click()
        expect(page.get_by_text("You have no passkeys.")).to_be_visible()
        _log_out(page)
        log_in(page, "Ottavia")
        assert page.url.endswith("/lobby/")


def test_logging_in_by_password_asks_for_the_passkey_too(visit: Visit) -> None:
    page = visit("Beatrice").page
    with device(page):
        add_passkey(page)
        look(page, "recovery-codes")
        _log_out(page)
        log_in(page, "Beatrice")
        look(page, "second-factor-passkey")
        page.get_by_role("button", name="Use a passkey").click()
        page.wait_for_url("**/lobby/")


def test_a_cancelled_passkey_is_reported_and_can_be_retried(visit: Visit) -> None:
    page = visit("Cosimo").page
    with device(page):
        page.goto(INDEX)
        look(page, "no-passkeys")
        page.get_by_role("link", name="Add a passkey").click()
        page.fill("input[name=password]", PASSWORD)
        page.get_by_role("button", name="Confirm").click()
        look(page, "passkey-add")
        _log_out(page)
        page.goto("/account/login/")
        page.evaluate(REFUSES)
        page.get_by_role("button", name="Log in with a passkey").click()
        expect(page.locator("[data-passkey-says=failed]")).to_be_visible()
        look(page, "passkey-refused")


REFUSES = """() => {
  navigator.credentials.get = () => Promise.reject(new DOMException("", "NotAllowedError"));
}"""


def test_a_device_has_one_passkey_of_a_user(visit: Visit) -> None:
    page = visit("Dorotea").page
    with device(page):
        add_passkey(page)
        page.goto("/account/2fa/webauthn/add/")
        page.get_by_role("button", name="Add the passkey").click()
        expect(page.locator("[data-passkey-says=known]")).to_be_visible()
        shot(page, "passkey-known")


def test_without_script_a_hint_replaces_the_passkey_button(visit: Visit) -> None:
    page = visit(script=False).page
    page.goto("/account/login/")
    expect(page.get_by_role("button", name="Log in", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Log in with a passkey")).to_be_hidden()
