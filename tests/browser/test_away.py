"""A player who returns from being away first sees that, and how to return."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import test_interop_match as interop
from tests.browser.shared_steps import ASKED, HIT, at_match
from tests.support import blanks_http as blanks
from tests.support.browser import NARROW, Visit, answered, look, tries
from tests.support.client import guest
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

# Queries the page instead of one element, which is replaced while bots play.
MARKED = """(mark) => {
  const fold = document.querySelector('#absence-fold > summary');
  return fold !== null && getComputedStyle(fold, '::before').content === `"${mark}"`;
}"""


@pytest.fixture(scope="module")
def site(own_site: EmbeddedSite) -> EmbeddedSite:
    return own_site


def test_a_missed_vote_does_not_cover_the_return_button(site: EmbeddedSite, visit: Visit) -> None:
    people = [guest(site.url) for _ in range(4)]
    match = blanks.table(people, option_away_after="1")
    page = at_match(visit(width=NARROW, height=740), people[0], match)
    expect(page.locator("#m-seat[data-my-turn=true] .play")).to_be_visible()
    others = people[1:]
    blanks.play_on(others, match)
    site.move_clock(700)  # past the time to play
    expect(page.locator("#m-phase")).to_contain_text("Vote")
    blanks.play_on(others, match)
    site.move_clock(700)
    back = page.get_by_role("button", name="I'm back")
    expect(back).to_be_visible()
    expect(page.locator("#m-once.has-view")).to_have_count(1)
    page.wait_for_function(HIT, arg=back.element_handle())
    look(page, "blanks-away")
    answered(page, back.click)
    expect(back).to_have_count(0)


def test_the_list_of_missed_events_unfolds_visibly(site: EmbeddedSite, visit: Visit) -> None:
    page = visit("Absent", width=NARROW, height=740).page
    interop.against_a_bot(page)
    fold = page.locator("#absence-fold > summary")
    back = page.get_by_role("button", name="I'm back")
    missed = ""
    for _ in tries(page, "two things that were done for who is away"):
        if fold.count() and back.count():  # one missed decision may cause either
            break
        # Each deadline once: the match ends if too many pass before the page shows the first.
        if (decision := page.evaluate(ASKED)) not in ("", missed):
            missed = decision
            site.move_clock(200)
        page.wait_for_timeout(500)
    page.wait_for_function(MARKED, arg="+")
    expect(back).to_be_in_viewport(ratio=1)
    look(page, "interop-away")
    fold.click()
    expect(page.locator("#absence-fold li").first).to_be_visible()
    page.wait_for_function(MARKED, arg="\N{MINUS SIGN}")
