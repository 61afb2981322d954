"""Choices are sent a second before their time is over, unless their person turned that off."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import test_venice_week as venice
from tests.browser.shared_steps import at_match
from tests.support import blanks_http as blanks
from tests.support.browser import NARROW, Visit, answered, look
from tests.support.client import guest
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

# Makes the page believe that its time is almost over. The site's clock stays.
ALMOST_OVER = """() => {
  const { deadline } = document.querySelector('#m-phase .clock[data-deadline]').dataset;
  globalThis.serverNow = () => Date.parse(deadline) - 900;
}"""
CHOOSE = """() => {
  const button = document.querySelector('#play-form [data-pick-submit]');
  for (const card of document.querySelectorAll('#play-form [data-item]')) {
    if (button.disabled) card.click();
  }
}"""


@pytest.mark.parametrize("wanted", [True, False])
def test_a_chosen_card_is_played_when_the_time_runs_out(
    site: EmbeddedSite, visit: Visit, wanted: bool
) -> None:
    people = [guest(site.url) for _ in range(4)]
    if not wanted:
        people[0].post("/settings/", {"time_zone": "UTC", "language": "en", "theme": "auto"})
    match = blanks.table(people, option_away_after="3")
    page = at_match(visit(width=NARROW, height=740), people[0], match)
    note = page.locator("#m-phase .clock-note")
    expect(page.locator("#play-form [data-pick-submit]")).to_be_disabled()
    expect(note).to_have_count(0)
    page.evaluate(CHOOSE)
    expect(page.locator("#play-form [data-pick-submit]")).to_be_enabled()
    look(page, f"blanks-in-time-{wanted}")
    expect(note).to_have_count(int(wanted))
    if wanted:
        answered(page, lambda: page.evaluate(ALMOST_OVER))
    else:
        page.evaluate(ALMOST_OVER)
        page.wait_for_timeout(1000)
    expect(page.locator("#m-seat .play")).to_have_count(int(not wanted))


def test_a_typed_bid_is_placed_before_the_auction(visit: Visit) -> None:
    page = visit("Annetta").page
    venice.set_table(page, bots=3)
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator("#m-phase")).to_contain_text("opening auction is next")
    venice.borrow(page, 150)
    item = venice.lots(page)[0]
    page.fill(f"#price-{item}", "20")
    expect(page.locator("#m-phase .clock-note")).to_be_visible()
    look(page, "venice-in-time")
    answered(page, lambda: page.evaluate(ALMOST_OVER), "/week/")
    expect(page.locator(f"#lot-{item} .bid-list")).to_contain_text("$20")
