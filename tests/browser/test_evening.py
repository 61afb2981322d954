"""The best of the evening in Blanks (rules 14.7): copied, and shared as pictures."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import Download, Page, expect

from tests.browser.shared_steps import at_match
from tests.support import blanks_http as blanks
from tests.support.browser import NARROW, Visit, look
from tests.support.client import Client

pytestmark = pytest.mark.deep


# Widens each sentence beyond a line, with letters of other scripts and an unbreakable word.
SHORT = """() => document.querySelector("[data-best] blockquote").replaceChildren("A goose.")"""
LONG = """() => document.querySelectorAll("[data-best] blockquote").forEach((one) => one.append(
    " ein \u05e9\u05dc\u05d5\u05dd \u6d77\u4e0a\u751f\u660e\u6708 ".repeat(9), "a".repeat(300)))"""

CLOSED = """() => {
  window.reading = navigator.clipboard;
  Object.defineProperty(navigator, "clipboard", {value: undefined});
}"""
MANY = """() => {
  const list = document.querySelector(".evening-list");
  list.innerHTML += list.firstElementChild.outerHTML.repeat(40);
}"""


@pytest.fixture(scope="module")
def over(people: list[Client]) -> tuple[Client, str]:
    """Return a player and the id of a match that is over."""
    match = blanks.table(people, name="Sunday", option_target_score="2")
    for _ in range(12):
        blanks.play_on(people, match)
    return people[0], match


@pytest.fixture
def page(visit: Visit, over: tuple[Client, str]) -> Page:
    """Open the page of the finished match for one of its players."""
    person = visit(reduced_motion="reduce")
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return at_match(person, *over)


def size_of(download: Download) -> tuple[int, int]:
    """Return the width and height of a PNG."""
    data = Path(download.path()).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def saved(page: Page, button: str) -> Download:
    with page.expect_download() as download:
        page.locator(button).first.click()
    return download.value


def test_the_best_of_the_evening_is_copied(page: Page) -> None:
    sentences = page.locator("[data-best] blockquote").all_inner_texts()
    assert len(sentences) >= 2
    page.get_by_role("button", name="Copy all").click()
    expect(page.locator(".evening-head .is-copied")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert re.match("The evening’s best.*Sunday", copied)
    assert all(sentence in copied for sentence in sentences)
    page.locator("[data-best] [data-copy-text]").last.click()
    page.wait_for_function("n => document.querySelectorAll('.is-copied').length === n", arg=2)
    last = page.evaluate("navigator.clipboard.readText()")
    assert last.startswith(f"{sentences[-1]}\n— ")
    # the button says so for a while
    expect(page.get_by_role("button", name="Copy all")).to_be_visible()


def test_the_best_of_the_evening_is_copied_without_clipboard_access(page: Page) -> None:
    # As over plain HTTP in a home network.
    text = page.locator("[data-best] [data-copy-text]").first.get_attribute("data-copy-text")
    page.evaluate(CLOSED)
    page.locator("[data-best] [data-copy-text]").first.click()
    expect(page.locator("[data-best] .is-copied")).to_have_count(1)
    assert page.evaluate("reading.readText()") == text


def test_pictures_contain_long_texts_completely(page: Page) -> None:
    page.evaluate(SHORT)
    one = saved(page, "[data-picture]")
    assert one.suggested_filename == "ridotto-blanks-1.png"
    assert size_of(one) == (1080, 720)
    width, height = size_of(saved(page, "[data-picture-all]"))
    assert width == 1080
    assert height > 720
    page.evaluate(LONG)
    assert size_of(saved(page, "[data-picture]"))[1] > 800


def test_a_picture_too_large_for_the_browser_is_split(page: Page) -> None:
    page.evaluate(MANY)
    names: list[str] = []
    page.on("download", lambda download: names.append(download.suggested_filename))
    page.get_by_role("button", name="Save all as picture").click()
    page.wait_for_function("() => !document.querySelector('[data-picture-all]').disabled")
    while len(names) < 2:
        page.wait_for_timeout(30)
    assert sorted(names)[:2] == ["ridotto-blanks-1.png", "ridotto-blanks-2.png"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_best_of_the_evening_on_a_phone(
    visit: Visit, over: tuple[Client, str], scheme: str
) -> None:
    page = at_match(visit(width=NARROW, height=740, scheme=scheme), *over)
    expect(page.locator("[data-picture-all]")).to_be_visible()
    look(page, f"evening-{scheme}")
