"""Times in lists, on devices whose clock is wrong."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.support.browser import Visit

pytestmark = pytest.mark.deep

FAST = """const shift = 2 * 3_600_000;
const Right = Date;
globalThis.Date = class extends Right {
  constructor(...given) { given.length ? super(...given) : super(Right.now() + shift); }
  static now() { return Right.now() + shift; }
};
Object.defineProperty(performance, "timeOrigin", { value: performance.timeOrigin + shift });
globalThis.rightNow = () => Right.now();"""
SHOWN = """(minutes) => {
  const time = document.createElement("time");
  time.dataset.relative = "";
  time.dateTime = new Date(rightNow() + minutes * 60_000).toISOString();
  document.getElementById("main").append(time);
  document.dispatchEvent(new CustomEvent("ridotto:swapped"));
  return time.textContent;
}"""


@pytest.fixture
def page(visit: Visit) -> Page:
    """Return a page on a device whose clock is two hours fast."""
    page = visit("Clarice").page
    page.add_init_script(FAST)
    page.goto("/matches/")
    return page


def test_times_follow_the_clock_of_the_server(page: Page) -> None:
    assert page.evaluate(SHOWN, 0).startswith("today ")
    assert "(in 30 min" in page.evaluate(SHOWN, 30.4)
    assert "(10 min. ago)" in page.evaluate(SHOWN, -10)
    page.goto("/lobby/")
    page.go_back()
    assert "(10 min. ago)" in page.evaluate(SHOWN, -10)


def test_past_times_always_say_ago(page: Page) -> None:
    for minutes in (*range(-362, -57, 7), -61, -359):
        words = page.evaluate(SHOWN, minutes)
        assert words.endswith("ago)"), (minutes, words)
    assert page.evaluate(SHOWN, -61).endswith("(1 h 1 min ago)")
    assert page.evaluate(SHOWN, 359).endswith("(in 5 h 59 min)")
