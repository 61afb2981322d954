"""A newcomer's first match: words that explain themselves, and hints that fold on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import NARROW, Visit, look


def first_match(page: Page, game: str) -> None:
    page.goto("/")
    page.locator(f"form[action*='/{game}/']").first.get_by_role("button").first.click()
    page.wait_for_url("**/m/*/")


def test_a_word_explains_itself_when_it_is_pointed_at_or_has_the_focus(visit: Visit) -> None:
    page = visit().page
    first_match(page, "merchants")
    word, other = page.locator(".guide .term").nth(0), page.locator(".guide .term").nth(1)
    expect(word).to_have_text("Guild")
    word.hover()
    expect(page.locator(".guide").get_by_text("A good worth 10.")).to_be_visible()
    page.locator("#m-phase").hover()
    expect(page.locator(".guide").get_by_text("A good worth 10.")).to_be_hidden()
    word.focus()
    page.keyboard.press("Tab")
    expect(other).to_be_focused()
    expect(page.locator(".guide").get_by_text("The card turned up")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".guide").get_by_text("The card turned up")).to_be_hidden()


@pytest.mark.deep
def test_on_a_phone_the_hint_is_a_line_that_opens(visit: Visit) -> None:
    page = visit(width=NARROW, height=740, has_touch=True).page
    first_match(page, "interop")
    goal = page.get_by_text("Be the richest after the last round.")
    expect(goal).to_be_hidden()
    page.locator("#guide-fold summary").click()
    expect(goal).to_be_visible()
    page.locator(".guide .term", has_text="RAND").tap()
    expect(page.locator(".guide").get_by_text("non-discriminatory")).to_be_visible()
    look(page, "guide-open")


@pytest.mark.deep
def test_a_meaning_that_is_read_stays_when_its_part_is_drawn_anew(visit: Visit) -> None:
    page = visit(width=NARROW, height=740, has_touch=True).page
    first_match(page, "interop")
    page.locator("#guide-fold summary").click()
    page.locator(".guide .term", has_text="RAND").tap()
    said = page.locator(":popover-open", has_text="non-discriminatory")
    expect(said).to_be_visible()
    page.evaluate("""() => {
      const part = document.getElementById("m-guide");
      part.replaceChildren(...[...part.childNodes].map((node) => node.cloneNode(true)));
      const detail = { target: part };
      part.dispatchEvent(new CustomEvent("htmx:oobAfterSwap", { bubbles: true, detail }));
    }""")
    expect(said).to_be_visible()
    page.keyboard.press("Escape")
    expect(said).to_be_hidden()
