"""Changed elements travel to their new place, within their own fragment."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.browser import DRAWN, Visit

pytestmark = pytest.mark.deep

# The elements that travel, by name, with their distance to the right and down.
_TRAVELS = """window.travels = {};
Element.prototype.animate = function ([from]) {
  const how = new DOMMatrix(from.transform);
  if (!('opacity' in from)) travels[this.dataset.flip] = [how.e, how.f];
};"""
# Swaps the page as in play, with two fragments, the first of which has this height.
_SHOW = """([tall, first, second]) => {
  const main = document.getElementById("main");
  if (!document.getElementById("one"))
    main.innerHTML = '<p></p><div id="one"></div><div id="two"></div>';
  window.travels = {};
  const cards = (names) => names.map((name) => `<b data-flip="${name}">card</b>`).join("");
  const digest = (tall + first.join() + second.join()).replaceAll(",", "-");
  const part = (id, names) => `<div id="${id}" data-part="${digest}" style="display: grid"
    hx-swap-oob="true">${cards(names)}</div>`;
  htmx.swap(document.body, part("one", first) + part("two", second), { swapStyle: "none" });
  main.querySelector("p").style.height = `${tall}px`;
}"""


@pytest.fixture
def page(visit: Visit) -> Page:
    page = visit(bypass_csp=True).page
    page.add_init_script(_TRAVELS)
    page.goto("/")
    return page


def show(page: Page, tall: int, first: list[str], second: list[str]) -> dict[str, Any]:
    page.evaluate(_SHOW, [tall, first, second])
    page.evaluate(DRAWN)
    return dict(page.evaluate("travels"))


def test_an_unmoved_element_is_not_animated_when_its_fragment_moves(page: Page) -> None:
    show(page, 100, ["a", "b"], ["c"])
    assert show(page, 300, ["a", "b"], ["c"]) == {}


def test_an_element_that_changes_place_or_fragment_is_animated(page: Page) -> None:
    show(page, 100, ["a", "b"], ["c"])
    found = show(page, 300, ["b", "a"], ["c"])
    assert {name: x for name, (x, _) in found.items()} == {"a": 0, "b": 0}
    assert found["a"][1] == -found["b"][1] < 0
    assert list(show(page, 300, ["b"], ["c", "a"])) == ["a"]
