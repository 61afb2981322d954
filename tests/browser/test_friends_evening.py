"""An evening of two friends: a table by link, a pause, a report, the end and the rematch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.shared_steps import HIT, at_match
from tests.support import blanks_http as blanks
from tests.support.browser import Visit, look
from tests.support.client import Client

TOP = "() => document.querySelector('#m-board').getBoundingClientRect().top + scrollY"


def test_a_visitor_sets_a_table_for_a_friend_and_they_pause(visit: Visit) -> None:
    host = visit(width=1280, height=800).page
    friend = visit(width=360, height=740, scheme="dark").page
    host.goto("/")
    host.get_by_role("link", name="Create a table for friends").first.click()
    look(host, "friends-form")
    host.get_by_label("Your name").fill("Marietta")
    host.get_by_role("button", name="Set the table").click()
    host.wait_for_url("**/m/*/")
    link = host.locator("[data-link]").input_value()

    friend.goto(link)
    look(friend, "friends-invitation")
    friend.get_by_role("link", name="Rules").last.click()
    expect(friend.get_by_role("link", name="Back to the table")).to_be_in_viewport()
    look(friend, "friends-rules")
    friend.get_by_role("link", name="Back to the table").click()
    friend.get_by_label("Your name").fill("Zanetto")
    friend.get_by_role("button", name="Sit down").click()
    expect(friend.get_by_role("button", name="Leave the table")).to_be_visible()
    look(friend, "friends-waiting")
    host.locator("#leave-fold summary").click()
    expect(host.get_by_label("Hand over to")).to_contain_text("Zanetto")
    look(host, "friends-leaving")
    host.set_viewport_size({"width": 390, "height": 844})
    expect(host.get_by_role("button", name="Hand over and leave")).to_be_in_viewport(ratio=1)
    host.set_viewport_size({"width": 1280, "height": 800})
    host.locator("#leave-fold summary").click()
    host.get_by_role("button", name="Start the match").click()
    expect(host.locator("#m-phase .clock")).to_be_visible()

    host.locator("#table-menu > summary").click()
    look(host, "friends-pause-menu")
    host.get_by_role("button", name="10 min").click()
    expect(friend.get_by_role("button", name="Agree to the pause")).to_be_in_viewport(ratio=1)
    assert friend.get_by_role("button", name="Play th").evaluate(HIT)
    look(friend, "friends-pause-asked")
    friend.get_by_role("button", name="Agree to the pause").click()
    for page in (host, friend):
        expect(page.locator("#m-phase .clock.is-paused")).to_contain_text("paused")
    look(friend, "friends-paused")
    look(host, "friends-paused-host")
    friend.get_by_role("button", name="End the pause").click()
    expect(host.locator("#m-phase .clock.is-paused")).to_have_count(0)


def test_thanks_for_a_report_fade_and_move_nothing(visit: Visit, people: list[Client]) -> None:
    page = at_match(visit(width=390, height=844), people[0], blanks.table(people))
    before = page.evaluate(TOP)
    page.get_by_role("link", name="Report a card").click()
    page.locator("main .plain-list a").first.click()
    page.get_by_role("textbox").first.fill("Not for this table.")
    page.locator("main form button").last.click()
    thanks = page.locator("#flash .success")
    expect(thanks).to_be_visible()
    assert page.evaluate(TOP) == before
    expect(thanks).not_to_be_visible(timeout=9000)


@pytest.mark.deep
def test_whoever_wants_to_play_again_is_taken_to_the_new_table(
    visit: Visit, people: list[Client]
) -> None:
    match = blanks.table(people, option_target_score="1")
    for _ in range(12):
        blanks.play_on(people, match)
    pages: list[Page] = [at_match(visit(width=390, height=844), one, match) for one in people[:2]]
    host, friend = pages
    look(friend, "again-result")
    friend.get_by_role("button", name="Play again").click()
    expect(friend.locator("#m-seat")).to_contain_text("wants to play again", ignore_case=True)
    look(friend, "again-waits")
    expect(host.locator("#m-seat")).to_contain_text("Wants to play again")
    host.get_by_role("button", name="Play again").click()
    host.wait_for_url(lambda url: match not in url)
    friend.wait_for_url(host.url)
    expect(host.locator("#m-players .player")).to_have_count(2)
    friend.go_back()
    friend.wait_for_timeout(300)
    assert match in friend.url
    friend.get_by_text("Verify the draw").click()
    look(friend, "again-verify")
