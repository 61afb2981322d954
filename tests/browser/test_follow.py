"""The page scrolls to a new decision, and for no other reason."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import shared_steps
from tests.support.browser import NARROW, Visit
from tests.support.site import EmbeddedSite
from tests.support.stage import RESTED, Stage

pytestmark = pytest.mark.deep

COPIES = ["seize", "market", "stack", "reroll"]
# Makes the log of a long match lie below, and scrolls down to it like a reader.
READING = """() => {
  document.getElementById('m-log').style.minHeight = '900px';
  scrollTo({top: document.body.scrollHeight, behavior: 'instant'});
}"""

Open = Callable[..., Stage]


@pytest.fixture(scope="module")
def staged(site: EmbeddedSite) -> dict[str, str]:
    return dict(zip(COPIES, shared_steps.staged(site, "Lucia", *COPIES), strict=True))


@pytest.fixture
def phone(visit: Visit, staged: dict[str, str]) -> Open:
    """Return a function that opens Lucia's page at this position, as a stage."""

    def open_at(name: str, height: int = 740) -> Stage:
        page = visit("Lucia", width=NARROW, height=height, reduced_motion="reduce").page
        stage = shared_steps.on_stage(page, staged[name])
        expect(page.locator("#m-seat")).to_have_attribute("data-my-turn", "true")
        return stage

    return open_at


def ask_again(stage: Stage, between: str = "() => 0") -> None:
    """Withdraw the decision, run `between`, and ask for it again."""
    asked = stage.part("m-seat", **{"data-part": "asked"})
    stage.line.say(stage.page, stage.part("m-seat", **{"data-my-turn": "false"}))
    stage.page.evaluate(RESTED)
    stage.page.evaluate(between)
    stage.line.say(stage.page, asked)


def top(page: Page) -> float:
    return float(page.evaluate("scrollY"))


@pytest.mark.parametrize("name", COPIES)
def test_a_visible_decision_does_not_scroll_the_page(phone: Open, name: str) -> None:
    stage = phone(name)
    moves = "() => { window.moves = []; addEventListener('scroll', () => moves.push(scrollY)); }"
    ask_again(stage, moves)
    stage.page.evaluate(RESTED)
    assert stage.page.evaluate("moves") == []


def test_a_match_begins_at_the_top_of_the_page(phone: Open) -> None:
    stage = phone("market")
    begun, room = (stage.part("m-board", **{"data-part": mark}) for mark in ("begun", "room"))
    stage.line.say(stage.page, stage.part("m-seat", **{"data-my-turn": "false"}))
    waiting = re.sub(r">.*<", '><div class="waiting"></div><', room, flags=re.DOTALL)
    stage.line.say(stage.page, waiting)
    stage.page.evaluate(READING)
    assert top(stage.page) > 0
    stage.line.say(stage.page, begun)
    assert top(stage.page) == 0


@pytest.mark.parametrize("name", COPIES)
def test_a_decision_scrolls_into_view(phone: Open, name: str) -> None:
    stage = phone(name)
    ask_again(stage, READING)
    stage.page.wait_for_function("() => scrollY === 0")


def test_a_following_decision_scrolls_into_view(phone: Open) -> None:
    stage = phone("market")
    stage.page.evaluate(READING)
    assert top(stage.page) > 0
    stage.line.say(stage.page, stage.part("m-seat", **{"data-follow": "another"}))
    stage.page.wait_for_function("() => scrollY === 0")


def test_the_page_does_not_scroll_while_the_player_scrolls_or_types(phone: Open) -> None:
    stage = phone("seize")
    wheel = "document.dispatchEvent(new WheelEvent('wheel'))"
    ask_again(stage, f"() => {{ ({READING})(); {wheel}; }}")
    stage.page.evaluate(RESTED)
    assert top(stage.page) > 0
    stage.page.locator("[data-dock-handle]").click()
    stage.page.focus("#chat-text")
    ask_again(stage, READING)
    stage.page.evaluate(RESTED)
    assert top(stage.page) > 0


def test_in_a_low_window_the_seat_scrolls_into_view(phone: Open) -> None:
    stage = phone("seize", height=400)
    ask_again(stage, "() => scrollTo({top: 0, behavior: 'instant'})")
    seat = "document.getElementById('m-seat').getBoundingClientRect().top"
    stage.page.wait_for_function(f"() => {seat} >= 0 && {seat} <= innerHeight * 0.4")


def test_late_layout_changes_are_followed_until_the_player_acts(
    phone: Open,
) -> None:
    stage = phone("seize")
    page = stage.page
    ask_again(stage)
    page.evaluate(RESTED)
    push = "high => { document.getElementById('m-board').style.marginTop = high; }"
    page.evaluate(push, "400px")
    page.wait_for_function("() => scrollY > 0")
    page.evaluate(push, "0")
    page.wait_for_function("() => scrollY === 0")
    page.locator("#m-phase").click()
    page.evaluate(push, "400px")
    page.evaluate(RESTED)
    assert top(page) == 0


def test_a_phone_turned_back_to_portrait_shows_the_decision_again(phone: Open) -> None:
    page = phone("market").page
    page.evaluate(READING)
    assert top(page) > 0
    page.wait_for_timeout(1600)  # scrolling of one's own is left alone for a while
    page.set_viewport_size({"width": 740, "height": NARROW})
    page.evaluate(READING)
    page.wait_for_timeout(1600)
    page.set_viewport_size({"width": NARROW, "height": 740})
    page.wait_for_function("() => scrollY === 0")
