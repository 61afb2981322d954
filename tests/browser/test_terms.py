"""A newcomer's first match: explained terms, and hints that fold on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.shared_steps import on_stage, play_now, staged
from tests.support.browser import NARROW, Visit, axe, look
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep


# The board as the site would send it after a move: a new digest and revision.
_DRAWN_ANEW = """() => {
  const fresh = document.getElementById("m-board").cloneNode(true);
  const [number, stream] = fresh.dataset.revision.split(":").reverse();
  fresh.dataset.revision = `${stream}:${Number(number) + 1}`;
  fresh.dataset.part = `${fresh.dataset.part}-anew`;
  fresh.setAttribute("hx-swap-oob", "true");
  fresh.querySelectorAll("[style]").forEach((one) => one.removeAttribute("style"));
  fresh.querySelector(".mk-board").dataset.anew = "yes";
  return fresh.outerHTML;
}"""
_UNDER_THE_POINTER = """() => {
  const word = document.createElement("button");
  word.className = "term";
  word.setAttribute("popovertarget", "term-late");
  const said = document.createElement("span");
  Object.assign(said, {id: "term-late", className: "term-meaning", popover: "auto"});
  said.textContent = "It came late.";
  const place = {position: "fixed", left: "250px", top: "270px", width: "100px", height: "60px"};
  Object.assign(word.style, place, {zIndex: 99});
  document.getElementById("main").append(word, said);
}"""
_MOMENT = """<section id="m-moment" class="frame-moment" hx-swap-oob="true">
<article class="moment" data-moment="a" data-moment-lasts="600"><div class="moment-picture"></div>
<p class="moment-line">It has come.</p></article></section>"""


def test_a_term_is_explained_on_hover_and_focus(visit: Visit) -> None:
    page = visit().page
    play_now(page, "merchants")
    word, other = page.locator(".guide .term").nth(0), page.locator(".guide .term").nth(1)
    expect(word).to_have_text("Guild")
    word.hover()
    expect(page.locator(".guide").get_by_text("worth 10")).to_be_visible()
    page.locator("#m-phase").hover()
    expect(page.locator(".guide").get_by_text("worth 10")).to_be_hidden()
    word.focus()
    page.keyboard.press("Tab")
    expect(other).to_be_focused()
    expect(page.locator(".guide").get_by_text("changes the rules")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".guide").get_by_text("changes the rules")).to_be_hidden()


def test_a_term_under_a_resting_pointer_waits_for_its_movement(visit: Visit) -> None:
    page = visit().page
    play_now(page, "blanks")
    page.mouse.move(300, 300)
    page.evaluate(_UNDER_THE_POINTER)
    said = page.locator("#term-late")
    page.wait_for_timeout(500)  # longer than a browser takes to evaluate the new content
    expect(said).to_be_hidden()
    page.mouse.move(301, 301)
    expect(said).to_be_visible()
    page.mouse.move(20, 20)
    expect(said).to_be_hidden()


def test_on_a_phone_the_hint_unfolds_and_an_open_term_survives_updates(
    visit: Visit,
) -> None:
    page = visit(width=NARROW, height=740, has_touch=True).page
    play_now(page, "interop")
    end = page.locator(".guide").get_by_text(re.compile(r"last of \d+ rounds"))
    expect(page.locator(".goal-line")).to_contain_text("richest")
    expect(end).to_be_hidden()
    page.locator(".goal-card").get_by_text("Got it").click()
    page.locator("#hint-more summary").click()
    expect(end).to_be_visible()
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
    look(page, "guide-open")
    page.keyboard.press("Escape")
    expect(said).to_be_hidden()


def point(page: Page) -> None:
    page.locator("#term-crate-word").hover()


def press(page: Page) -> None:
    page.locator("#term-crate-word").click()
    page.mouse.move(2, 2)


def tab_to(page: Page) -> None:
    page.locator("#term-crate-word").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")


@pytest.mark.parametrize("ask", [point, press, tab_to])
def test_an_explanation_on_the_board_survives_updates_and_highlights(
    visit: Visit, site: EmbeddedSite, ask: Callable[[Page], None]
) -> None:
    (match,) = staged(site, "Livia", "market")
    page = visit(ask.__name__.title()).page
    line = on_stage(page, match).line
    said = page.locator("#term-crate:popover-open")
    ask(page)
    expect(said).to_be_visible()
    place = said.bounding_box()
    for _ in range(2):
        page.evaluate("document.querySelector('.mk-board').dataset.anew = ''")
        line.say(page, page.evaluate(_DRAWN_ANEW))
        expect(page.locator(".mk-board[data-anew=yes]")).to_be_visible()
        expect(said).to_be_visible()
        assert said.bounding_box() == place
    line.say(page, _MOMENT)
    expect(page.locator(".moment-stage")).to_be_visible()
    expect(said).to_be_visible()
    page.locator("#m-phase").click()
    expect(said).to_have_count(0)


def test_a_tap_on_an_emblem_says_whose_it_is(visit: Visit, site: EmbeddedSite) -> None:
    page = visit("Nerina", width=1024, height=768, has_touch=True).page
    page.goto(f"/m/{staged(site, 'Nerina', 'herald')[0]}/")
    emblem = page.locator(".mk-front [title]").first
    said = page.locator(".term-meaning:popover-open")
    emblem.tap()
    expect(said).to_have_text(re.compile("^An emblem of .*less"))
    axe(page)
    box, window = said.bounding_box(), page.viewport_size
    assert box
    assert window
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= window["width"]
    page.locator(".mk-front [title]").last.tap()
    expect(said).to_have_count(1)
    page.locator("#m-phase").tap()
    expect(said).to_have_count(0)
