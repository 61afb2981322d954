"""On a phone nothing moves by itself while decisions are asked and answered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.shared_steps import play_now
from tests.browser.test_in_view import decisions
from tests.support.browser import Visit, tries

pytestmark = pytest.mark.deep

MOST = 0.02  # the sum of shifts for each decision, as browsers count them
# What answers a decision, the most wanted first.
ANSWERS = {
    "blanks": "#play-form [data-pick-submit]; #play-form [aria-pressed=false]; "
    ".vote-form:not(:has([aria-pressed=true])) button.answer",
    "merchants": "button[form=do-pass]; #do-end button; .mk-buy .primary; .mk-one button; .mk-tick",
    "interop": "#m-seat button.primary; #m-seat form button.button",
}
# The middle of the first of them that can be pressed.
_NEXT = """(selectors) => {
  for (const selector of selectors)
    for (const one of document.querySelectorAll(selector)) {
      if (one.disabled || !one.checkVisibility({ visibilityProperty: true })) continue;
      one.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    }
}"""
_COUNT = """window.shifts = [];
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const named = ({ node, previousRect, currentRect }) =>
    `${node?.id || node?.className || node?.nodeName}: ${box(previousRect)} to ${box(currentRect)}`;
  new PerformanceObserver((list) => list.getEntries().filter((one) => !one.hadRecentInput)
    .forEach(({ value, sources }) => shifts.push([value, sources.map(named).join('; ')])))
    .observe({ type: 'layout-shift', buffered: true });"""


def revision(page: Page) -> str | None:
    return page.locator("#m-phase").get_attribute("data-revision")


@pytest.mark.parametrize("game", ANSWERS)
def test_nothing_moves_under_a_thumb(visit: Visit, game: str) -> None:
    page = visit(width=390, height=844).page
    page.add_init_script(_COUNT)
    play_now(page, game)
    found = []
    for number in decisions(page, 5):
        page.wait_for_timeout(600)
        moved = page.evaluate("shifts.splice(0)")
        if number and sum(value for value, _ in moved) > MOST:
            found.append("\n".join(f"{number}: {value:.3f} {what}" for value, what in moved))
        before = revision(page)
        for _ in tries(page, "an answer"):
            if place := page.evaluate(_NEXT, ANSWERS[game].split("; ")):
                page.mouse.click(*place)
            if revision(page) != before:
                break
    assert not found, "\n\n".join(found)
