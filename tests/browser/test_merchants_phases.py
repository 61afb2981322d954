"""Merchant Kings at every kind of decision, also by keyboard or without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import shared_steps
from tests.support.browser import AT_REST, Visit, answered, axe, look
from tests.support.in_view import SIZES, SMALL, Watch
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

# Initial positions of the tests, each used for one match.
COPIES = [
    "market with everything", "seize", "duel of the buyer", "reroll", "stack", "herald", "toll",
    "cutpurse", "market", "market", "market", "market with everything",
    "market with everything", "market with everything", "market after an event", "reroll",
    "reroll", "reroll", "powers", "seize", "stack", "toll",
]  # fmt: skip
TOPS = """(card) => [card, card.closest('.mk-hand')]
  .map((one) => one.getBoundingClientRect().top)"""
Staged = Callable[[str], str]
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def staged(site: EmbeddedSite) -> Staged:
    """Return a function: `staged("market")` is a new match in which Lucia has to act."""
    left = list(zip(COPIES, shared_steps.staged(site, "Lucia", *COPIES), strict=True))

    def take(name: str) -> str:
        found = next(one for one in left if one[0] == name)
        left.remove(found)
        return found[1]

    return take


@pytest.fixture
def lucia(visit: Visit, staged: Staged) -> Open:
    """Return a function: `lucia("market")` opens their page of such a match.

    Options are the browser's.
    """
    pages: list[Page] = []

    def open_at(name: str, **options: Any) -> Page:
        if options or not pages:
            pages.insert(0, visit("Lucia", **options).page)
        pages[0].goto(f"/m/{staged(name)}/")
        expect(pages[0].locator("#m-seat")).to_have_attribute("data-my-turn", "true")
        return pages[0]

    return open_at


def sent(page: Page, act: Callable[[], None]) -> None:
    """Do something, and assert that the site has accepted it."""
    assert "x-ridotto-code" not in answered(page, act).headers


def reckoned(page: Page) -> str:
    return page.locator("#m-seat [data-reckoned]").inner_text()


def test_every_decision_is_accessible_and_fits_a_phone(lucia: Open) -> None:
    for name in COPIES[:8]:
        page = lucia(name)
        page.locator("#m-seat details").evaluate_all("all => all.forEach(one => one.open = true)")
        look(page, f"merchants-{name.replace(' ', '-')}")
        if name in ("market with everything", "stack"):
            page.emulate_media(color_scheme="dark")
            axe(page)
            page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("name", ["market with everything", "market after an event"])
def test_a_market_and_its_folds_fit_into_every_window(lucia: Open, name: str) -> None:
    page = lucia(name, reduced_motion="reduce")
    seen = Watch(page, {".mk-hand": 50, ".mk-tiles": 120, ".mk-board": 200}, sizes=SIZES + SMALL)
    seen.look(name)
    for fold in page.locator("#m-seat .mk-fold").all():
        fold.locator("summary").click()
        seen.look(str(fold.get_attribute("id")))
        fold.locator("summary").click()
    assert len(seen.looked) > len(seen.sizes)
    assert not seen.found, seen.report()


def test_clicking_goods_and_payment_shows_the_probability(lucia: Open) -> None:
    page = lucia("market")
    button = page.locator("[data-reckon-submit]")
    expect(button).to_be_disabled()
    colour = "one => getComputedStyle(one).getPropertyValue('--button')"
    before = button.evaluate(colour)
    button.hover()
    assert button.evaluate("one => one.matches(':hover')")
    assert button.evaluate(colour) == before, "what cannot be pressed yet looks so"
    box = page.locator("fieldset[data-offer]:not([data-commit='']) [data-role=good]").first
    card, price = box.get_attribute("value"), int(box.get_attribute("data-weight") or 0)
    page.locator(f"#target-{card}").click()
    expect(page.locator(f"#target-{card}")).to_have_attribute("aria-pressed", "true")
    assert f"{price} or more" in reckoned(page)
    paying = page.locator("#buy-form .mk-tick:has(input:enabled)").first
    paid = int(paying.locator("input").get_attribute("data-weight") or 0)
    paying.click()
    assert re.search(rf"= {price - paid}\b.*\b{price - paid} or more", reckoned(page))
    page.evaluate(AT_REST)
    risen, room = paying.evaluate(TOPS)
    assert risen >= room, "the list of the hand cuts what has risen"
    assert "percent" in page.locator("#announcer").inner_text()
    sent(page, lambda: page.locator("[data-reckon-submit]").click())
    expect(page.locator("#m-board")).to_contain_text("Sealed bids")
    expect(page.locator("#m-log")).to_contain_text("You declared")


def test_goods_are_from_one_stall_and_an_expensive_declaration_is_explained(lucia: Open) -> None:
    page = lucia("market with everything")
    offers = page.locator("fieldset[data-offer]")
    first, second = (
        offers.nth(at).locator("[data-role=good]").first.get_attribute("value") for at in (0, 1)
    )
    for card in (first, second):
        page.locator(f"#target-{card}").click()
    expect(page.locator(f"#target-{first}")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(f"#target-{second}")).to_have_attribute("aria-pressed", "true")
    for good in page.locator("fieldset[data-offer]").first.locator("[data-role=good]").all():
        # Goods overlap: each shows its left edge.
        edge = page.locator(f"#target-{good.get_attribute('value')}")
        edge.click(position={"x": 6, "y": 30})
    assert "at most 12" in reckoned(page)
    expect(page.locator("[data-reckon-submit]")).to_be_disabled()


# Goods whose lower edge is covered.
_COVERED = """() => [...document.querySelectorAll('.mk-goods-row > li')].filter((one) => {
  const { left, width, bottom } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + width / 2, bottom - 6));
}).map((one) => one.textContent)"""


def test_a_full_market_fits_a_large_screen(lucia: Open) -> None:
    page = lucia("market with everything", width=1600, height=900)
    assert page.locator(".mk-goods-row > li").count() > 16
    assert page.evaluate(_COVERED) == []


def test_a_purchase_can_be_made_by_keyboard(lucia: Open) -> None:
    page = lucia("market")
    page.locator("#m-board [data-target].is-target").first.focus()
    page.keyboard.press("Space")
    assert "Roll" in reckoned(page)
    page.keyboard.press("Enter")
    assert "Choose goods" in reckoned(page)
    page.keyboard.press("Space")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[data-reckon-submit]')"):
            break
    sent(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator("#m-log")).to_contain_text("You declared")


def test_dice_are_animated_unless_reduced_motion_is_preferred(lucia: Open) -> None:
    for motion, rolls in (("no-preference", True), ("reduce", False)):
        page = lucia("reroll", reduced_motion=motion)
        page.evaluate(
            "() => { window.rolled = 0; new MutationObserver(all => all.forEach(one => {"
            " if (one.target.classList?.contains('is-rolling')) window.rolled = 1; }))"
            ".observe(document.body, {subtree: true, attributeFilter: ['class']}); }"
        )
        number = page.locator("#m-board [data-roll]").get_attribute("data-roll")
        sent(page, page.locator("#do-reroll button").click)
        expect(page.locator(f"#m-board [data-roll='{number}']")).to_have_count(0)
        if rolls:
            page.wait_for_function("window.rolled === 1")
        page.wait_for_timeout(100)
        assert bool(page.evaluate("window.rolled")) == rolls


def test_a_card_is_played_onto_the_stack_in_only_one_mode(lucia: Open) -> None:
    page = lucia("powers")
    both = page.locator(".mk-tile:has(.mk-mode + .mk-mode, .mk-way + .mk-way) .mk-mode")
    both.nth(0).click()
    both.nth(1).click()
    expect(both.nth(0)).to_have_attribute("aria-pressed", "false")
    expect(both.nth(1)).to_have_attribute("aria-pressed", "true")
    sent(page, lambda: page.locator("[data-pick-submit]").click())
    expect(page.locator(".mk-heap-cards > li").first).to_contain_text("emblem")


def test_every_decision_can_be_answered_without_script(lucia: Open) -> None:
    page = lucia("market", script=False)
    expect(page.locator(".mk-chance-list")).to_be_visible()
    box = page.locator("fieldset[data-offer]:not([data-commit='']) [data-role=good]").first
    box.check()
    page.get_by_role("button", name="Declare").click()
    expect(page.locator("#m-log")).to_contain_text("You declared")
    page = lucia("seize")
    page.locator("#bid-form .mk-tick").first.click()
    page.get_by_role("button", name="Seal the bid").click()
    expect(page.locator("#m-seat")).to_contain_text("Sealed:")
    page = lucia("stack")
    page.locator("#go-form select").first.select_option(index=1)
    page.get_by_role("button", name="Play onto the stack").click()
    expect(page.locator("#m-log")).to_contain_text("You played")
    page = lucia("toll")
    page.locator("#give-form .mk-tick").first.click()
    page.get_by_role("button", name="Give this card").click()
    expect(page.locator("#m-seat")).to_contain_text("Sealed:")
    page = lucia("reroll")
    rolled = page.locator("#m-board [data-roll]").get_attribute("data-roll")
    page.get_by_role("button", name="Roll again").click()
    expect(page.locator(f"#m-board [data-roll='{rolled}']")).to_have_count(0)
