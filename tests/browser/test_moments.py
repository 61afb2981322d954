"""Highlights over the board: played, skipped, shown again, never in the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import shared_steps
from tests.support.browser import Visit
from tests.support.site import EmbeddedSite
from tests.support.stage import Line

pytestmark = pytest.mark.deep

counted = count(1)
COPIES = ["market", "market", "reroll"]
LONG = 600  # seconds: does not end by itself during a test

# Controls of an answer and words of the decision that the stage covers.
_COVERED = """() => [...document.querySelectorAll(
  ':is(#m-seat, #m-board) :is(button, a[href], input, [role=button])')]
  .filter((one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .filter((one) => !one.closest('[data-aside]'))
  .filter((one) => {
    const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return hit?.closest('.moment-stage');
  }).map((one) => one.outerHTML)"""

# What the decision is about, and on a phone the players' row, as far as the stage lies over it.
_OVERPRINTED = """() => {
  const over = document.querySelector('.moment-stage').getBoundingClientRect();
  const needed = document.querySelectorAll(':is(#m-seat, #m-board) [data-about], #m-players');
  return [...needed].filter((one) => one.checkVisibility()).filter((one) => {
    const box = one.getBoundingClientRect();
    return Math.min(box.right, over.right) - Math.max(box.left, over.left) > 1 &&
      Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top) > 1;
  }).map((one) => one.id || one.className);
}"""

# Moves a control of the answer to the middle of the stage.
_UNDER_THE_STAGE = """() => {
  const middle = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const moved = [...document.querySelectorAll('#m-seat button:not(:disabled)')]
    .find((one) => one.checkVisibility() && !one.closest('[data-aside]'));
  const [from, to] = [middle(moved), middle(document.querySelector('.moment-stage'))];
  moved.style.transition = 'none';
  moved.style.translate = `${to.x - from.x}px ${to.y - from.y}px`;
}"""

_PLACES = """() => [...document.querySelectorAll('button, a, input, summary')]
  .filter((one) => !one.closest('.moment-stage'))
  .map((one) => JSON.stringify(one.getBoundingClientRect()))"""

PICTURE = '<svg width="200" height="96"></svg>'

Open = Callable[..., "Watched"]


@pytest.fixture(scope="module")
def staged(site: EmbeddedSite) -> list[str]:
    return shared_steps.staged(site, "Lucia", *COPIES)


@dataclass
class Watched:
    """A page whose updates the test sends."""

    page: Page
    line: Line

    def send(self, *names: str, lasts: float = LONG, picture: str = PICTURE) -> None:
        """Send the fragment as the site would, with a picture and a sentence each."""
        told = "".join(
            f'<article class="moment" data-moment="{name}" data-moment-lasts="{lasts}">'
            f'<div class="moment-picture">{picture}</div>'
            f'<p class="moment-line">Moment <b>{name}</b> has come.</p></article>'
            for name in names
        )
        opening = '<section id="m-moment" class="frame-moment" hx-swap-oob="true">'
        self.line.say(self.page, f"{opening}{told}</section>")


@pytest.fixture
def watched(visit: Visit, staged: list[str]) -> Open:
    """Return a function that opens a match of `COPIES`, for Lucia or a spectator.

    Lucia has to act; a spectator does not.
    """

    def open_at(number: int, name: str = "", **options: Any) -> Watched:
        page: Page = visit(name or f"Watcher{next(counted)}", **options).page
        return Watched(page, shared_steps.on_stage(page, staged[number]).line)

    return open_at


@pytest.fixture
def here(watched: Open) -> Watched:
    return watched(0)


def stage(page: Page) -> Locator:
    return page.locator(".moment-stage")


def plays(page: Page, name: str) -> None:
    expect(stage(page)).to_have_count(1)
    expect(stage(page).locator(".moment-line")).to_have_text(f"Moment {name} has come. Keep open")


def test_highlights_play_in_order_and_can_be_skipped(here: Watched) -> None:
    page, send = here.page, here.send
    places = page.evaluate(_PLACES)
    send("a", "b", "c")
    plays(page, "a")
    assert page.evaluate(_PLACES) == places
    stage(page).click()
    plays(page, "b")
    page.keyboard.press("Escape")
    plays(page, "c")
    send("a", "b", "c")
    page.keyboard.press("Escape")
    expect(stage(page)).to_have_count(0)
    expect(page.locator("#announcer p", has_text="Moment b has come.")).to_have_count(1)
    send("a", "b", "c", *"vwxyz")
    plays(page, "x")  # too many at once are left to the log


def test_a_highlight_ends_after_its_time_or_earlier_if_others_wait(here: Watched) -> None:
    page, send = here.page, here.send
    send("short", lasts=0.2)
    expect(stage(page)).to_have_count(0)
    expect(page.locator("#announcer p", has_text="Moment short has come.")).to_have_count(1)
    send("short", "long", "longer", "last")
    plays(page, "longer")  # the long one has made room by itself
    page.keyboard.press("Escape")
    plays(page, "last")
    page.keyboard.press("Escape")


def test_the_result_is_visible_when_a_match_ends(here: Watched) -> None:
    page, send = here.page, here.send
    send("before", "late")
    plays(page, "before")
    page.evaluate(
        "document.getElementById('m-board').insertAdjacentHTML('beforeend', '<p class=result></p>')"
    )
    send("late", "last")
    expect(stage(page)).to_have_count(0)
    send("late", "last", "after")  # what comes with or after the result waits for a request
    again = page.locator("[data-moment-again]")
    again.click()
    plays(page, "after")
    send("late", "last", "after")  # once requested, it is not ended by other updates
    plays(page, "after")


def test_the_last_highlight_can_be_replayed_from_the_current_page(here: Watched) -> None:
    page, send = here.page, here.send
    again = page.locator("[data-moment-again]")
    send()
    expect(again).to_be_hidden()
    send("a", "b")
    expect(again).to_be_visible()
    for name in ("a", "b"):
        plays(page, name)
        page.keyboard.press("Escape")
    expect(stage(page)).to_have_count(0)
    again.click()
    plays(page, "b")
    page.keyboard.press("Escape")
    send("a")  # a highlight that the viewer may not see any longer disappears
    again.click()
    expect(stage(page).locator(".moment-line")).to_have_text("Moment a has come. Keep open")


def test_all_highlights_give_way_to_the_viewers_controls(here: Watched) -> None:
    page, send = here.page, here.send
    send("a", "b")
    plays(page, "a")
    page.locator("#chat-text").click()
    expect(stage(page)).to_have_count(0)
    send("c", "d")
    plays(page, "c")
    page.keyboard.press("Tab")
    expect(stage(page)).to_have_count(0)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (360, 740), (844, 390)])
def test_a_highlight_covers_nothing_that_a_decision_needs(
    watched: Open, size: tuple[int, int]
) -> None:
    here = watched(1, "Lucia")
    page, send = here.page, here.send
    page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(page.locator("#m-seat")).to_have_attribute("data-my-turn", "true")
    send("a")
    plays(page, "a")
    assert page.evaluate(_COVERED) == []
    assert page.evaluate(_OVERPRINTED) == []


def test_a_highlight_gives_way_when_a_decision_begins(here: Watched) -> None:
    page, send = here.page, here.send
    send("a")
    plays(page, "a")
    # In a single step, as an update makes it.
    before, after = page.evaluate(
        "() => { document.getElementById('m-seat').dataset.myTurn = 'true';"
        "document.querySelectorAll('#m-board [data-target]').forEach((one) => {"
        " one.setAttribute('role', 'button'); one.tabIndex = 0; });"
        f" const before = ({_COVERED})(); const detail = {{ parts: new Set(['m-seat']) }};"
        " document.dispatchEvent(new CustomEvent('ridotto:swapped', { detail }));"
        f" return [before, ({_COVERED})()]; }}"
    )
    assert before
    assert after == []
    plays(page, "a")


def test_a_highlight_gives_way_to_a_control_that_appears_without_an_event(watched: Open) -> None:
    # As when it moves there, or when a fragment above pushes it there.
    here = watched(1, "Lucia")
    page, send = here.page, here.send
    send("a")
    plays(page, "a")
    assert page.evaluate(f"() => {{ ({_UNDER_THE_STAGE})(); return ({_COVERED})(); }}")
    page.wait_for_function(f"() => ({_COVERED})().length === 0")


@pytest.mark.parametrize(("cards", "shows"), [(9, ""), (40, "is-tight"), (200, "is-line")])
def test_on_a_phone_large_hands_overlap_before_they_become_a_line(
    watched: Open, cards: int, shows: str
) -> None:
    card = '<li><span class="mk-card"></span></li>'
    row = f'<ul class="moment-row is-small">{card * cards}</ul>'
    here = watched(0, width=360, height=740)
    here.send("a", picture=f'<ul class="moment-sides">{f"<li><p>Nina</p>{row}</li>" * 4}</ul>')
    plays(here.page, "a")
    found = stage(here.page).evaluate("(one) => [...one.classList].join(' ')")
    assert found == f"moment-stage table-felt {shows}".strip()
    assert stage(here.page).evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
    box = stage(here.page).bounding_box()
    assert box is not None
    assert box["height"] <= 104 or shows != "is-line"


def test_a_highlight_is_not_animated_with_reduced_motion(watched: Open) -> None:
    here = watched(0, reduced_motion="reduce")
    page, send = here.page, here.send
    send("a")
    plays(page, "a")
    assert page.evaluate(
        "() => document.querySelector('.moment-stage').getAnimations({subtree: true}).length === 0"
    )


def test_a_roll_of_merchant_kings_shows_target_and_outcome(visit: Visit, staged: list[str]) -> None:
    page = visit("Lucia").page
    page.goto(f"/m/{staged[2]}/")
    expect(stage(page)).to_have_count(0)
    page.locator("#m-seat").get_by_role("button", name="Let it stand").click()
    said = re.compile(r"You rolled (\d) \+ \1 = \d+ and needed \d+ ")
    expect(stage(page).locator(".moment-line")).to_have_text(said)
    page.keyboard.press("Escape")
    expect(stage(page)).to_have_count(0)
    page.locator("[data-moment-again]").click()
    expect(stage(page).locator(".moment-line")).to_have_text(said)
