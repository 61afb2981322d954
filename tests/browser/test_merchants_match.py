"""Whole matches of Merchant Kings in real browsers, by the controls of the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.engine import verify
from tests.browser.shared_steps import fill_table, open_table, sit_down
from tests.support.browser import Visit, answered, look, tries

# The kind of decision this player can answer. A player without suitable cards for a bid, a duel or
# the stack need not answer: the site passes for them.
_ASKED = """() => {
  const seat = document.querySelector('#m-seat[data-my-turn=true] .mk-seat');
  const kind = seat?.className.match(/is-(?!mine)(\\w+)/)?.[1] ?? '';
  const may = ['seize', 'duel', 'stack'].includes(kind);
  return may && !seat.querySelector('.mk-buy, #go-form') ? '' : kind;
}"""


_PHASE = "() => document.querySelector('#m-seat .mk-seat').className.match(/is-(?!mine)(\\w+)/)[1]"


def phase(page: Page) -> str:
    """Return the kind of decision, also for a player who cannot answer it."""
    return str(page.evaluate(_PHASE))


def asked(page: Page) -> str:
    """Return the kind of decision this player can answer, or ""."""
    # Read it once per round: the decision may change between two reads.
    return str(page.evaluate(_ASKED))


def answer(page: Page, kind: str) -> None:
    """Answer the decision, and wait until the page shows the result."""
    refused = answered(page, lambda: _answer(page, kind)).headers.get("x-ridotto-code")
    assert refused is None, f"{kind}: {refused}"


def _answer(page: Page, kind: str) -> None:
    seat = page.locator("#m-seat")
    if kind in ("seize", "duel", "stack") and not seat.locator(".mk-buy, #go-form").count():
        page.locator("button[form=do-pass]").click()
    elif kind == "market":
        _take_turn(page)
    elif kind == "seize":
        _bid(page)
    elif kind == "duel":
        page.locator("button[form=do-pass]").click()
    elif kind == "stack":
        seat.locator(".mk-mode").first.click()
        seat.locator("[data-pick-submit]").click()
    elif kind == "give":
        seat.locator(".mk-tick").first.click()
        seat.get_by_role("button", name="Give this card").click()
    elif seat.locator("button.primary:enabled").count():
        seat.locator("button.primary:enabled").first.click()
    else:
        seat.locator(".mk-one button").first.click()


def _take_turn(page: Page) -> None:
    """Declare the dearest affordable good for the lowest payment, or end the turn."""
    goods = page.locator("#m-board [data-target].is-target")
    if goods.count():
        goods.last.click()
    while page.locator("#buy-form [data-state=over]").count():
        paying = page.locator("#buy-form .mk-tick:has(input:enabled:not(:checked))")
        if not paying.count():
            break
        paying.first.click()
    declare = page.locator("#buy-form [data-reckon-submit]:enabled")
    if declare.count():
        declare.click()
    else:
        page.locator("#do-end button").click()


def _bid(page: Page) -> None:
    """Seize with one card if that is more likely to win than not, or pass."""
    page.locator("#bid-form .mk-tick").first.click()
    chance = re.search(r"(\d+)%", page.locator("#bid-form [data-reckoned]").inner_text())
    assert chance
    if int(chance[1]) > 50:
        page.locator("#bid-form [data-reckon-submit]").click()
    else:
        page.locator("button[form=do-pass]").click()


def play_on(pages: list[Page], never_seizes: Page | None = None) -> set[str]:
    """Answer on all pages until they show the end; return the kinds of decisions.

    The page `never_seizes` leaves the decision to seize to its deadline.
    """
    seen: set[str] = set()
    for go_on in tries(pages[0], "an answer or the end of the match"):
        if all(page.locator(".result").count() for page in pages):
            break
        for page in pages:
            kind = asked(page)
            if kind and not (page is never_seizes and kind == "seize"):
                seen.add(kind)
                answer(page, kind)
                go_on()
    return seen


@pytest.mark.deep
def test_a_newcomer_plays_a_whole_quick_start_with_hints(visit: Visit) -> None:
    page = visit("Lucia", reduced_motion="reduce").page
    page.goto("/rules/merchants/")
    page.get_by_role("button", name="Play a first game with hints").click()
    page.wait_for_url("**/m/*/")
    for _ in tries(page, "a turn"):
        kind = asked(page)
        if kind == "market":
            break
        if kind:
            answer(page, kind)
    expect(page.locator(".guide")).to_be_visible()
    page.locator("#m-board [data-target].is-target").first.click()
    expect(page.locator("#buy-form [data-reckoned]")).to_contain_text("%")
    look(page, "merchants-guided")
    play_on([page])
    expect(page.locator(".mk-place")).to_have_count(4)
    expect(page.locator(".mk-place .is-king")).to_have_count(4)
    look(page, "merchants-quick-end")
    record = page.request.get(f"{page.url.partition('?')[0]}record.json").json()
    assert [bool(one["opening"]) for one in record["contributions"]] == [True]
    assert verify.check(record)[0] == []
    expect(page.locator("#chance-warning")).to_be_hidden()


def set_table(page: Page, bots: int = 1) -> str:
    """Open a full game for four; return its address."""
    fields = {"least": 4, "most": 4, "bots": bots, "pace_percent": 300}
    return open_table(page, fill_table(page, "merchants/?preset=full", **fields))


def let_the_house_pass(page: Page, **wishes: bool) -> None:
    page.locator("#auto-passes summary").click()
    for name, wished in wishes.items():
        page.locator(f"#wish-{name}").set_checked(wished)
    answered(page, page.get_by_role("button", name="Save").click, "/auto/")


@pytest.mark.deep
def test_three_people_and_a_bot_play_a_whole_full_game(visit: Visit) -> None:
    names = ("Annalisa", "Bortolo", "Cecilia")
    pages = [visit(name, reduced_motion="reduce").page for name in names]
    address = set_table(pages[0])
    for page in pages[1:]:
        sit_down(page, address)
    look(pages[0], "merchants-waiting")
    pages[0].get_by_role("button", name="Start the match").click()
    for page in pages:
        expect(page.locator("#m-seat .mk-seat")).to_be_visible()
    let_the_house_pass(pages[2], seize_never=True)
    seen = play_on(pages, never_seizes=pages[2])
    # A bid depends on the dice; `test_merchants_phases.py` always has one.
    assert "market" in seen
    for page in pages:
        expect(page.locator(".mk-place")).to_have_count(4)
        expect(page.locator("#m-log")).to_contain_text("The match is over")
    ends = {page.locator("#m-phase").inner_text().splitlines()[0] for page in pages}
    assert len({re.sub(r".* won( together)?\.", "", end) for end in ends}) == 1, ends
    look(pages[0], "merchants-end")
