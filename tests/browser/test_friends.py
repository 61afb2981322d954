"""Friends: requests, acceptance, and inviting one friend or the whole last table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_blanks_match import set_table
from tests.support.browser import NARROW, Visit, answered, look, no_sideways_scroll

pytestmark = pytest.mark.deep


def stop(page: Page) -> None:
    page.locator("#table-menu > summary").click()
    page.get_by_role("button", name="Agree to stop").click()
    answered(page, page.locator("#ask [data-yes]").click, "/stop/")


def test_friends_from_the_request_to_a_second_match(visit: Visit) -> None:
    ann = visit("Annamaria").page
    bob = visit("Bortolo", width=NARROW, height=740, scheme="dark").page
    guest = visit(width=NARROW, height=740).page
    guest.goto("/account/login/")
    guest.click("main >> text=Play now")
    guest.wait_for_url(lambda url: "/account/login" not in url)

    bob.goto("/friends/")
    ann.goto("/people/Bortolo/")
    look(ann, "friends-profile")
    ann.get_by_role("button", name="Send a friend request").click()
    expect(ann.locator("main")).to_contain_text("sent a friend request")
    look(ann, "friends-asked")
    expect(bob.locator("#friends-lists")).to_contain_text("Friend requests")
    look(bob, "friends-request")
    bob.get_by_role("button", name="Accept").click()
    expect(bob.get_by_role("heading", name="Your friends")).to_be_visible()
    bob.goto("/lobby/")
    ann.goto("/friends/")
    expect(ann.locator("#friends-lists")).to_contain_text("online")

    first = set_table(ann, least=3, most=4)
    look(ann, "friends-invite")
    ann.locator("#m-waiting, main").get_by_role("button", name="Bortolo").click()
    expect(ann.locator("main")).to_contain_text("Invited: Bortolo")
    expect(ann.get_by_role("button", name="Bortolo (invite)")).to_have_count(0)
    for page in (bob, guest):
        page.goto(first)
        page.get_by_role("button", name="Sit down").first.click()
        expect(page.locator("#m-players")).to_contain_text("Annamaria")
    ann.get_by_role("button", name="Start the match").click()
    for page in (ann, bob, guest):
        expect(page.locator("#m-log")).to_be_attached()
        page.goto(first)
        stop(page)

    set_table(ann, least=3, most=4)
    look(ann, "friends-last-table")
    answered(
        ann,
        ann.get_by_role("button", name="Invite everybody from the last table").click,
        "/invite-last/",
    )
    expect(ann.locator("main")).to_contain_text("Bortolo")
    expect(ann.get_by_role("button", name="Invite everybody from the last table")).to_have_count(0)
    look(ann, "friends-all-invited")
    guest.goto("/matches/")
    expect(guest.locator("#mine-list")).to_contain_text("Annamaria")

    bob.goto("/friends/")
    expect(bob.locator("#friends-lists")).to_contain_text("waiting at")
    expect(bob.locator("#friends-lists")).to_contain_text("Recently played with")
    no_sideways_scroll(bob)
    look(bob, "friends-page")
    ann.goto("/friends/")
    look(ann, "friends-page-wide")
    guest.goto("/friends/")
    look(guest, "friends-guest")
