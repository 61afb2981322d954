"""A whole match of Blanks in real browsers: three people and a bot."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.shared_steps import fill_table, open_table, play_now, sit_down, tab_to
from tests.support.browser import Visit, answered, look, tries


def set_table(page: Page, **options: Any) -> str:
    """Open a table through the form and return its address."""
    return open_table(page, fill_table(page, "blanks/", **options))


def my_turn(page: Page) -> bool:
    return page.locator("#m-seat[data-my-turn=true]").count() > 0


def answer(page: Page, *, which: int = 0) -> None:
    """Play or vote, whichever is due, and wait until the page shows the result."""
    answered(page, lambda: _answer(page, which))


def _answer(page: Page, which: int) -> None:
    votes = page.locator("#m-seat form:has(input[name=action][value=vote]) button:enabled")
    if votes.count():
        votes.nth(min(which, votes.count() - 1)).click()
    else:
        hand = page.locator("#m-seat form:has(input[name=action][value=play]) fieldset")
        need = int(hand.get_attribute("data-least") or 1)
        for number in range(need):
            hand.locator("[data-item]").nth(number).click()
        page.locator("#m-seat [data-pick-submit]").first.click()


def play_on(pages: list[Page], until: str = ".result") -> None:
    """Answer all decisions on these pages until every page shows `until`."""
    for go_on in tries(pages[0], until):
        if all(page.locator(until).count() for page in pages):
            return
        for page in pages:
            if my_turn(page):
                answer(page)
                go_on()


def say(page: Page, text: str) -> None:
    page.fill("#chat textarea, #chat input[name=text]", text)
    page.press("#chat textarea, #chat input[name=text]", "Enter")


def test_three_people_and_a_bot_play_a_whole_match_and_chat(visit: Visit) -> None:
    pages = [visit(name).page for name in ("Annalisa", "Bortolo", "Cecilia")]
    address = set_table(pages[0], least=3, most=4, bots=1, option_target_score=2)
    for page in pages[1:]:
        sit_down(page, address)
    expect(pages[0].locator("#m-players .player")).to_have_count(4)
    look(pages[0], "blanks-waiting")
    pages[0].get_by_role("button", name="Start the match").click()
    for page in pages:
        expect(page.locator("#m-seat")).to_have_attribute("data-my-turn", "true")
    look(pages[1], "blanks-play")
    say(pages[1], "good luck, everybody")
    for page in pages:
        expect(page.locator("#chat-log")).to_contain_text("good luck, everybody")
    for page in pages:
        answer(page)
    expect(pages[2].locator("#m-phase")).to_contain_text("Vote")
    look(pages[2], "blanks-vote")
    play_on(pages)
    for page in pages:
        expect(page.locator("#m-phase")).to_contain_text("2 points")
    look(pages[0], "blanks-result")
    pages[0].get_by_role("button", name="Play again").click()
    pages[0].wait_for_url(lambda url: url != address)
    expect(pages[0].locator("#m-players .player")).to_have_count(2)


# The text of a control.
SAID = "one.innerText || one.value"


@pytest.mark.deep
def test_a_round_can_be_played_by_keyboard(visit: Visit) -> None:
    page = visit("Keys").page
    page.goto("/")
    tab_to(page, "Play now", of=SAID)
    page.keyboard.press("Enter")
    page.wait_for_url("**/m/*/")
    expect(page.locator("#m-seat")).to_have_attribute("data-my-turn", "true")
    need = int(page.locator("#m-seat fieldset[data-pick]").first.get_attribute("data-least") or 1)
    first = page.locator("#m-seat [data-item]").first.inner_text()
    tab_to(page, first.strip()[:12], of=SAID)
    for _ in range(need):
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    tab_to(page, "Play th", of=SAID)
    page.keyboard.press("Enter")
    expect(page.locator("#m-phase")).to_contain_text("Vote")
    tab_to(page, page.locator("#vote-form button").first.inner_text().strip()[:12], of=SAID)
    page.keyboard.press("Enter")
    expect(page.locator("#m-log")).to_contain_text("Round 2")


@pytest.mark.deep
def test_two_tabs_of_one_player_are_both_up_to_date(visit: Visit) -> None:
    person = visit("Twotabs")
    first = person.page
    play_now(first)
    second = person.tab()
    second.goto(first.url)
    expect(second.locator("#m-seat")).to_have_attribute("data-my-turn", "true")
    answer(first)
    expect(second.locator("#m-log")).to_contain_text("You have played")


@pytest.mark.deep
def test_a_match_can_be_played_without_script(visit: Visit) -> None:
    page = visit("Plain", script=False).page
    play_now(page)
    selects = page.locator("#m-seat form:has(input[name=action][value=play]) select")
    for number in range(selects.count()):
        selects.nth(number).select_option(index=number + 1)
    page.locator("#m-seat form:has(input[name=action][value=play]) button.primary").click()
    expect(page.locator("#m-log")).to_contain_text("You have played")
