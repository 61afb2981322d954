"""Answers to forms that were replaced or removed meanwhile, and delayed updates."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_scripts import choose, play
from tests.support.stage import ANSWERED, Desk, Stage, expect_event

pytestmark = pytest.mark.deep


def invite_somebody(waiting: Stage) -> Desk:
    """Send an invitation, and return the desk that withholds its refusal."""
    inviting = Desk(body="Nobody is called that.", code="no_such_user", holds=True)
    waiting.page.route("**/invite/", inviting.take)
    waiting.page.fill("#invite-name", "somebody")
    waiting.page.press("#invite-name", "Enter")
    inviting.until(waiting.page, 1)
    return inviting


def test_updates_wait_for_one_form_while_another_is_answered(waiting: Stage) -> None:
    page, desk, inviting = waiting.page, waiting.desk, invite_somebody(waiting)
    desk.holds = True
    page.get_by_role("button", name="Add a bot").click()
    desk.until(page, 1)
    waiting.line.say(page, waiting.part("m-board", "<p>NEWS</p>"))
    desk.answer(page)
    assert "NEWS" not in page.inner_text("#m-board")
    inviting.answer(page)
    assert "NEWS" in page.inner_text("#m-board")


def test_a_response_is_shown_in_the_replacement_of_its_form(waiting: Stage) -> None:
    page, inviting = waiting.page, invite_somebody(waiting)
    inviting.body += waiting.part("m-log", "TOLD")
    waiting.desk.body = waiting.part("m-board")
    with expect_event(page, ANSWERED):
        page.get_by_role("button", name="Add a bot").click()
    inviting.answer(page)
    expect(page.locator("#m-log")).to_contain_text("TOLD")
    expect(page.locator("#invite-form .error")).to_have_text("Nobody is called that.")


def test_a_response_to_a_removed_form_is_harmless(playing: Stage) -> None:
    page, desk = playing.page, playing.desk
    desk.status, desk.stream = 204, page.get_attribute("#m-seat", "data-revision") or ""
    page.evaluate(
        "document.addEventListener('htmx:beforeSwap',"
        " () => document.getElementById('play-form').remove(), { once: true })"
    )
    choose(page)
    play(playing)
    assert not page.locator("[data-busy]").count()


def test_a_refusal_is_shown_in_the_form_of_its_response(playing: Stage) -> None:
    page, desk = playing.page, playing.desk
    choose(page)
    desk.body = playing.part("m-seat", "<p>ANEW</p>") + "Too late."
    desk.code = "stale"
    play(playing)
    assert "ANEW" in page.inner_text("#m-seat")
    expect(page.locator("#play-form .error")).to_have_text("Too late.")
    expect(page.locator("#play-form [data-pick-submit]")).to_be_enabled()
