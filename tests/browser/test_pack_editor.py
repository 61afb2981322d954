"""The pack editor shows cards and errors as their author types, one card a line."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Dialog, expect

from tests.support.browser import NARROW, Visit, look

pytestmark = pytest.mark.deep


@pytest.mark.parametrize("width", [1280, NARROW])
def test_cards_and_faults_are_shown_as_they_are_typed(visit: Visit, width: int) -> None:
    page = visit(f"Author{width}", width=width, height=740).page
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto("/packs/write/")
    page.get_by_label("Name of the pack").fill("Harbour nights")
    black, white = page.locator("#black"), page.locator("#white")
    black.fill("\n".join(f"Prompt number {number} is ____." for number in range(70)))
    expect(page.locator("#draft-sum")).to_contain_text("70 black cards, 0 white")
    black.press("Control+End")
    black.press_sequentially("\nWhat helps? | pick 2")
    here = page.locator("#draft-black .is-here")
    expect(here).to_contain_text("What helps?")
    expect(here).to_contain_text("Pick 2, in order")
    page.locator("#draft-black").scroll_into_view_if_needed()
    expect(here).to_be_in_viewport()
    white.fill("a rope\nthe mast __\nlow tide")
    fault = page.locator("#draft-faults").get_by_role("link", name="White card, line 2")
    expect(page.locator("#draft-faults")).to_contain_text("the mast __")
    look(page, f"pack-editor-{width}")
    fault.focus()
    fault.press("Enter")
    expect(white).to_be_focused()
    chosen = white.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
    assert chosen == "the mast __"
    white.press_sequentially("the mast")
    expect(page.locator("#draft-faults")).to_be_empty()
    page.get_by_role("button", name="Create pack").click()
    page.wait_for_url(re.compile("/packs/p/harbour-nights-"))
    expect(page.get_by_role("link", name="Create a table with this pack")).to_be_visible()


def test_leaving_unsaved_changes_is_confirmed(visit: Visit) -> None:
    page = visit("Leaver").page
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    page.goto("/packs/write/")
    page.locator("#black").press_sequentially("Nobody expected ____.")
    page.goto("/packs/")
    assert asked == ["beforeunload"]
    page.goto("/packs/write/")
    page.goto("/packs/")
    assert asked == ["beforeunload"]
