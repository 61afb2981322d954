"""A whole week of Venice in real browsers: two people, bots and a moved clock."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.shared_steps import fill_table, open_table, sit_down, tab_to
from tests.support.browser import Visit, answered, look, tries
from tests.support.site import EmbeddedSite

MINUTES = 10
# Records the texts of all highlights: on a busy machine one may end before it is queried.
KEEP_STAGES = """() => {
  window.stages = [];
  new MutationObserver(() => {
    const stage = document.querySelector('.moment-stage');
    if (stage?.querySelector('.hammer-lots')) window.stages.push(stage.innerText);
  }).observe(document.body, {childList: true, subtree: true});
}"""
DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")


@pytest.fixture(scope="module")
def site(own_site: EmbeddedSite) -> EmbeddedSite:
    return own_site


def set_table(page: Page, *, bots: int, name: str = "A week for friends") -> str:
    """Open a table of the fast pace through the form; return its address."""
    fields = {"name": name, "bots": bots, "option_minutes": MINUTES}
    return open_table(page, fill_table(page, "venice/?preset=fast", **fields))


def begin(owner: Page, *others: Page, bots: int = 3) -> str:
    """Start a week with everybody on its page; return its address."""
    address = set_table(owner, bots=bots)
    for page in others:
        sit_down(page, address)
    owner.get_by_role("button", name="Start the match").click()
    for page in (owner, *others):
        expect(page.locator("#m-phase")).to_contain_text("opening auction is next")
    return address


def send(page: Page, button: Locator) -> None:
    """Press the button and wait until the page shows the result."""
    answered(page, button.click, "/week/")


def borrow(page: Page, amount: int) -> None:
    page.fill("#loan-amount", str(amount))
    send(page, page.locator("#loan-form button"))


def lots(page: Page) -> list[str]:
    """Return the items that can be bid for on this page."""
    found = page.locator("form.is-new").evaluate_all("all => all.map(one => one.id.slice(4))")
    return [str(item) for item in found]


def bid(page: Page, item: str, price: int, units: int = 1) -> None:
    page.fill(f"#units-{item}", str(units))
    page.fill(f"#price-{item}", str(price))
    send(page, page.locator(f"#place-{item}"))
    expect(page.locator(f"#lot-{item} .bid-list")).to_contain_text(f"${price * units}")


def pass_day(site: EmbeddedSite, day: int, pages: Sequence[Page]) -> None:
    """Move the clock to the next auction, and await its result on every page."""
    site.move_clock(MINUTES * 60)
    for page in pages:
        medal = page.locator(".medal").nth(day)
        expect(medal).to_have_class(re.compile("is-resolved"))


@pytest.mark.deep
def test_two_people_and_bots_play_a_whole_week(site: EmbeddedSite, visit: Visit) -> None:
    ann, bea = (visit(name).page for name in ("Annetta", "Beatrice"))
    address = set_table(ann, bots=3)
    sit_down(bea, address)
    expect(ann.locator("#m-players .player")).to_have_count(5)
    look(ann, "venice-waiting")
    ann.get_by_role("button", name="Start the match").click()
    for page in (ann, bea):
        expect(page.locator("#m-phase")).to_contain_text("Borrow first")
    look(bea, "venice-start")
    _borrow_and_bid(ann, bea)
    _talk(ann, bea)
    for day in range(7):
        if day:
            for page in (ann, bea):
                _bid_on(page, address, day)
        if day == 1:
            look(ann, "venice-monday")
        for page in (ann, bea):
            page.evaluate(KEEP_STAGES)
        pass_day(site, day, (ann, bea))
        if day == 0:
            _see_the_auction(ann, bea)
        if day in (0, 5):
            _see_results(ann, address, day)
    _see_the_end(ann, bea, address)


def _borrow_and_bid(ann: Page, bea: Page) -> None:
    ann.fill("#loan-amount", "33")
    expect(ann.locator("[data-loan-owed='6']")).to_have_text("43")  # computed while it is typed
    borrow(ann, 150)
    expect(ann.locator("#v-receipt")).to_contain_text("$150")
    expect(ann.locator("#v-receipt")).to_contain_text("owe $195")
    for name, amount in (("money", "$150"), ("owed", "$195"), ("final", "\u2212$45")):
        expect(ann.locator(f"#purse-{name}")).to_have_text(amount)
    borrow(bea, 120)
    items = lots(ann)[:3]  # with a single unit, a lot with a bid has no form for another
    for number, item in enumerate(items):
        bid(ann, item, 20 + number)
    expect(ann.locator("#v-receipt")).to_contain_text("1 × $22")
    expect(ann.locator("#purse-today")).to_have_text("$63")
    look(ann, "venice-bids")
    _change_and_withdraw(ann, items)
    expect(bea.locator("#m-seat .bid-list")).to_have_count(0)
    for item in lots(bea)[2:5]:
        bid(bea, item, 18)


def _change_and_withdraw(ann: Page, items: Sequence[str]) -> None:
    row = ann.locator(f"#lot-{items[0]} form.bid:not(.is-new)")
    expect(row.get_by_role("button", name="Change")).to_be_hidden()
    row.locator("[name=price]").fill("26")
    send(ann, row.get_by_role("button", name="Change"))
    expect(row.locator("[name=price]")).to_have_value("26")
    expect(ann.locator("#purse-today")).to_have_text("$69")
    expect(row.locator("[name=price]")).to_be_focused()
    other = ann.locator(f"#lot-{items[1]} form.bid:not(.is-new)")
    send(ann, other.get_by_role("button", name="Withdraw"))
    expect(ann.locator("#v-receipt")).to_contain_text("no longer have a bid")
    expect(ann.locator("form.bid:not(.is-new)")).to_have_count(2)
    expect(ann.locator(f"#lot-{items[1]} #price-{items[1]}")).to_be_focused()  # that of its own lot
    expect(ann.locator(".receipt")).to_have_count(0)  # it disappears by itself


def _talk(ann: Page, bea: Page) -> None:
    ann.fill("#chat [name=text]", "I bid nothing at all, promised")
    ann.press("#chat [name=text]", "Enter")
    expect(bea.locator("#chat-log")).to_contain_text("I bid nothing at all")


def _bid_on(page: Page, address: str, day: int) -> None:
    page.goto(f"{address}?day={day}")
    for number, item in enumerate(lots(page)[:2]):
        bid(page, item, 3 + number)


def _see_the_auction(ann: Page, bea: Page) -> None:
    """Assert that the auction was shown with the viewer's result, and replay it."""
    for page in (ann, bea):
        said = page.locator(".desk-news summary").inner_text().partition(": ")[2].rstrip(".")
        page.wait_for_function(
            "said => stages.some((one) => one.includes(`You: ${said}`))", arg=said
        )
    stage = ann.locator(".moment-stage")
    ann.keyboard.press("Escape")
    expect(stage).to_have_count(0)
    ann.locator("[data-moment-again]").click()
    expect(stage).to_contain_text("You: ")
    stage.click()
    expect(stage).to_have_count(0)


