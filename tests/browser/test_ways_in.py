"""Logins without a password, and the operator's texts, on a site with e-mail."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.support.browser import PASSWORD, Visit, Visitor, look
from tests.support.post_office import PostOffice, post_office, text_of
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep
ADDRESS = "ottavia@example.org"
TERMS = """# What we agree on

Whoever comes to play here is kind to the others at the table, whatever the cards do. This house
wraps its lines where its editor did.

# Accounts

- one account for each person
- no programs that play for you, beyond the bots that the house has: they are marked as such

A-word-that-nobody-can-break-anywhere-and-that-goes-on-for-longer-than-a-phone-is-wide-and-then-some.

Ask https://ridotto.example/help/a/rather/long/path/that/does/not/end/before/the/edge
or host@ridotto.example.
"""


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    with post_office() as taken:
        yield taken


@pytest.fixture(scope="module")
def site(office: PostOffice, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedSite]:
    folder = tmp_path_factory.mktemp("texts")
    (folder / "terms.txt").write_text(TERMS)
    (folder / "rules.txt").write_text("Be kind.")
    (folder / "contact.txt").write_text("The Doge\nPalazzo Ducale\nVenice")
    with EmbeddedSite(
        HOUSE_TEXTS=str(folder),
        EMAIL_HOST="127.0.0.1",
        EMAIL_PORT=str(office.port),
        EMAIL_USE_TLS="0",
    ) as running:
        yield running


def _sign_up(here: Visitor, office: PostOffice) -> None:
    """Sign up with an address, and confirm it with the link in the e-mail."""
    page = here.page
    page.goto("/account/signup/")
    page.fill("input[name=username]", "Ottavia")
    page.fill("input[name=email]", ADDRESS)
    page.fill("input[name=password1]", PASSWORD)
    page.fill("input[name=password2]", PASSWORD)
    look(page, "signup-terms")
    page.press("input[name=password2]", "Enter")
    page.wait_for_url(lambda url: "/account/signup" not in url)
    (link,) = re.findall(r"http://\S+/confirm-email/\S+", text_of(office.to(ADDRESS)[-1]))
    page.goto(link)
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_load_state()


def test_an_account_is_opened_with_a_code_from_the_mail(visit: Visit, office: PostOffice) -> None:
    _sign_up(visit(), office)
    page = visit().page
    page.goto("/account/login/?next=/matches/")
    look(page, "login-mail")
    page.get_by_role("link", name="Get a code by e-mail").click()
    page.fill("input[name=email]", ADDRESS)
    look(page, "code-ask")
    page.keyboard.press("Enter")
    page.wait_for_url("**/code/confirm/**")
    expect(page.get_by_label("Code")).to_be_focused()
    page.keyboard.type("AAAA-AAAA")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Wrong code")).to_be_visible()
    look(page, "code-wrong")
    (code,) = re.findall(r"[A-Z0-9]{4}-[A-Z0-9]{4}", text_of(office.to(ADDRESS)[-1]))
    page.get_by_label("Code").fill(code.lower().replace("-", " "))
    page.keyboard.press("Enter")
    page.wait_for_url("**/matches/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_operators_pages_are_accessible_and_fit(visit: Visit, scheme: str) -> None:
    page = visit(scheme=scheme).page
    for path in (
        "/terms/",
        "/house-rules/",
        "/contact/",
        "/account/login/",
        "/account/login/code/",
    ):
        page.goto(path)
        look(page, f"house-{path.strip('/').replace('/', '-')}-{scheme}")


def test_a_new_password_is_shown_until_the_form_is_sent(visit: Visit) -> None:
    page = visit().page
    page.goto("/account/signup/")
    field, button = page.get_by_label("Password", exact=True), page.get_by_text("Show password")
    page.get_by_label("Username").fill("Lucrezia")
    for label in ("Password", "Repeat the password"):
        page.get_by_label(label, exact=True).fill(PASSWORD)
    button.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(field).to_have_attribute("type", "text")
    expect(page.get_by_label("Repeat the password")).to_have_attribute("type", "text")
    look(page, "signup-shown")
    page.evaluate("document.addEventListener('submit', (event) => event.preventDefault())")
    field.press("Enter")
    expect(field).to_have_attribute("type", "password")
    expect(button).to_have_attribute("aria-pressed", "false")
