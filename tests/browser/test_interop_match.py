"""Matches of Interop in real browsers: a whole short one, and single decisions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.shared_steps import fill_table, open_table, play_now, sit_down, tab_to
from tests.support.browser import NARROW, Visit, answered, look, tries

STEPS, TURNS = 3, 3  # investments per turn, and number of turns that have some


def set_table(page: Page, **fields: int) -> str:
    """Open a table of six rounds through the form and return its address."""
    form = fill_table(page, "interop/", **fields)
    # Not by hand: a control that has just moved under the pointer is inert for an instant.
    form.locator("input[name=option_rounds][value='6']").dispatch_event("click")
    return open_table(page, form)


def against_a_bot(page: Page, until: str = "") -> None:
    """Start a match against a bot, and play until the page owes decision `until`."""
    set_table(page, least=2, most=2, bots=1)
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(".io-seat")).to_be_visible()
    if until:
        until_asked(page, [], until)


def kind(page: Page) -> str:
    """Return the kind of decision that this page's player owes, or ""."""
    seat = page.locator("#m-seat[data-my-turn=true] .io-seat")
    return str(seat.get_attribute("data-kind")) if seat.count() else ""


def press(page: Page, button: Locator) -> None:
    """Press the button and wait until the page shows the result."""
    answered(page, button.click)


def found(page: Page, licence: str) -> None:
    if not page.locator(".io-kits details[open]").count():
        page.locator(".io-kits summary").first.click()
    sheet = page.locator(".io-fold[open] .io-panel")
    press(page, sheet.locator(f"form:has(input[name=licence][value={licence}]) button.button"))


def buy(page: Page, *, adopt: bool = False) -> bool:
    """Buy the first affordable card or adopt a protocol, if there is one.

    Returns False if there is none.
    """
    part = ".io-shelf" if adopt else ".io-deck:not(.io-shelf)"
    cards = page.locator(f"{part} summary[data-can=now]")
    if not cards.count():
        return False
    cards.first.click()
    press(page, page.locator(".io-fold[open] .io-panel form button[class*=button]").first)
    return True


def act(page: Page, asked: str, done: list[int]) -> None:
    """Answer one decision; in its first turns a page also adopts and buys.

    `asked` is the result of `kind`, read once, since the decision may change between two reads.
    `done` collects the investments of this page.
    """
    if asked == "founder":
        found(page, "rand")
    elif asked == "keep":
        press(page, page.get_by_role("button", name="Keep none"))
    elif asked == "allocate":
        press(page, page.locator(".io-place button.primary").first)
    elif asked == "invest":
        done.append(len(done))
        step = len(done) % STEPS if len(done) <= TURNS * STEPS else 0
        if step and (buy(page, adopt=step == 1) or buy(page)):
            return
        press(page, page.get_by_role("button", name="End your turn"))


def play_on(pages: list[Page], until: str) -> Iterator[tuple[Page, str]]:
    """Answer all decisions on these pages until every page shows `until`.

    Yields each page and its decision before the answer, so that a caller can check it or stop.
    Which decisions come depends on the cards: in rare matches nobody's applications ever get a
    user.
    """
    steps: list[list[int]] = [[] for _ in pages]
    for go_on in tries(pages[0], until):
        if all(page.locator(until).count() for page in pages):
            return
        for page, done in zip(pages, steps, strict=True):
            if asked := kind(page):
                yield page, asked
                act(page, asked, done)
                go_on()


def until_asked(page: Page, others: list[Page], what: str) -> None:
    """Let the others play until this page is asked `what`; answer anything else."""
    steps: list[list[int]] = [[] for _ in (page, *others)]
    for _ in tries(page, what):
        asked = kind(page)
        if asked == what:
            return
        act(page, asked, steps[0])
        for one, done in zip(others, steps[1:], strict=True):
            act(one, kind(one), done)


def until_users_come(page: Page) -> None:
    """Start matches of two until, in one of them, this page is asked to place users."""
    while True:
        against_a_bot(page)
        if any(asked == "allocate" for _, asked in play_on([page], ".result")):
            return


