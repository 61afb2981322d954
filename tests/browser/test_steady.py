"""A control that replaces another is inert for an instant.

So a double tap presses only the first.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import Visit

pytestmark = pytest.mark.deep

# Swaps a fragment into the page as in play, and records presses.
_SHOW = """(inner) => {
  window.pressed ??= [];
  if (!document.getElementById("spot")) {
    const main = document.getElementById("main");
    main.replaceChildren(Object.assign(document.createElement("section"), { id: "spot" }));
    main.addEventListener("click", (event) => {
      const control = event.target.closest("button, input");
      if (control?.matches("button")) event.preventDefault();
      if (control) pressed.push(control.id || control.textContent);
    });
  }
  const part = `<section id="spot" hx-swap-oob="true">${inner}</section>`;
  htmx.swap(document.body, part, { swapStyle: "none" });
}"""
PLACE, WITHDRAW = (
    f"<form action='/{what}/'><button {{}}>{text}</button></form>"
    for what, text in (("place", "Place bid"), ("withdraw", "Withdraw"))
)


def show(page: Page, inner: str) -> None:
    page.evaluate(_SHOW, inner)
    page.clock.run_for(1)


def here(page: Page, inner: str) -> None:
    show(page, inner.replace("{}", "class='button here'"))


def pressed(page: Page) -> list[str]:
    page.mouse.click(200, 330)
    return list(page.evaluate("pressed"))


@pytest.fixture
def page(visit: Visit) -> Page:
    """Open a page with a stopped clock and one place for controls of class `here`."""
    page = visit(presses_again=False, bypass_csp=True).page
    page.goto("/")
    page.add_style_tag(
        content=".here { position: fixed; left: 100px; top: 300px; width: 200px; height: 60px }"
    )
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 60000"))
    return page


# A layer that closes does not pass a double tap on to the control below.
COVER = "<button class='here' style='z-index: 1; background: white'>Close</button>"


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        pytest.param(PLACE, WITHDRAW, "Withdraw", id="another control"),
        pytest.param(PLACE + COVER, PLACE, "Place bid", id="what was covered"),
    ],
)
def test_a_press_does_not_hit_a_control_that_just_replaced_another(
    page: Page, before: str, after: str, found: str
) -> None:
    here(page, before)
    page.clock.run_for(1000)
    here(page, after)
    assert pressed(page) == []
    page.clock.run_for(390)
    assert pressed(page) == []
    page.clock.run_for(10)
    assert pressed(page) == [found]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        pytest.param(PLACE, PLACE.replace("bid", "bid 12"), "Place bid 12", id="drawn anew"),
        pytest.param("", WITHDRAW, "Withdraw", id="where nothing was"),
    ],
)
def test_a_control_in_an_empty_place_works_immediately(
    page: Page, before: str, after: str, found: str
) -> None:
    here(page, before)
    page.clock.run_for(1000)
    here(page, after)
    assert pressed(page) == [found]


def test_the_keyboard_always_presses_the_focused_control(page: Page) -> None:
    here(page, PLACE)
    page.clock.run_for(1000)
    here(page, WITHDRAW)
    page.locator(".here").press("Enter")
    assert page.evaluate("pressed") == ["Withdraw"]


def test_updates_of_the_header_delay_no_press(page: Page) -> None:
    # Such updates come just after a page opens, when its reader may have scrolled to a button.
    here(page, PLACE)
    page.clock.run_for(1000)
    page.evaluate("""() => {
      const news = Object.assign(document.createElement("span"), { id: "news" });
      document.querySelector(".house-header").append(news);
      const part = '<span id="news" hx-swap-oob="true"></span>';
      htmx.swap(document.body, part, { swapStyle: "none" });
    }""")
    page.clock.run_for(1)
    moved = WITHDRAW.replace("{}", "class='button here'")
    page.evaluate("inner => { document.getElementById('spot').innerHTML = inner }", moved)
    assert pressed(page) == ["Withdraw"]


def test_an_unchanged_label_forwards_its_press(page: Page) -> None:
    field = "<label {}><input type='checkbox' id='tick' name='tick'> Tick</label>"
    here(page, field)
    page.clock.run_for(1000)
    here(page, field + " ")
    assert "tick" in pressed(page)


@pytest.mark.parametrize(
    ("control", "is_on"),
    [
        ("<details><summary {}>More</summary>All</details>", "details[open]"),
        ("<label {}><input type='checkbox' id='tick' name='tick'> Tick</label>", ":checked"),
    ],
)
def test_a_double_click_switches_once(page: Page, control: str, is_on: str) -> None:
    here(page, control)
    on = page.locator(f"#spot {is_on}")
    page.mouse.dblclick(200, 330)
    expect(on).to_have_count(1)
    page.clock.run_for(600)
    page.mouse.click(200, 330)
    expect(on).to_have_count(0)


def test_a_control_shown_by_a_press_ignores_the_second_click(page: Page) -> None:
    here(page, PLACE)
    page.clock.run_for(1000)
    assert pressed(page) == ["Place bid"]
    page.clock.run_for(100)
    here(page, WITHDRAW)
    page.clock.run_for(500)
    assert pressed(page) == ["Place bid"]
    page.clock.run_for(100)
    assert pressed(page) == ["Place bid", "Withdraw"]
