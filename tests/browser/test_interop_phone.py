"""Interop on a phone: controls are large enough for a thumb and stay in place."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import test_interop_match as interop
from tests.support.browser import NARROW, Visit

pytestmark = pytest.mark.deep

# Buttons and fields smaller than a thumb, except terms within a sentence.
_SMALL = """all => all.filter((one) => one.checkVisibility() && !one.matches('.term'))
  .map((one) => [one.innerText, one.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 44)
  .map(([text, { width, height }]) => `${text.trim()}: ${width} x ${height}`)"""


def test_on_a_phone_all_controls_of_a_sheet_are_large_enough(visit: Visit) -> None:
    page = visit("Thumb", width=NARROW, height=740).page
    interop.against_a_bot(page)
    pressed = page.locator(".io-fold[open] .io-panel").locator("button, select")
    interop.until_asked(page, [], "founder")
    page.locator(".io-kits summary").first.click()
    assert pressed.evaluate_all(_SMALL) == []
    interop.found(page, "rand")
    interop.until_asked(page, [], "invest")
    page.locator(".io-deck:not(.io-shelf) summary:visible").first.click()
    expect(pressed.first).to_be_visible()
    assert pressed.evaluate_all(_SMALL) == []


_PLACES = """all => all.map((one) => one.getBoundingClientRect())
  .map(({ left, right }) => [left, right])"""


def test_on_a_phone_deck_names_do_not_move_when_one_is_chosen(visit: Visit) -> None:
    page = visit("Tabber", width=NARROW, height=740).page
    interop.against_a_bot(page, until="invest")
    names = page.locator(".io-tabs label > span")
    before = names.evaluate_all(_PLACES)
    assert len(before) == 5
    for deck in ("core", "link", "adopt"):
        page.locator(f"label:has(#io-tab-{deck})").click()
        expect(page.locator(f"#io-tab-{deck}")).to_be_checked()
        assert names.evaluate_all(_PLACES) == before


_SHOWN = "document.querySelector('.io-tabs :checked').value"


def test_on_a_phone_the_market_opens_at_a_deck_with_a_buyable_card(
    visit: Visit,
) -> None:
    page = visit("Shopper", width=NARROW, height=740).page
    interop.against_a_bot(page, until="invest")
    cards = page.locator(".io-deck:visible summary[data-can=now]")
    expect(cards.first).to_be_visible()
    deck = page.evaluate(_SHOWN)
    expect(page.locator(f".io-tabs .is-useful:has([value={deck}])")).to_have_count(1)
    cards.first.click()
    buy = page.locator(".io-fold[open] .io-panel form button[class*=button]").first
    interop.press(page, buy)
    expect(page.locator(f".io-tabs .is-used:has([value={deck}])")).to_have_count(1)
    assert page.evaluate(_SHOWN) == deck
