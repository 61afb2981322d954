"""Steps that tests of many pages share."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Locator, Page, expect

from tests.support.browser import Visitor
from tests.support.client import Client
from tests.support.site import EmbeddedSite
from tests.support.stage import COUNTED, COUNTING, OPENED, Desk, Line, Stage

# Whether this is what is pressed in its middle.
HIT = """(one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""
# Whether the head of the result shows in the window, not far down, with nothing over it.
HEAD = """() => {
  const head = document.querySelector('#m-board .result h2');
  const { left, top } = head.getBoundingClientRect();
  return head.contains(document.elementFromPoint(left + 4, top + 4)) && top < innerHeight / 2;
}"""


def play_now(page: Page, game: str = "blanks") -> None:
    """A first match of this game, begun on the front page."""
    page.goto("/")
    page.locator(f"form[action*='/{game}/']").first.get_by_role("button").first.click()
    page.wait_for_url("**/m/*/")


def fill_table(page: Page, form: str, **fields: object) -> Locator:
    """The form of a table, unfolded, with these fields in it; `form`: its address."""
    page.goto(f"/set/{form}")
    table = page.locator("form.table-form")
    table.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    for name, value in fields.items():
        table.locator(f"input[name={name}]").fill(str(value))
    return table


def open_table(page: Page, table: Locator) -> str:
    """Opens it and returns its address."""
    table.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/m/*/")
    return page.url


def at_match(here: Visitor, person: Client, match: str) -> Page:
    """The page of a match, in the browser of somebody who has logged in elsewhere."""
    here.keep(person.cookies)
    here.page.goto(f"/m/{match}/")
    return here.page


def sit_down(page: Page, table: str) -> None:
    page.goto(table)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()


def tab_to(page: Page, *starts: str, of: str = "one.innerText || one.id") -> None:
    """By the Tab key alone, to what begins so: its text or its id, or `of` it."""
    focused = f"(one => String(({of}) ?? '').trim())(document.activeElement)"
    for _ in range(160):
        if str(page.evaluate(focused)).startswith(starts):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {' or '.join(starts)} on {page.url}")


def staged(site: EmbeddedSite, person: str, *names: str) -> list[str]:
    """The ids of matches of Merchant Kings at these points, in which this person is asked."""
    code = "import json; from tests.browser.merchants_staging import stage; "
    printed = site.shell(f"{code}print(json.dumps(stage({person!r}, {names!r})))")
    return [str(one) for one in json.loads(printed.strip().splitlines()[-1])]


def on_stage(page: Page, match: str) -> Stage:
    """The page of a match, whose news are in the test's hands."""
    stage = Stage(page, Line(), Desk())
    page.add_init_script(COUNTING)
    page.route_web_socket(re.compile("/live/match/"), stage.line.take)
    page.goto(f"/m/{match}/")
    page.wait_for_function(COUNTED, arg=[OPENED, 0])
    return stage
