"""A vote of Blanks: taken back before it counts, and shown when it is over."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support import blanks_http as blanks
from tests.support.browser import NARROW, Visit, Visitor, answered, look, tries
from tests.support.client import Client, guest
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

HIT = """(one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === one;
}"""


def table(site: EmbeddedSite, visit: Visit, width: int = 1280) -> tuple[Visitor, list[Client], str]:
    """A match of four; the first has a browser, and the others have just played their cards."""
    people = [guest(site.url) for _ in range(4)]
    match = blanks.table(people)
    first = visit(width=width, height=800)
    first.keep(people[0].cookies)
    first.page.goto(f"/m/{match}/")
    blanks.play_on(people, match)
    expect(first.page.locator(".vote-form button.answer").first).to_be_visible()
    return first, people[1:], match


def votes(page: Page) -> list[str]:
    """The votes that this page sends, as they are sent."""
    sent: list[str] = []
    page.on(
        "request",
        lambda request: (
            sent.append(str(request.post_data)) if request.url.endswith("/act/") else None
        ),
    )
    return sent


def test_a_vote_is_changed_and_taken_back_before_it_counts(
    site: EmbeddedSite, visit: Visit
) -> None:
    page = table(site, visit)[0].page
    sent = votes(page)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    one, other = (page.locator(".vote-form button.answer").nth(number) for number in (0, 1))
    one.click()
    expect(one).to_have_attribute("aria-pressed", "true")
    expect(one.locator(".answer-vote")).to_have_text("Change")
    one.click()
    expect(one).to_have_attribute("aria-pressed", "false")
    expect(one.locator(".answer-vote")).to_have_text("Vote for this")
    page.clock.run_for(3000)
    assert sent == []
    one.click()
    other.click()
    handle = other.get_attribute("value")
    answered(page, lambda: page.clock.run_for(1500))
    assert len(sent) == 1
    assert f"handle={handle}" in sent[0]
    expect(page.locator(".answer.is-chosen")).to_have_count(1)


@pytest.mark.parametrize("width", [1280, NARROW])
def test_the_result_of_the_vote_is_shown_over_the_board_and_yields(
    site: EmbeddedSite, visit: Visit, width: int
) -> None:
    first, others, match = table(site, visit, width)
    page = first.page
    answered(page, page.locator(".vote-form button.answer").first.click)
    for person in others:
        blanks.play_on([person], match)
    view = page.locator("#m-once.has-view")
    expect(view.locator(".once-winner").first).to_contain_text("vote")
    expect(view.locator(".once-winner .seat-name").first).to_be_visible()
    assert view.locator(".once-winner, .answer").count() == 4
    look(page, f"blanks-reveal-{width}")
    if width == NARROW:
        view.locator(".once-winner").first.click()
    else:
        page.locator(".play .white-card").first.click()
        expect(page.locator(".play .white-card[aria-pressed=true]")).to_have_count(1)
    expect(view).to_have_count(0)


def test_one_card_too_many_is_said(site: EmbeddedSite, visit: Visit) -> None:
    people = [guest(site.url) for _ in range(2)]
    match = blanks.table(people, option_round_limit="50")
    while blanks.asked_for(people[0], match) < 2:
        assert blanks.play_on(people, match) == 2, "no prompt of the match asked for two cards"
    player = visit()
    player.keep(people[0].cookies)
    page = player.page
    come: list[bool] = []
    page.on("websocket", lambda one: one.on("framereceived", lambda _frame: come.append(True)))
    page.goto(f"/m/{match}/")
    for _ in tries(page, "the page over its socket"):  # drawn anew it no longer says what it said
        if come:
            break
    for number in range(3):
        page.locator(".play .white-card").nth(number).click()
    expect(page.locator(".play [data-why]")).to_have_text(
        "You have chosen 2 already. Take one back first."
    )


@pytest.mark.parametrize("width", [1024, NARROW])
def test_the_button_that_pays_for_new_cards_is_in_view(
    site: EmbeddedSite, visit: Visit, width: int
) -> None:
    people = [guest(site.url) for _ in range(2)]
    match = blanks.table(people)
    for _ in ("play", "vote", "play"):  # of two each votes for the other: a point for both
        blanks.play_on(people, match)
    player = visit(width=width, height=740)
    player.keep(people[0].cookies)
    page = player.page
    page.goto(f"/m/{match}/")
    page.locator("#my-hand > summary").click()
    button = page.get_by_role("button", name="Discard for 1 point")
    expect(button).to_be_visible()
    page.wait_for_function(HIT, arg=button.element_handle())
