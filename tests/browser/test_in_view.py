"""Every decision of a match fits into the window.

CI checks the first decisions of each match; every night whole matches are checked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import (
    test_blanks_match as blanks,
    test_interop_match as interop,
    test_merchants_match as merchants,
    test_venice_week as venice,
)
from tests.browser.shared_steps import ASKED, play_now
from tests.support.browser import Visit, answered, tries
from tests.support.in_view import SIZES, SMALL, Watch, Window
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

WHOLE = pytest.param(1000, marks=pytest.mark.nightly)
CHATTED, HINTED = 3, 5  # decisions until the chat is busy, and until hints are toggled
UNHURRIED = 300  # per cent: a look at all sizes takes long, and an absence would be told


@pytest.fixture(scope="module")
def site(own_site: EmbeddedSite) -> EmbeddedSite:
    return own_site


def watch(page: Page, lists: dict[str, int], sizes: Sequence[Window] = SIZES) -> Watch:
    folder = os.environ.get("SHOTS")
    return Watch(page, lists, Path(folder) if folder else None, sizes)


def switch_hints(page: Page) -> None:
    """Turn hints on or off: they are beside the decision and never push it away."""
    on = page.locator(".guide").count() == 0
    # In one step: between finding and submitting the form, the player list may be rendered again.
    send = """document.querySelector("form[action$='/guide/']").requestSubmit()"""
    answered(page, lambda: page.evaluate(send), "/guide/")
    expect(page.locator(".guide")).to_have_count(int(on))


def chatter(page: Page) -> None:
    """Fill the chat with long lines."""
    for number in range(3):
        page.fill("#chat-text", f"{number} and what else there is to say about all of this " * 4)
        page.press("#chat-text", "Enter")
        expect(page.locator("#chat-log > li")).to_have_count(number + 1)
    page.press("#chat-text", "Escape")


@pytest.mark.parametrize("game", ["blanks", "merchants", "interop"])
def test_a_newcomer_sees_goal_hint_and_decision_of_a_first_match(visit: Visit, game: str) -> None:
    page = visit(width=390, height=844).page
    play_now(page, game)
    expect(page.locator("#m-seat[data-my-turn=true]")).to_be_visible()
    goal, hint = page.locator(".goal-line"), page.locator(".hint-text")
    seen = Watch(
        page, {".play .hand": 200, ".mk-hand": 50}, sizes=(Window(390, 844), Window(360, 740))
    )
    expect(goal).to_be_in_viewport(ratio=1)
    expect(hint).to_be_in_viewport(ratio=1)
    seen.look(f"{game} with its goal")
    page.locator(".goal-card .got-it").click()
    expect(goal).to_be_hidden()
    expect(hint).to_be_in_viewport(ratio=1)
    seen.look(game)
    page.locator(".hint-card .got-it").click()
    expect(hint).to_be_hidden()
    page.reload()
    expect(page.locator(".hint-card h2")).to_be_visible()
    expect(hint).to_be_hidden()
    expect(goal).to_be_hidden()
    assert not seen.found, seen.report()


@pytest.mark.parametrize("game", ["blanks", "merchants", "interop", "venice"])
def test_the_start_card_of_a_first_match_fits_beside_the_board(visit: Visit, game: str) -> None:
    page = visit(width=1280, height=800).page
    play_now(page, game)
    card = page.locator(".guide:has(.goal)")
    if game != "venice":
        expect(page.locator("#m-seat[data-my-turn=true]")).to_be_visible()
    expect(card.get_by_role("button", name="Hide hints")).to_be_in_viewport(ratio=1)
    assert card.evaluate("one => one.scrollHeight <= one.clientHeight")


def until_asked_or_over(page: Page) -> bool:
    for _ in tries(page, "a question or the end"):
        if page.locator(".result").count():
            return False
        if page.locator("#m-seat[data-my-turn=true]").count():
            return True
    raise AssertionError


def decisions(page: Page, most: int) -> Iterator[int]:
    """Yield the numbers of the decisions that are asked of this page, up to `most`."""
    for number in range(most):
        if not until_asked_or_over(page):
            return
        yield number


@pytest.mark.parametrize("most", [8, WHOLE])
def test_every_decision_of_blanks_is_in_view(visit: Visit, most: int) -> None:
    page = visit("BlanksViewer").page
    blanks.set_table(page, least=3, most=5, bots=4, option_target_score=3)
    page.get_by_role("button", name="Start the match").click()
    seen = watch(page, {".play .hand": 200, ".vote .answers": 240}, SIZES + SMALL)
    for number in decisions(page, most):
        seen.look(str(page.locator("#m-seat input[name=action]").first.get_attribute("value")))
        blanks.answer(page)
        if number == CHATTED:
            chatter(page)
            switch_hints(page)
    assert not seen.found, seen.report()


def test_on_a_phone_an_open_chat_leaves_the_decision_in_view(visit: Visit) -> None:
    page = visit("ChattingViewer", width=360, height=740).page
    blanks.set_table(page, least=3, most=5, bots=4)
    page.get_by_role("button", name="Start the match").click()
    seen = Watch(page, {".play .hand": 72, ".vote .answers": 240}, sizes=(Window(360, 740),))
    for asked in ("play", "vote"):
        expect(page.locator(f"#m-seat input[name=action][value={asked}]").first).to_be_attached()
        page.locator("[data-dock-handle]").click()
        page.fill("#chat-text", f"what a {asked} this is going to be " * 4)
        page.press("#chat-text", "Enter")
        expect(page.locator("#chat-log")).to_contain_text(f"what a {asked}")
        expect(page.locator(".dock")).to_have_class(re.compile("is-open"))
        seen.look(asked)
        page.press("#chat-text", "Escape")
        blanks.answer(page)
    assert not seen.found, seen.report()


def invest(page: Page, asked: str, done: list[int], drawn: list[int]) -> None:
    """Answer as `test_interop_match` does, but in some turns draw and keep cards."""
    draw = page.locator(".io-pile button:not(.is-vain):visible")
    keep = page.locator(".io-drawn .io-panel form button.button:visible")
    if asked == "invest" and len(drawn) < 4 and len(done) % 3 == 0 and draw.count():
        drawn.append(len(drawn))
        interop.press(page, draw.nth(len(drawn) % draw.count()))
    elif asked == "keep" and len(drawn) > 1 and keep.count():
        interop.press(page, keep.first)
    else:
        interop.act(page, asked, done)


@pytest.mark.parametrize("most", [10, WHOLE])
def test_every_decision_of_interop_is_in_view(visit: Visit, most: int) -> None:
    page = visit("InteropViewer", reduced_motion="reduce").page
    interop.set_table(page, least=3, most=3, bots=2, pace_percent=UNHURRIED)
    page.get_by_role("button", name="Start the match").click()
    lists = {".io-kits": 240, ".io-shelf > .io-row": 64, ".io-room-list": 240}
    seen = watch(page, lists, SIZES + SMALL)
    done, drawn = list[int](), list[int]()
    for number in decisions(page, most):
        asked = interop.kind(page)
        seen.look(asked)
        if interop.kind(page) == asked:  # on a slow machine its time may have run out meanwhile
            invest(page, asked, done, drawn)
        if number == CHATTED:
            chatter(page)
        if number == HINTED:
            switch_hints(page)
    assert {"founder", "invest", "keep"} <= {what.split()[0] for what in seen.looked}
    assert not seen.found, seen.report()


@pytest.mark.parametrize("most", [6, WHOLE])
def test_every_decision_of_merchant_kings_is_in_view(visit: Visit, most: int) -> None:
    page = visit("MerchantsViewer", reduced_motion="reduce").page
    merchants.set_table(page, bots=3)
    page.get_by_role("button", name="Start the match").click()
    merchants.let_the_house_pass(page, without_usable=False)
    chatter(page)
    seen = watch(page, {".mk-hand": 50, ".mk-tiles": 120, ".mk-board": 200}, SIZES + SMALL)
    for number in decisions(page, most):
        if number == CHATTED:
            switch_hints(page)
        kind = merchants.phase(page)
        seen.look(kind)
        for fold in page.locator("#m-seat .mk-fold").all():
            fold.locator("summary").click()
            seen.look(f"{kind} with {fold.get_attribute('id')}")
            fold.locator("summary").click()
        merchants.answer(page, kind)
    assert not seen.found, seen.report()


@pytest.mark.parametrize("game", ["merchants", "interop"])
def test_a_decision_after_an_absence_is_in_view(
    site: EmbeddedSite, visit: Visit, game: str
) -> None:
    page = visit(f"Late{game}", reduced_motion="reduce").page
    if game == "merchants":
        merchants.set_table(page, bots=3)
    else:
        interop.set_table(page, least=3, most=3, bots=2, pace_percent=UNHURRIED)
    page.get_by_role("button", name="Start the match").click()
    missed = ""
    for _ in tries(page, "a decision after a missed one"):
        asked = page.evaluate(ASKED)
        if asked and page.locator("#absence").count():
            break
        if asked not in ("", missed):
            missed = asked
            site.move_clock(900)
    lists = {".io-kits": 240, ".io-shelf > .io-row": 64, ".io-room-list": 240}
    seen = watch(page, lists | {".mk-hand": 50, ".mk-tiles": 120, ".mk-board": 200}, SIZES + SMALL)
    seen.look(f"{game} after an absence")
    assert not seen.found, seen.report()


def bid_for_all(page: Page, seen: Watch, day: str) -> None:
    """Bid for each lot, change and withdraw bids, and check the page on the way."""
    for number, item in enumerate(venice.lots(page)):
        price = 12 + number
        venice.bid(page, item, price)
        if number == 1:
            page.fill(f"#lot-{item} form.bid:not(.is-new) [name=price]", str(price + 1))
            seen.look(f"a bid that is changed on {day}")
            change = page.locator(f"#lot-{item}").get_by_role("button", name="Change")
            venice.send(page, change)
        if number == 2:
            withdraw = page.locator(f"#lot-{item}").get_by_role("button", name="Withdraw")
            venice.send(page, withdraw)
    seen.look(f"bids for all lots on {day}")


@pytest.mark.parametrize("days", [2, pytest.param(7, marks=pytest.mark.nightly)])
def test_every_decision_of_venice_is_in_view(site: EmbeddedSite, visit: Visit, days: int) -> None:
    page = visit("VeniceViewer").page
    venice.begin(page, bots=2)
    large = [Window(*size, 150) for size in ((360, 740), (844, 390), (1280, 800))]
    seen = watch(page, {".order > .lots": 120}, (*SIZES, *SMALL, *large))
    seen.parts = ".loan, .desk-news, .order-head, .order .lot, .done, .purse"
    seen.look("the loan")
    switch_hints(page)
    seen.look("the loan with a hint")
    switch_hints(page)
    venice.borrow(page, 140)
    for day, name in enumerate(venice.DAYS[:days]):
        seen.look(f"the order form on {name}")
        if day in (0, 1, 6):
            bid_for_all(page, seen, name)
        if day == 1:
            chatter(page)
            seen.look(f"the order form on {name} with a busy chat")
        if day in (0, 3):
            switch_hints(page)
            seen.look(f"the order form on {name} with a hint")
            if day == 0:
                venice.bid(page, venice.lots(page)[0], 150)
                seen.look(f"bids above the purse on {name} with a hint")
            switch_hints(page)
        if day == 6:
            venice.send(page, page.locator("#done-now"))
            seen.look("being done")
        if page.locator("#loan-set").count():
            page.locator("#loan-set > summary").click()
            seen.look("changing the loan")
        venice.pass_day(site, day, [page])
        if page.locator(".result").count():  # the result is in view then
            page.locator("[data-moment-again]").click()
        expect(page.locator(".moment-stage")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".moment-stage")).to_have_count(0)
    assert not seen.found, seen.report()
