"""Steps that tests of many pages share."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Locator, Page, expect

from tests.support.browser import Visitor
from tests.support.client import Client
from tests.support.site import EmbeddedSite
from tests.support.stage import COUNTED, COUNTING, OPENED, Desk, Line, Stage

# True if a press in the element's middle hits it.
HIT = """(one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""
# True if the heading of the result is in the window, near the top and not covered.
HEAD = """() => {
  const head = document.querySelector('#m-board .result h2');
  const { left, top } = head.getBoundingClientRect();
  return head.contains(document.elementFromPoint(left + 4, top + 4)) && top < innerHeight / 2;
}"""
# The decision that this page's player owes, or "".
ASKED = """() =>
  document.querySelector('#m-seat[data-my-turn=true] input[name=decision]')?.value ?? ''"""


def play_now(page: Page, game: str = "blanks") -> None:
    """Start a first match of this game on the front page."""
    page.goto("/")
    page.locator(f"form[action*='/{game}/']").first.get_by_role("button").first.click()
    page.wait_for_url("**/m/*/")


def fill_table(page: Page, form: str, **fields: object) -> Locator:
    """Open the form at /set/`form`, unfold it and fill in these fields; return it."""
    page.goto(f"/set/{form}")
    table = page.locator("form.table-form")
    table.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    for name, value in fields.items():
        table.locator(f"input[name={name}]").fill(str(value))
    return table


def open_table(page: Page, table: Locator) -> str:
    """Submit the form of a table and return the table's address."""
    table.get_by_role("button", name="Create table").click()
    page.wait_for_url("**/m/*/")
    return page.url


def at_match(here: Visitor, person: Client, match: str) -> Page:
    """Open the page of a match as this person, who has logged in elsewhere."""
    here.keep(person.cookies)
    here.page.goto(f"/m/{match}/")
    return here.page


def sit_down(page: Page, table: str) -> None:
    page.goto(table)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()


def tab_to(page: Page, *starts: str, of: str = "one.innerText || one.id") -> None:
    """Press Tab until the focused element's text or id starts with one of `starts`."""
    focused = f"(one => String(({of}) ?? '').trim())(document.activeElement)"
    for _ in range(160):
        if str(page.evaluate(focused)).startswith(starts):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {' or '.join(starts)} on {page.url}")


def staged(site: EmbeddedSite, person: str, *names: str) -> list[str]:
    """Create matches of Merchant Kings in which this person has to act; return ids."""
    code = "import json; from tests.browser.merchants_staging import stage; "
    printed = site.shell(f"{code}print(json.dumps(stage({person!r}, {names!r})))")
    return [str(one) for one in json.loads(printed.strip().splitlines()[-1])]


def on_stage(page: Page, match: str) -> Stage:
    """Open the page of a match with its updates under the test's control."""
    stage = Stage(page, Line(), Desk())
    page.add_init_script(COUNTING)
    page.route_web_socket(re.compile("/live/match/"), stage.line.take)
    page.goto(f"/m/{match}/")
    page.wait_for_function(COUNTED, arg=[OPENED, 0])
    return stage
