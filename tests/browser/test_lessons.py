"""A lesson by real presses on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser import Visit, look

pytestmark = pytest.mark.deep


PHONES = [(390, 844), (360, 740), (320, 568), (844, 390)]


@pytest.mark.parametrize("game", ["blanks", "merchants", "interop", "venice"])
def test_the_step_of_a_lesson_stays_in_view_on_a_phone(visit: Visit, game: str) -> None:
    page = visit(width=390, height=844, has_touch=True).page
    page.goto(f"/rules/{game}/")
    page.locator("form:has([name=lesson]) button").click()
    page.wait_for_url("**/m/*/")
    step = page.locator(".lesson .hint-text")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        for top in (0, height // 2, 9_999):
            page.evaluate("top => scrollTo({top, behavior: 'instant'})", top)
            expect(step).to_be_in_viewport(ratio=1)


def test_the_lesson_of_merchant_kings_is_played_on_a_phone(visit: Visit) -> None:
    page = visit(width=390, height=844, has_touch=True).page
    page.goto("/rules/merchants/")
    page.locator("form:has([name=lesson]) button").click()
    page.wait_for_url("**/m/*/")
    hint = page.locator(".hint-card")
    expect(hint).to_contain_text("step 1 of 4")
    expect(hint).to_be_in_viewport(ratio=1)
    expect(page.locator("#my-worth")).to_be_in_viewport()
    page.locator("#target-D6").tap()
    page.locator(".mk-tick:has(#lay-H2)").tap()
    expect(page.locator("#buy-form [data-reckoned]")).to_contain_text("Points: +10")
    look(page, "lesson-purchase")
    page.get_by_role("button", name="Declare").tap()
    expect(hint).to_contain_text("step 3 of 4")
    page.locator(".mk-tick:has(#bid-S3)").tap()
    page.get_by_role("button", name="Seal the bid").tap()
    expect(hint).to_contain_text("Pass: it costs nothing")
    page.get_by_role("button", name="Pass", exact=True).tap()
    expect(hint).to_contain_text("step 4 of 4")
    look(page, "lesson-end")
    hint.get_by_role("button", name="Play now").click()
    expect(page.locator(".goal-line")).to_be_visible()
    expect(page.locator(".lesson-step")).to_have_count(0)
