"""A vote of Blanks: withdrawn before it counts, and shown when it is over."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import test_blanks_match as blanks_page
from tests.browser.shared_steps import HIT, at_match
from tests.support import blanks_http as blanks
from tests.support.browser import NARROW, Visit, Visitor, answered, look, tries
from tests.support.client import Client, guest
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

# Exposes the sockets, so that a test can close them.
KEEPS_SOCKETS = """
  window.sockets = [];
  window.WebSocket = class extends WebSocket {
    constructor(...args) { super(...args); sockets.push(this); }
  };"""


def table(
    site: EmbeddedSite, visit: Visit, *, height: int = 800, **options: Any
) -> tuple[Visitor, list[Client], str]:
    """Start a match of four in which all but the first have played their cards.

    Return the first player, who has a browser, the others and the match's id.
    """
    people = [guest(site.url) for _ in range(4)]
    match = blanks.table(people)
    first = visit(height=height, **options)
    first.context.add_init_script(KEEPS_SOCKETS)
    at_match(first, people[0], match)
    blanks.play_on(people, match)
    expect(first.page.locator(".vote-form button.answer").first).to_be_visible()
    return first, people[1:], match


def votes(page: Page) -> list[str]:
    """Return a list to which each vote that this page sends is added."""
    sent: list[str] = []
    page.on(
        "request",
        lambda request: (
            sent.append(str(request.post_data)) if request.url.endswith("/act/") else None
        ),
    )
    return sent


def test_a_vote_can_be_changed_and_withdrawn_before_it_is_sent(
    site: EmbeddedSite, visit: Visit
) -> None:
    page = table(site, visit, presses_again=False)[0].page
    sent = votes(page)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    one, other = (page.locator(".vote-form button.answer").nth(number) for number in (0, 1))
    one.dblclick()
    expect(one).to_have_attribute("aria-pressed", "true")
    expect(one.locator(".answer-vote")).to_have_text("Voted. Change? 3")
    page.clock.run_for(1000)
    expect(one.locator(".answer-vote")).to_have_text("Voted. Change? 2")
    one.click()
    expect(one).to_have_attribute("aria-pressed", "false")
    expect(one.locator(".answer-vote")).to_have_text("Vote for this")
    page.clock.run_for(5000)
    assert sent == []
    one.click()
    other.click()
    handle = other.get_attribute("value")
    answered(page, lambda: page.clock.run_for(3000))
    assert len(sent) == 1
    assert f"handle={handle}" in sent[0]
    expect(page.locator(".answer.is-chosen")).to_have_count(1)


def test_a_vote_is_sent_immediately_when_its_page_is_hidden(
    site: EmbeddedSite, visit: Visit
) -> None:
    page = table(site, visit)[0].page
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.locator(".vote-form button.answer").first.click()
    hide = """() => {
      Object.defineProperty(document, "visibilityState", {get: () => "hidden"});
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    answered(page, lambda: page.evaluate(hide))
    expect(page.locator(".answer.is-chosen")).to_have_count(1)


def test_the_result_of_a_vote_is_shown_over_the_board_until_dismissed(
    site: EmbeddedSite, visit: Visit
) -> None:
    first, others, match = table(site, visit)
    page = first.page
    answered(page, page.locator(".vote-form button.answer").first.click)
    for person in others:
        blanks.play_on([person], match)
    view = page.locator("#m-once .once-view")
    expect(view.locator(".once-winner").first).to_contain_text("vote")
    expect(view.locator(".once-winner .seat-name").first).to_be_visible()
    assert view.locator(".once-winner, .answer").count() == 4
    look(page, "blanks-reveal")
    page.locator(".play .white-card").first.click()
    expect(page.locator(".play .white-card[aria-pressed=true]")).to_have_count(1)
    expect(view).to_be_hidden()
    page.get_by_role("button", name="Last round").click()
    expect(view).to_be_visible()
    look(page, "blanks-reveal-again")


# Lists what covers the phase line, its clock or the hand.
_COVERED = """() => [...document.querySelectorAll('.phase-text, .clock, .play .white-card')]
  .filter((one) => {
    const { left, top, width } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + 12);
    return !one.contains(hit);
  }).map((one) => one.className)"""


def phone_after_a_vote(site: EmbeddedSite, visit: Visit) -> tuple[Page, list[Client], str]:
    """Open a phone whose player has voted and owes the next answer."""
    first, others, match = table(site, visit, width=390, height=844, presses_again=False)
    page = first.page
    answered(page, page.locator(".vote-form button.answer").first.click)
    for person in others:
        blanks.play_on([person], match)
    expect(page.locator(".play .white-card").first).to_be_visible()
    return page, others, match


def test_on_a_phone_a_result_gives_way_to_the_next_decision_and_can_be_reopened(
    site: EmbeddedSite, visit: Visit
) -> None:
    page = phone_after_a_vote(site, visit)[0]
    shown, line = page.locator("#m-once .once-list"), page.locator("#m-once .once-head h2")
    expect(line).to_be_in_viewport(ratio=1)
    expect(line).to_contain_text("round 1")
    expect(shown).to_be_hidden()
    look(page, "blanks-reveal-line")
    assert page.evaluate(_COVERED) == []
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    card = page.locator(".play .white-card").first
    card.dblclick()
    expect(card).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(1000)
    page.get_by_role("button", name="Last round").dblclick()
    expect(shown).to_be_visible()
    page.clock.resume()
    assert not {"phase-text", "clock"} & set(page.evaluate(_COVERED))
    look(page, "blanks-reveal-phone")
    page.wait_for_timeout(700)
    page.locator("#m-once .once-winner").first.click()
    expect(shown).to_be_hidden()
    expect(line).to_be_visible()


def test_a_result_does_not_reappear_after_a_reconnect_or_in_the_next_vote(
    site: EmbeddedSite, visit: Visit
) -> None:
    page, others, match = phone_after_a_vote(site, visit)
    view = page.locator("#m-once .once-view")
    expect(view).to_be_visible()
    page.evaluate("document.getElementById('m-once').dataset.same = 'yes'")
    with page.expect_websocket() as fresh:
        page.evaluate("() => { for (const one of window.sockets) one.close(4000) }")
    fresh.value.wait_for_event("framereceived")
    page.wait_for_timeout(300)
    expect(page.locator("#m-once[data-same=yes]")).to_have_count(1)
    blanks_page.answer(page)
    for person in others:
        blanks.play_on([person], match)
    expect(page.locator(".vote-form button.answer").first).to_be_visible()
    expect(view).to_have_count(0)


_ARRIVES = """() => {
  const inner = `<section class="once-view panel" data-once-view="99">
    <div class="once-head"><h2 data-once-say>Round 1</h2>
    <button data-once-open class="once-open">Show</button><button data-once-pin>Keep open</button>
    <button data-once-close>Close</button></div><div class="once-list">An answer</div></section>`;
  const part = `<div id="m-once" class="once has-view" hx-swap-oob="true">${inner}</div>`;
  htmx.swap(document.body, part, { swapStyle: "none" });
}"""


def test_on_a_phone_a_result_leaves_the_clock_visible_and_closes_unless_pinned(
    site: EmbeddedSite, visit: Visit
) -> None:
    people = [guest(site.url) for _ in range(2)]
    page = at_match(visit(width=390, height=844), people[0], blanks.set_table(*people))
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    shown = page.locator("#m-once .once-list")
    page.evaluate(_ARRIVES)
    expect(shown).to_be_visible()
    assert "phase-text" not in page.evaluate(_COVERED)
    page.clock.run_for(5400)
    expect(shown).to_be_visible()
    page.clock.run_for(1200)
    expect(shown).to_be_hidden()
    page.evaluate(_ARRIVES.replace("99", "100"))
    page.locator("[data-once-pin]").click()
    page.clock.run_for(20_000)
    expect(shown).to_be_visible()
    page.locator("#m-phase").click()
    expect(shown).to_be_hidden()


def test_too_many_picked_cards_are_reported(site: EmbeddedSite, visit: Visit) -> None:
    people = [guest(site.url) for _ in range(2)]
    match = blanks.table(people, option_round_limit="50")
    while (asked := blanks.asked_for(people[0], match)) < 2:
        assert blanks.play_on(people, match) == 2, "no prompt of the match asked for two cards"
    page = at_match(visit(), people[0], match)
    for _ in tries(page, "the refusal"):  # once rendered again, the page drops it
        if "Deselect" in (why := page.locator(".play [data-why]").inner_text()):
            assert str(asked) in why
            break
        page.locator(".play .white-card[aria-pressed=false]").first.click()


@pytest.mark.parametrize("width", [1024, NARROW])
def test_the_discard_button_is_in_view(site: EmbeddedSite, visit: Visit, width: int) -> None:
    people = [guest(site.url) for _ in range(2)]
    match = blanks.table(people)
    # with two answers, each votes for the other: a point for both
    for _ in ("play", "vote", "play"):
        blanks.play_on(people, match)
    page = at_match(visit(width=width, height=740), people[0], match)
    page.locator("#my-hand > summary").click()
    button = page.get_by_role("button", name="Discard for 1 point")
    expect(button).to_be_visible()
    page.wait_for_function(HIT, arg=button.element_handle())
