"""The replay of a finished week, by keys, by touch and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import NARROW, Visit, look
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

NAMES = ("Annetta", "Beatrice", "Carlo", "Donata", "Elia", "Fosca", "Gaspare", "Ilaria")
SUN = "() => getComputedStyle(document.querySelector('.week')).getPropertyValue('--sun').trim()"


@pytest.fixture(scope="module")
def address(site: EmbeddedSite) -> str:
    code = f"from tests.browser.venice_staging import stage; print(stage({NAMES!r}))"
    return f"/m/{site.shell(code).strip().splitlines()[-1]}/replay/"


def at_step(page: Page, number: int) -> None:
    expect(page.locator("#replay")).to_have_attribute("data-step", str(number))


def test_a_week_can_be_replayed_by_keyboard(visit: Visit, address: str) -> None:
    page = visit("Annetta").page
    page.goto(address)
    for number in range(1, 15):
        at_step(page, number)
        expect(page.locator(".medal.is-resolved")).to_have_count(number // 2)
        page.keyboard.press("ArrowRight")
    for key, number in (
        ("ArrowLeft", 13), ("Home", 1), ("Shift+ArrowRight", 3), ("ArrowRight", 4),
        ("Shift+ArrowRight", 5), ("Shift+ArrowLeft", 3), ("End", 14), ("Home", 1),
    ):  # fmt: skip
        page.keyboard.press(key)
        at_step(page, number)
    look(page, "venice-replay-start")
    page.keyboard.press("Space")
    play = page.locator("[data-play]")
    expect(play).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#replay")).not_to_have_attribute("data-step", "1")
    page.keyboard.press("Space")
    expect(play).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("scrollY") == 0


def test_a_replay_shows_the_sun_the_done_marks_and_the_ties_of_the_time(
    visit: Visit, address: str
) -> None:
    page = visit("Annetta").page
    for number, place in ((1, "-0.36"), (4, "1.5"), (9, "3.5")):
        page.goto(f"{address}?step={number}")
        page.wait_for_selector("[data-play]:not([aria-disabled])")
        assert page.evaluate(SUN) == place
    page.goto(f"{address}?seat=&step=3")
    beatrice = page.locator(".player", has_text="Beatrice")
    expect(beatrice).to_contain_text("done for Monday")
    shown = page.locator("#replay-draws")
    for number in range(2, 15, 2):
        page.goto(f"{address}?seat=all&step={number}")
        at_step(page, number)
        if shown.count():
            break
    shown.locator("summary").click()
    expect(shown.locator(".past-tickets code").first).to_be_visible()
    expect(shown).to_contain_text("won a unit")
    look(page, "venice-replay-draws")


def test_a_week_can_be_replayed_by_touch(visit: Visit, address: str) -> None:
    visitor = visit(
        "Beatrice", width=NARROW, height=740, scheme="dark", has_touch=True, is_mobile=True
    )
    page = visitor.page
    page.goto(address)
    page.locator('[data-key="ArrowRight"]').tap()
    at_step(page, 2)
    page.locator('[data-key="Shift+ArrowRight"]').tap()
    at_step(page, 3)
    page.locator('[data-key="End"]').tap()
    at_step(page, 14)
    look(page, "venice-replay-touch")
    _drag_to(page, 0)
    at_step(page, 1)
    page.get_by_label("Point of view").select_option("all")
    expect(page.locator(".replay-hands .frame-seat")).to_have_count(len(NAMES))
    page.locator("[data-play]").tap()
    expect(page.locator("#replay")).not_to_have_attribute("data-step", "1")
    page.locator("[data-play]").tap()
    expect(page.locator("[data-play]")).to_have_attribute("aria-pressed", "false")


def _drag_to(page: Page, part: float) -> None:
    """Drag the slider's handle from its end to this fraction of its length."""
    box = page.get_by_role("slider", name="Step").bounding_box()
    assert box
    line = page.context.new_cdp_session(page)
    begin, end = box["x"] + box["width"] - 6, box["x"] + box["width"] * part
    height = box["y"] + box["height"] / 2
    for kind, places in (
        ("touchStart", [begin]), ("touchMove", [(begin + end) / 2]), ("touchMove", [end]),
        ("touchEnd", []),
    ):  # fmt: skip
        points = [{"x": x, "y": height} for x in places]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_week_can_be_replayed_without_script(visit: Visit, address: str) -> None:
    page = visit("Carlo", script=False).page
    page.goto(f"{address}?step=1")
    page.get_by_role("link", name="Forward", exact=True).click()
    at_step(page, 2)
    page.get_by_role("link", name="Next decision").click()
    at_step(page, 3)
    page.get_by_role("link", name="End").click()
    at_step(page, 14)
    page.get_by_label("Point of view").select_option("")
    page.get_by_role("button", name="Go").click()
    at_step(page, 14)
    expect(page.locator(".frame-seat")).to_have_count(0)