def _see_results(ann: Page, address: str, day: int) -> None:
    ann.goto(f"{address}?day=0")
    expect(ann.locator("#ledger")).to_contain_text("All bids" if day == 5 else "Winning bids")
    expect(ann.locator("#m-seat")).to_contain_text("Results of my bids")
    look(ann, f"venice-results-{day}")
    ann.goto(address)
    expect(ann.locator("#m-phase")).to_contain_text("is next")


def _see_the_end(ann: Page, bea: Page, address: str) -> None:
    for page in (ann, bea):
        page.goto(address)
        expect(page.locator("#m-phase")).to_contain_text("week is over")
        expect(page.locator(".standings tbody tr")).to_have_count(5)
    shown = [page.locator(".standings").inner_text() for page in (ann, bea)]
    assert shown[0] == shown[1]
    look(ann, "venice-end")
    for view in ("?view=plots", "?day=0", "?day=6"):
        ann.goto(address + view)
        look(ann, f"venice-end-{view[1:].replace('=', '-')}")
    ann.get_by_text("Verify the draw").click()
    with ann.expect_download() as download:
        ann.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.endswith(".json")


@pytest.mark.deep
def test_a_day_can_be_played_by_keyboard(visit: Visit) -> None:
    page = visit("Keystrokes").page
    begin(page, bots=2)
    tab_to(page, "loan-amount")
    page.keyboard.type("140")
    page.keyboard.press("Enter")
    expect(page.locator("#purse-money")).to_have_text("$140")
    units = page.locator("form.is-new [name=units]:not([max='1'])").first.get_attribute("id") or ""
    tab_to(page, units.replace("units-", "price-"))
    page.keyboard.type("21")
    page.keyboard.press("Enter")
    expect(page.locator("#v-receipt")).to_contain_text("1 × $21")
    focused = page.evaluate("document.activeElement.id")
    assert focused.startswith("price-")  # ready for the next price
    tab_to(page, "b", of="one.form?.id")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator("#v-receipt")).to_contain_text("2 × $21")