@pytest.mark.nightly
def test_a_whole_short_match_is_played_against_bots(visit: Visit) -> None:
    page = visit("Massimiliana").page
    set_table(page, least=3, most=3, bots=2)
    page.get_by_role("button", name="Start the match").click()
    until_asked(page, [], "invest")
    page.locator(".io-deck:not(.io-shelf) summary[data-can=now]").first.click()
    look(page, "interop-invest")
    page.keyboard.press("Escape")
    press(page, page.get_by_role("button", name="Draw 2").first)
    expect(page.get_by_role("heading", name="You drew")).to_be_visible()
    for _ in play_on([page], ".result"):
        pass
    expect(page.locator("#m-phase")).to_contain_text("6 rounds")
    expect(page.locator(".io-accounts tbody tr")).to_have_count(3)
    look(page, "interop-end")
    assert page.locator(".io-money .seat-name").evaluate_all(WHOLE) == [True] * 3
    page.locator("[data-moment-again]").click()
    said = page.locator(".moment-stage .moment-line")
    expect(said).to_have_text(re.compile(r"(.+ \+\d+, ){2}.+ \+\d+"))


@pytest.mark.deep
def test_two_people_and_a_bot_play_a_round(visit: Visit) -> None:
    pages = [visit(name).page for name in ("Massimilla", "Bortolo")]
    first, second = pages
    address = set_table(first, least=3, most=3, bots=1)
    sit_down(second, address)
    first.get_by_role("button", name="Start the match").click()
    until_asked(first, [second], "founder")
    first.locator(".io-kits summary").first.click()
    look(first, "interop-founder")
    until_asked(first, [second], "invest")
    other = first.locator(".io-sites details:visible").first
    other.locator("summary").click()
    expect(other.locator(".io-list")).to_contain_text("IP and TCP")
    look(first, "interop-others")
    press(first, first.get_by_role("button", name="Draw 2").first)
    expect(first.get_by_role("heading", name="You drew")).to_be_visible()
    look(first, "interop-keep")
    assert "You drew" not in second.locator("main").inner_text()
    for page, asked in play_on(pages, ".result"):
        if asked == "allocate":
            look(page, "interop-allocate")
            look(second if page is first else first, "interop-waiting")
            break


@pytest.mark.deep
def test_the_slider_shows_the_income_of_each_number_of_users(visit: Visit) -> None:
    page = visit("Slider").page
    until_users_come(page)
    room = page.locator(".io-place").first
    slider, rows = room.locator("[data-place-range]"), room.locator("table tbody tr")
    for number in range(rows.count()):
        slider.fill(str(number + 1))
        cells = [cell.strip() for cell in rows.nth(number).locator("th, td").all_text_contents()]
        shown = [
            room.locator(f"[data-place-of={name}]").inner_text()
            for name in ("users", "taken", "free", "income", "more")
        ]
        assert shown == cells
        assert room.locator("[data-place-field]").input_value() == str(number + 1)
        assert f": {cells[0]}. Units used: {cells[1]} of" in str(
            slider.get_attribute("aria-valuetext")
        )
    slider.fill("1")
    press(page, room.locator("button"))
    expect(page.locator("#m-log")).to_contain_text(re.compile(r"\bYou\b[^.]*\b1 user\b"))


# True if these names are shown and none is truncated.
WHOLE = "all => all.map((one) => one.checkVisibility() && one.scrollWidth <= one.clientWidth)"

# A real click would scroll its target into view itself.
_CLICK = "one => one.click()"

# The scroll position, once it has been stable for a while.
_RESTS = """() => new Promise((done) => {
  let [last, left] = [scrollY, 20];
  const step = () => {
    left = scrollY === last ? left - 1 : 20;
    last = scrollY;
    if (left) requestAnimationFrame(step); else done(last);
  };
  step();
})"""


@pytest.mark.deep
@pytest.mark.parametrize(("width", "height"), [(NARROW, 740), (1280, 800)])
def test_the_page_does_not_scroll_when_a_card_is_bought(
    visit: Visit, width: int, height: int
) -> None:
    page = visit(f"Buyer{width}", width=width, height=height, reduced_motion="reduce").page
    against_a_bot(page, until="invest")
    for deck in ("link", "core"):
        page.locator(f"#io-tab-{deck}").evaluate(_CLICK)
        card = page.locator(f".io-deck[data-deck={deck.upper()}] summary[data-can=now]").first
        card.evaluate(_CLICK)
        page.evaluate(_RESTS)
        page.evaluate("scrollTo({top: 100, behavior: 'instant'})")
        before = page.evaluate(_RESTS)
        button = page.locator(".io-fold[open] .io-panel form button[class*=button]").first
        answered(page, partial(button.evaluate, _CLICK))
        assert page.evaluate(_RESTS) == before


