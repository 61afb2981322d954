"""Venice on a phone: controls near the thumb, low headers, visible focus."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import test_venice_week as venice
from tests.browser.shared_steps import HEAD, play_now
from tests.support.browser import Visit, answered, look
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep
TOPS = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().top))"


@pytest.fixture(scope="module")
def site(own_site: EmbeddedSite) -> EmbeddedSite:
    return own_site


def test_on_a_phone_the_phase_line_is_short_at_the_daily_pace(visit: Visit) -> None:
    # The next auction is days away, and the text names two time zones.
    page = visit("Patient", width=360, height=740).page
    page.goto("/set/venice/")
    page.get_by_role("button", name="Create table").first.click()
    page.wait_for_url("**/m/*/")
    answered(page, page.get_by_role("button", name="Add a bot").click, "/bot/")
    page.get_by_role("button", name="Start the match").click()  # far down the page
    line = page.locator("#m-phase")
    expect(line).to_contain_text("opening auction is next")
    expect(line).to_contain_text("in Rome")
    expect(page.locator("#loan-amount")).to_be_in_viewport()
    page.wait_for_function("scrollY === 0")
    box = line.bounding_box()
    assert box
    assert box["height"] <= 112, "the week below it has the room"


@pytest.mark.parametrize("size", [(320, 568), (844, 390)])
def test_in_a_low_window_the_loan_comes_before_the_order_form(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = visit("Borrower", width=size[0], height=size[1]).page
    venice.begin(page)
    tops = [page.locator(one).bounding_box() for one in ("#loan-form", ".order")]
    assert tops[0] and tops[1] and tops[0]["y"] < tops[1]["y"]


def test_on_a_phone_the_list_of_lots_is_one_tap_from_the_form(visit: Visit) -> None:
    page = visit("Planner", width=360, height=740).page
    venice.begin(page)
    venice.borrow(page, 150)
    page.locator(".order-week").click()
    table = page.locator(".matrix .table-scroll")
    expect(table).to_be_visible()
    assert table.evaluate("one => one.scrollWidth <= one.clientWidth")
    look(page, "venice-lots-by-days")
    row = page.locator(".matrix tbody tr", has=page.locator("a[href*='day=3#']")).first
    name = row.locator(".matrix-name").inner_text().splitlines()[0].strip()
    row.locator("a[href*='day=3#']").click()
    expect(page.locator("#order-title")).to_contain_text("Wednesday")
    lot = page.locator(".order .lot:target")
    expect(lot).to_contain_text(name)
    expect(lot).to_be_in_viewport()


def test_on_a_phone_the_links_below_the_result_are_in_two_columns(
    site: EmbeddedSite, visit: Visit
) -> None:
    page = visit(width=360, height=740).page
    play_now(page, "venice")
    expect(page.locator("#m-phase")).to_contain_text("opening auction is next")
    for day in range(7):
        venice.pass_day(site, day, (page,))
    ways = page.locator(".after")
    expect(ways.get_by_role("link", name="Keep this name")).to_be_in_viewport(ratio=1)
    tops = ways.locator("> *").evaluate_all(TOPS)
    assert len(tops) > 4
    assert len(set(tops)) <= 3
    look(page, "venice-end-phone")


def test_on_a_phone_the_page_scrolls_and_the_purse_covers_no_focus(visit: Visit) -> None:
    page = visit("Thumbs", width=360, height=740).page
    venice.begin(page, bots=2)
    venice.borrow(page, 140)
    expect(page.locator("#loan-set")).to_be_attached()
    page.locator("#order-lots").evaluate("one => { one.scrollTop = 40; }")
    assert page.locator("#order-lots").evaluate("one => one.scrollTop") == 0
    assert page.evaluate(LOTS_IN_VIEW) >= 2
    for item in venice.lots(page)[:2]:
        venice.bid(page, item, 17)
        expect(page.locator(".receipt")).to_be_attached()
        assert page.evaluate(RECEIPT_BELOW_THE_CLOCK)
    height = page.locator(".purse").evaluate("one => one.getBoundingClientRect().height")
    assert height <= 56
    for item in venice.lots(page)[2:4]:  # another bid on a lot pushes down the focused one
        venice.bid(page, item, 11)
        assert page.evaluate(FOCUSED_LOT_SHOWS)
    for _ in range(60):
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUS_IS_SEEN), page.evaluate("document.activeElement.outerHTML")


def test_on_a_phone_a_newcomer_can_bid_while_the_chat_is_open(
    visit: Visit,
) -> None:
    page = visit(width=360, height=740).page
    play_now(page, "venice")
    venice.borrow(page, 150)
    expect(page.locator("#loan-set")).to_be_attached()
    page.locator("[data-dock-handle]").click()
    expect(page.locator("[data-dock]")).to_have_class(re.compile("is-open"))
    item = venice.lots(page)[0]
    page.wait_for_function(ALL_PRESSED, arg=[f"units-{item}", f"place-{item}"])
    page.wait_for_function(ALL_PRESSED, arg=["done-now", "done-rest"])


# True if a press on the upper and on the lower end of each control hits it, once it is scrolled to.
ALL_PRESSED = """(ids) => ids.every((id) => {
  const one = document.getElementById(id);
  one.scrollIntoView({block: 'nearest', behavior: 'instant'});
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const x = (left + right) / 2;
  return [top + 3, bottom - 3].every((y) => one.contains(document.elementFromPoint(x, y)));
})"""


def test_on_a_phone_the_focused_lot_stays_in_view(visit: Visit) -> None:
    page = visit("Turner", width=390, height=844).page
    venice.begin(page, bots=2)
    venice.borrow(page, 140)
    expect(page.locator("#loan-set")).to_be_attached()
    field = page.locator("#order-lots .lot").nth(3).locator("[name=price]").last
    field.focus()
    page.set_viewport_size({"width": 390, "height": 480})  # a keyboard takes the rest
    page.wait_for_function(FOCUSED_LOT_SHOWS)
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(COVER, 360)  # as Safari does on iOS
    page.wait_for_function(FOCUSED_LOT_SHOWS)
    dock = page.locator("[data-dock]").bounding_box()
    assert dock and dock["y"] + dock["height"] <= 844 - 360
    page.evaluate(COVER, 0)
    for width, height in ((844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FOCUSED_LOT_SHOWS)
    page.evaluate("document.activeElement.blur()")
    page.evaluate("scrollTo({top: document.body.scrollHeight, behavior: 'instant'})")
    for width, height in ((844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(ORDER_SHOWS)


# Let a keyboard cover so many pixels of the window without shrinking it.
COVER = """(covered) => {
  const height = {get: () => innerHeight - covered, configurable: true};
  Object.defineProperty(visualViewport, 'height', height);
  visualViewport.dispatchEvent(new Event('resize'));
}"""
ORDER_SHOWS = """() => {
  const { top, bottom } = document.querySelector('.order').getBoundingClientRect();
  return bottom > 120 && top < innerHeight - 120;
}"""


def test_on_a_phone_tabs_stay_in_place_and_everything_is_large_enough(visit: Visit) -> None:
    page = visit("Tapper", width=360, height=740).page
    address = venice.begin(page, bots=2)
    venice.borrow(page, 140)
    expect(page.locator("#loan-set")).to_be_attached()
    tabs = page.locator(".venice-tabs a")
    places = tabs.evaluate_all(PLACES)
    for view in ("", "?view=players", "?view=plots", "?view=week"):
        page.goto(address + view)
        assert tabs.evaluate_all(PLACES) == places, view
        small = page.locator("main").evaluate(SMALL)
        assert not small, f"{view}: {small}"
    assert page.locator(".point-name").first.evaluate("one => one.offsetWidth") > 8
    assert page.locator(".purse-sign:visible").count() == 0


PLACES = """(all) => all.map((one) => {
  const { left, top, width } = one.getBoundingClientRect();
  return [left, top, width].map(Math.round);
})"""
# Controls too small for a thumb, and fields into which Safari on iOS zooms; links and terms within
# a sentence may be small.
SMALL = """(main) => [...main.querySelectorAll('a, button, summary, select, input')]
  .filter((one) => one.checkVisibility() && !one.matches('.term, p:not(.players-all) a, td a'))
  .filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    const isSmall = width > 1 && (Math.round(width) < 44 || Math.round(height) < 44);
    const text = parseFloat(getComputedStyle(one).fontSize);
    return isSmall || (one.matches('input, select') && text < 16);
  })
  .map((one) => `${one.outerHTML.slice(0, 120)} ${one.offsetWidth} x ${one.offsetHeight}`)"""


def test_with_large_text_nothing_overlaps_on_the_smallest_phone(visit: Visit) -> None:
    page = visit("Magnifier", width=320, height=568).page
    venice.begin(page, bots=2)
    venice.borrow(page, 140)
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 24, "fixed": 24}})
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    for parts in (
        ".house-header a, .house-header summary",
        ".medal-day",
        ".venice-tabs a",
        ".purse dt",
    ):
        overlaps = page.locator(parts).evaluate_all(OVERLAPS)
        assert not overlaps, f"{parts}: {overlaps}"
    look(page, "venice-large-text")


OVERLAPS = """(all) => {
  const shown = all.filter((one) => one.checkVisibility());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 &&
    a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return shown.flatMap((one, n) => shown.slice(n + 1)
    .filter((other) => meet(one.getBoundingClientRect(), other.getBoundingClientRect()))
    .map((other) => `${one.innerText} and ${other.innerText}`));
}"""


def test_the_end_scrolls_to_the_result_unless_the_player_is_writing(
    site: EmbeddedSite, visit: Visit
) -> None:
    page, writer = visit("Reader", width=360, height=740).page, visit("Writer", height=640).page
    venice.begin(writer, page, bots=2)
    page.goto(f"{page.url}?view=day&day=2")
    for day in range(6):
        venice.pass_day(site, day, (page,))
    page.evaluate("scrollTo({top: document.body.scrollHeight, behavior: 'instant'})")
    writer.locator("#chat-text").press_sequentially("One more week, per")
    writer.evaluate("scrollTo({top: 120, behavior: 'instant'})")
    assert writer.evaluate("scrollY") == 120
    venice.pass_day(site, 6, (page, writer))
    page.wait_for_function(HEAD)
    expect(page.get_by_role("link", name="Go to the lobby")).to_be_in_viewport(ratio=1)
    expect(writer.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
    writer.locator("#chat-text").press_sequentially("haps?")
    assert writer.evaluate("scrollY") == 120, "it moves nothing under the hands of who writes"


# The place of the order slip: the slip itself comes out from behind the phase line.
LOTS_IN_VIEW = """() => {
  const foot = document.querySelector('.purse').getBoundingClientRect().top;
  const bottoms = [...document.querySelectorAll('#order-lots > .lot')].map((one) =>
    one.getBoundingClientRect().bottom);
  return bottoms.filter((bottom) => bottom <= foot).length;
}"""
RECEIPT_BELOW_THE_CLOCK = """() => {
  const place = document.querySelector('#v-receipt').getBoundingClientRect();
  const clock = document.querySelector('#m-phase').getBoundingClientRect();
  return place.height === 0 || place.top >= clock.bottom;
}"""

FOCUSED_LOT_SHOWS = """() => {
  const box = document.activeElement.closest('.lot')?.getBoundingClientRect();
  const head = document.getElementById('m-phase').getBoundingClientRect().bottom;
  const foot = document.querySelector('.purse').getBoundingClientRect().top;
  return Boolean(box) && box.top >= head - 1 && box.bottom <= foot + 1;
}"""

# True if neither the purse nor the chat covers the middle of the focused element.
FOCUS_IS_SEEN = """() => {
  const one = document.activeElement;
  if (!one.closest('#m-seat')) return true;
  const {left, top, width, height} = one.getBoundingClientRect();
  const hit = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2);
  return hit !== null && !(hit.closest('.purse, .dock') && !one.contains(hit));
}"""
