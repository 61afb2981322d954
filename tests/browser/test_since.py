"""A player who returns to a match is shown what happened since, from their log."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import shared_steps
from tests.support.browser import NARROW, Visit
from tests.support.site import EmbeddedSite
from tests.support.stage import COUNTED, COUNTING, OPENED, Line

pytestmark = pytest.mark.deep

# Pretends that this browser showed the match an hour ago, up to this line of its log.
HERE_BEFORE = """localStorage.setItem("ridotto-since", JSON.stringify(
  { [location.pathname.split("/")[2]]: { line: %d, moments: [], at: Date.now() - 3600000 } }))"""
LINES = "#m-log .log > li[id^=log-]"


@pytest.fixture(scope="module")
def match(site: EmbeddedSite) -> str:
    """Create a match that stands still, all of which is new to Lucia."""
    return shared_steps.staged(site, "Lucia", "market")[0]


def at_match(visit: Visit, match: str, **options: Any) -> tuple[Page, Line]:
    page: Page = visit("Lucia", **options).page
    page.add_init_script(TOLD)
    line = shared_steps.on_stage(page, match).line
    expect(page.locator(LINES).nth(3)).to_be_attached()
    return page, line


def come_back(page: Page, line: int) -> None:
    page.add_init_script(HERE_BEFORE % line)
    page.reload()
    page.wait_for_function(COUNTED, arg=[OPENED, 0])


def stage(page: Page) -> Locator:
    return page.locator(".moment-stage")


# Records the texts shown over the board, in order.
TOLD = """window.told = [];
new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((one) => {
  if (one.matches?.(".moment-stage:has(.since-count)")) {
    window.told.push(one.querySelector(".moment-line").innerText.trim());
  }
}))).observe(document, { childList: true, subtree: true });"""


@pytest.mark.parametrize("width", [1280, NARROW])
def test_missed_lines_are_replayed_one_by_one_on_request(
    visit: Visit, match: str, width: int
) -> None:
    page, _line = at_match(visit, match, width=width, height=800)
    come_back(page, 0)
    log = [one.strip() for one in page.locator(LINES).all_inner_texts()][::-1]
    offer = stage(page).locator("[data-since-offered]")
    expect(offer).to_contain_text(re.compile(r"\d+ things"))
    offer.click()
    page.wait_for_function("() => told.length > 0")
    stage(page).click()
    page.wait_for_function("() => told.length > 2")
    assert page.evaluate("told.slice(0, 3)") == log[:3]
    page.keyboard.press("Tab")  # the player goes on with their move
    expect(stage(page)).to_have_count(0)
    page.evaluate("told = []")
    page.get_by_role("button", name="What did I miss?").click()
    page.wait_for_function("() => told.length > 0")
    assert page.evaluate("told[0]") == log[0]


@pytest.mark.parametrize("whole", [True, False])
def test_only_lines_since_the_last_visit_are_replayed(
    visit: Visit, match: str, whole: bool
) -> None:
    page, line = at_match(visit, match)
    newest = page.locator(LINES).first.evaluate("one => Number(one.id.split('-')[1])")
    come_back(page, newest)
    expect(stage(page)).to_have_count(0)
    news = "".join(
        f'<li id="log-{newest + 1}-{at}" data-say><span>Thing {at}</span></li>' for at in (3, 2, 1)
    )
    inside = page.locator("#m-log").evaluate("one => one.innerHTML")
    inside = re.sub(r"(<ol [^>]*>)", rf"\1{news}", inside, count=1)
    opening = '<section id="m-log" class="frame-log" hx-swap-oob="true">'
    added = f'<ol hx-swap-oob="afterbegin:#m-log-lines">{news}</ol>'
    line.say(page, f"{opening}{inside}</section>" if whole else added)
    expect(stage(page)).to_contain_text("3 things")
    stage(page).click()
    page.wait_for_function("() => told.length > 0")
    assert page.evaluate("told[0]") == "Thing 1"


def test_lines_dropped_from_the_log_are_not_replayed(visit: Visit, match: str) -> None:
    page, _line = at_match(visit, match)
    come_back(page, 0)
    expect(stage(page).locator("[data-since-offered]")).to_be_attached()
    first, second = [one.strip() for one in page.locator(LINES).all_inner_texts()][:-3:-1]
    page.locator(LINES).last.evaluate("one => one.remove()")
    stage(page).click()
    page.wait_for_function("() => told.length > 0")
    assert page.evaluate("told[0]") == second != first


def test_nothing_is_offered_after_a_short_absence(visit: Visit, match: str) -> None:
    page, _line = at_match(visit, match)
    page.reload()
    page.wait_for_function(COUNTED, arg=[OPENED, 0])
    assert match in json.loads(page.evaluate("localStorage.getItem('ridotto-since')"))
    expect(page.locator("[data-since-offered]")).to_have_count(0)
    expect(page.locator("[data-since-show]")).to_be_hidden()


@pytest.mark.parametrize("width", [1280, NARROW])
def test_a_week_replays_each_missed_auction(visit: Visit, site: EmbeddedSite, width: int) -> None:
    code = "from tests.browser.venice_staging import stage; "
    people = ["Lucia", "Marina", "Nicolo"]
    week = site.shell(f"{code}print(stage({people!r}, auctions=2))").split()[-1]
    page: Page = visit("Lucia", width=width, height=800).page
    page.add_init_script(COUNTING)
    page.add_init_script(TOLD)
    page.goto(f"/m/{week}/")
    expect(page.locator(LINES)).to_have_count(3)
    come_back(page, 1)
    expect(stage(page)).to_contain_text("2 things")
    stage(page).click()
    page.wait_for_function("() => told.length > 0")
    stage(page).click()
    page.wait_for_function("() => told.length > 1")
    assert page.evaluate("told.map((one) => one.split(':')[0])") == ["Sunday", "Monday"]
    come_back(page, 2)
    expect(stage(page)).to_contain_text("One thing")
