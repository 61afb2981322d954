"""Browsers contribute randomness by themselves, and check their contributions."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.shared_steps import sit_down
from tests.browser.test_blanks_match import set_table
from tests.support.browser import NARROW, Visit, look

REDRAWN = """document.dispatchEvent(
  new CustomEvent('ridotto:swapped', { detail: { parts: new Set() } }))"""
MINE = "JSON.parse(localStorage.getItem('ridotto-chance')).at(-1)"


@pytest.mark.deep
def test_a_match_waits_for_commitments_and_lists_contributions(visit: Visit) -> None:
    host, friend = visit("Hostess"), visit("Friend", width=NARROW, height=740)
    silent = visit("Silent", script=False)
    set_table(host.page, least=2, most=4)
    table = host.page.url
    sit_down(friend.page, table)
    sit_down(silent.page, table)
    sealed = host.page.locator("#sealed-chance")
    expect(sealed.locator("[data-added]")).to_have_count(2)
    sealed.locator("summary").first.click()
    sealed.locator("#additions summary").click()
    expect(sealed).to_contain_text(re.compile(r"No contribution\b.*\bSilent\b"))
    look(host.page, "chance-announced")

    friend.page.goto("about:blank")  # closed
    host.page.evaluate("window.stays = true")
    host.page.get_by_role("button", name="Start the match").click()
    expect(host.page.locator("#m-phase")).to_contain_text(re.compile(r"Waiting for\b.*\bFriend\b"))
    look(host.page, "chance-starting")
    friend.page.goto(table)  # reveals its commitment, and the match begins
    for page in (host.page, friend.page):
        log = page.locator("#m-log [data-chance=begun]")
        expect(log.locator("[data-opening]:not([data-opening=''])")).to_have_count(2)
        expect(page.locator("#chance-warning")).to_be_hidden()
    assert host.page.evaluate("window.stays")  # no page was reloaded for it
    host.page.locator("#additions summary").click()
    look(host.page, "chance-begun")
    look(friend.page, "chance-begun-phone")


@pytest.mark.deep
def test_a_page_warns_if_its_contribution_was_tampered_with(visit: Visit) -> None:
    host, friend = visit("Keeper").page, visit("Watchful", width=NARROW, height=740).page
    set_table(host, least=2, most=4)
    sit_down(friend, host.url)
    host.get_by_role("button", name="Start the match").click()
    mine = friend.evaluate(f"() => {MINE}.commitment")
    entry = friend.locator(f"#m-log [data-chance=begun] [data-added='{mine}']")
    expect(entry).to_have_count(1)
    warning = friend.locator("#chance-warning")
    friend.evaluate(REDRAWN)
    expect(warning).to_be_hidden()
    opened = entry.get_attribute("data-opening") or ""
    assert opened == friend.evaluate(f"() => {MINE}.opening")
    for change, why in (
        (f"one.dataset.opening = {'0' * 64!r}", "changed"),
        ("one.dataset.opening = ''", "closed"),
        ("one.previousElementSibling.dataset.added = 'another'", "others"),
        ("one.dataset.added = 'another'", "missing"),
        ("one.closest('[data-seal]').dataset.seal = 'another'", "seal"),
    ):
        handle = friend.locator("#m-log [data-chance=begun] [data-added]").last
        handle.evaluate(f"one => {{ {change}; one.dataset.opening ||= ''; {REDRAWN} }}")
        expect(warning.locator(f"[data-why={why}]")).to_be_visible()
        if why == "changed":
            look(friend, "chance-warning-phone")
            look(host, "chance-no-warning")
            handle.evaluate(f"(one, text) => {{ one.dataset.opening = text; {REDRAWN} }}", opened)
            expect(warning).to_be_hidden()
