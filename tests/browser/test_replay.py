"""The replay of a finished match, by keys and by autoplay."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser import test_blanks_match as blanks
from tests.support.browser import NARROW, Visit, look

pytestmark = pytest.mark.deep

# True if no part of this text is cut off.
WHOLE = "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
CUT = """() => [...document.querySelectorAll('.frame-players .seat-name')]
  .filter((one) => !one.closest('.is-me') && one.scrollWidth > one.clientWidth && one.clientWidth)
  .map((one) => one.textContent)"""


def step(page: Page) -> int:
    return int(parse_qs(urlsplit(page.url).query)["step"][0])


def finished(page: Page) -> str:
    """Play a match against bots to its end; return the address of its replay."""
    blanks.set_table(page, least=3, most=3, bots=2, option_target_score=1)
    page.get_by_role("button", name="Start the match").click()
    blanks.play_on([page])
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/")
    return page.url


def test_a_replay_advances_by_keys_and_automatically(visit: Visit) -> None:
    page = visit("Stepper").page
    address = finished(page)
    shown = page.locator("#replay")
    page.goto(f"{address}?step=1")
    look(page, "replay-start")
    for key, then in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("Home", 1)):
        page.keyboard.press(key)
        expect(shown).to_have_attribute("data-step", str(then))
        assert step(page) == then
    last = shown.get_attribute("data-length")
    page.keyboard.press("Shift+ArrowRight")
    expect(shown).not_to_have_attribute("data-step", "1")
    page.keyboard.press("Home")
    expect(shown).to_have_attribute("data-step", "1")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(shown).to_have_attribute("data-step", str(last))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    page.get_by_label("Point of view").select_option("all")
    expect(page.locator(".replay-hands .frame-seat")).to_have_count(3)
    assert "seat=all" in page.url
    look(page, "replay-all-hands")
    expect(page.locator("#replay")).to_have_attribute("data-step", str(last))


@pytest.mark.parametrize(("width", "height"), [(NARROW, 740), (1024, 768)])
def test_the_text_of_a_step_is_not_truncated_and_no_button_moves(
    visit: Visit, width: int, height: int
) -> None:
    page = visit(f"Reader{width}", width=width, height=height).page
    address = finished(page)
    page.goto(f"{address}?step=1")
    said, on = page.locator(".replay-said"), page.locator(".replay-buttons > *")
    tops = set()
    for _ in range(int(page.locator("#replay").get_attribute("data-length") or 0) - 1):
        assert said.evaluate(WHOLE), said.inner_text()
        tops.add(on.first.evaluate("one => one.getBoundingClientRect().top"))
        before = str(page.locator("#replay").get_attribute("data-step"))
        page.keyboard.press("ArrowRight")
        expect(page.locator("#replay")).not_to_have_attribute("data-step", before)
    assert said.evaluate(WHOLE), said.inner_text()
    assert len(tops) == 1
    assert page.evaluate(CUT) == [], "nor is a name cut off by what the round brought"
    look(page, f"replay-end-{width}")


def test_statistics_fit_any_width_and_hands_are_stacked(visit: Visit) -> None:
    page = visit("Counter").page
    page.goto(finished(page).replace("replay/", ""))
    page.get_by_role("link", name="The match in numbers").click()
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        expect(page.get_by_role("img", name="Votes by author")).to_be_visible()
        expect(page.get_by_role("table", name="Votes by author")).to_be_visible()
        look(page, f"numbers-{width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/")
    page.goto(f"{page.url}?seat=all&step=2")
    boxes = [one.bounding_box() for one in page.locator(".replay-hands .frame-seat").all()]
    tops = [box["y"] for box in boxes if box]
    assert tops == sorted(set(tops))
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids))
    assert (
        page.evaluate("document.querySelectorAll('form[action$=\"/act/\"]:not([inert] *)').length")
        == 0
    )