@pytest.mark.deep
def test_closing_a_sheet_restores_the_scroll_position(visit: Visit) -> None:
    page = visit("Peeper", width=NARROW, height=740, reduced_motion="reduce").page
    against_a_bot(page, until="invest")
    page.locator("#io-tab-core").evaluate(_CLICK)
    card = page.locator(".io-deck[data-deck=CORE] summary[data-can=now]").last
    page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    sheet = page.locator(".io-fold[open] .io-panel")
    for is_bought in (False, True):
        card.evaluate(_CLICK)
        expect(sheet).to_be_visible()
        assert page.evaluate(_RESTS) > 0
        if is_bought:
            press(page, sheet.locator("form button").first)
        else:
            page.keyboard.press("Escape")
        assert page.evaluate(_RESTS) == 0


# Records the names of elements that are animated within or into an SVG.
_TRAVELS = """window.travels = [];
const animate = SVGElement.prototype.animate;
SVGElement.prototype.animate = function (...how) {
  if (this.dataset.flip) travels.push(this.dataset.flip);
  return animate.apply(this, how);
};"""


@pytest.mark.deep
def test_only_the_bought_card_is_animated_into_the_tree(visit: Visit) -> None:
    page = visit("Traveller").page
    page.add_init_script(_TRAVELS)
    against_a_bot(page, until="invest")
    bought = list[str]()
    for deck in ("CORE", "LINK"):
        card = page.locator(f".io-deck[data-deck={deck}] summary[data-can=now]").first
        bought.append(str(card.locator("xpath=ancestor::li").get_attribute("data-flip")))
        page.evaluate("travels.length = 0")
        card.click()
        press(page, page.locator(".io-fold[open] .io-panel form button[class*=button]").first)
        page.evaluate(_RESTS)
        assert set(page.evaluate("travels")) <= set(bought[:1] if deck == "CORE" else [])


@pytest.mark.deep
def test_a_turn_can_be_played_by_keyboard(visit: Visit) -> None:
    page = visit("Keys").page
    against_a_bot(page, until="founder")
    page.locator(".io-kits summary").first.focus()
    page.keyboard.press("Enter")
    tab_to(page, "Deploy as open")
    page.keyboard.press("Enter")
    expect(page.locator("#m-log")).to_contain_text("You found a network")
    until_asked(page, [], "invest")
    card = page.locator(".io-deck:not(.io-shelf) summary[data-can=now]").first
    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".io-fold[open]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".io-fold[open]")).to_have_count(0)
    expect(card).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".io-fold[open]")).to_have_count(1)
    tab_to(page, "Deploy as closed", "Buy ")
    page.keyboard.press("Enter")
    expect(page.locator("#m-log")).to_contain_text("You buy")
    tab_to(page, "End your turn")
    page.keyboard.press("Enter")
    expect(page.locator("#m-log")).to_contain_text(re.compile("reveals? "))


@pytest.mark.deep
def test_a_round_can_be_played_without_script(visit: Visit) -> None:
    page = visit("Plain", script=False).page
    while True:
        begin_plainly(page)
        if invest_until_users_come(page):
            break
    page.locator("input[name=users]").first.fill("1")
    page.locator(".io-place button.primary").click()
    expect(page.locator("#m-log")).to_contain_text(re.compile(r"\bYou\b[^.]*\b1 user\b"))


def begin_plainly(page: Page) -> None:
    """Play without scripts: Play now, a licence and a link."""
    play_now(page, "interop")
    reload_until(page, ".io-seat[data-kind=founder][data-mine=yes]")
    page.locator(".io-kits summary").first.click()
    sheet = page.locator(".io-kits details[open]")
    form = sheet.locator("form:has(input[value=rand])")
    form.locator("select[name=fee]").select_option("2")
    form.locator("button.button").click()
    reload_until(page, ".io-seat[data-kind=invest][data-mine=yes]")
    expect(page.locator("#m-log")).to_contain_text("(RAND, fee 2)")
    page.locator(".io-deck[data-deck=LINK] summary[data-can=now]").first.click()
    page.locator(".io-deck[data-deck=LINK] details[open] .io-panel form button").click()
    expect(page.locator("#m-log")).to_contain_text("You buy")


def invest_until_users_come(page: Page) -> bool:
    """End turns until users can be placed; return False if the match ends before."""
    # A card of users may bring none. Then the next round usually does.
    while True:
        reload_until(page, ".io-seat[data-mine=yes], .result")
        if page.locator(".result").count():
            return False
        if page.locator(".io-seat[data-kind=allocate]").count():
            return True
        end = page.get_by_role("button", name="End your turn")
        if end.count():
            with page.expect_navigation():
                end.click()


def reload_until(page: Page, selector: str) -> None:
    for _ in tries(page, selector):
        if page.locator(selector).count():
            return
        page.reload()