@pytest.mark.deep
def test_a_day_can_be_played_without_script(site: EmbeddedSite, visit: Visit) -> None:
    page = visit("Plainly", script=False).page
    page.goto("/rules/venice/")
    page.get_by_role("button", name="Play against bots now").click()
    page.wait_for_url("**/m/*/")
    page.fill("#loan-amount", "150")
    page.get_by_role("button", name="Borrow").click()
    expect(page.locator("#my-desk")).to_contain_text("Accepted.")
    expect(page.locator("#purse-money")).to_have_text("$150")
    # A bid for all units would leave no form for another bid, which is posted below.
    item = next(one for one in lots(page) if page.get_attribute(f"#units-{one}", "max") != "1")
    page.fill(f"#price-{item}", "40")
    page.locator(f"#place-{item}").click()
    expect(page.locator(f"#lot-{item} .bid-list")).to_contain_text("$40")
    row = page.locator(f"#lot-{item} form.bid:not(.is-new)")
    row.locator("[name=price]").fill("45")
    row.get_by_role("button", name="Change").click()
    expect(page.locator(f"#lot-{item} .bid-list")).to_contain_text("$45")
    page.fill(f"#price-{item}", "0")
    page.evaluate("document.querySelectorAll('form').forEach(one => one.noValidate = true)")
    page.locator(f"#place-{item}").click()
    expect(page.locator("#flash")).to_contain_text("whole number")
    site.move_clock(180)
    for _ in tries(page, "the result"):
        page.reload()
        if page.locator(".medal.is-resolved").count():
            break
    page.locator(".medal a").first.click()
    expect(page.locator("#my-desk")).to_contain_text("Results of my bids")


@pytest.mark.deep
def test_the_page_polls_if_the_socket_is_blocked(site: EmbeddedSite, visit: Visit) -> None:
    visitor = visit("Cutoff")
    visitor.excused.append("WebSocket")
    visitor.context.route_web_socket(re.compile("/live/"), lambda socket: socket.close())
    page = visitor.page
    begin_alone(page)
    borrow(page, 100)
    bid(page, lots(page)[0], 30)
    site.move_clock(180)
    expect(page.locator(".medal.is-resolved")).to_have_count(1)


def begin_alone(page: Page) -> None:
    page.goto("/rules/venice/")
    page.get_by_role("button", name="Play against bots now").click()
    page.wait_for_url("**/m/*/")
    expect(page.locator("#m-phase")).to_contain_text("opening auction is next")


@pytest.mark.deep
def test_a_practice_week_begins_and_continues_with_hints(site: EmbeddedSite, visit: Visit) -> None:
    page = visit("Learner").page
    page.goto("/rules/venice/")
    look(page, "venice-rules")
    page.get_by_role("button", name="Play a practice week with hints").click()
    page.wait_for_url("**/m/*/")
    hint = page.locator(".guide")
    expect(hint).to_contain_text("Start with a loan")
    look(page, "venice-guide")
    borrow(page, 130)
    expect(hint).to_contain_text("Bid for agendas")
    for item in lots(page):
        bid(page, item, 25)
    expect(hint).to_contain_text("Wait for the opening")
    site.move_clock(360)
    expect(page.locator("#m-phase")).to_contain_text("Monday’s auction is next")
    expect(hint).to_be_visible()
    page.locator(".guide").get_by_role("button", name="Hide hints").click()
    expect(hint).to_have_count(0)


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "dark")])
@pytest.mark.deep
def test_the_page_is_accessible_on_a_phone_and_in_dark_mode(
    visit: Visit, width: int, scheme: str
) -> None:
    page = visit(f"Night{width}{scheme}", width=width, height=740, scheme=scheme).page
    begin_alone(page)
    borrow(page, 140)
    for item in lots(page)[:2]:
        bid(page, item, 17)
    look(page, f"venice-{scheme}-{width}")
