"""The end of a match, on the pages of players and of spectators."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.registry import games
from tests.browser.shared_steps import HEAD, at_match, play_now
from tests.support import blanks_http as blanks
from tests.support.browser import NARROW, Visit, Visitor, answered, look
from tests.support.client import Client, guest
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

_PLAYERS_BELOW = """() => {
  const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
  return boxOf("#m-board .result").bottom <= boxOf("#m-players").top;
}"""


_ROWS = """() => new Set([...document.querySelectorAll('.after > *')]
  .map((one) => Math.round(one.getBoundingClientRect().top))).size"""

# Lists what is outside the window or covered in the result.
_HIDDEN = """() => {
  const sees = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  return [...document.querySelectorAll('.result :is(h2, .lede, .my-place, .podium > .is-winner)')]
    .filter((one) => !sees(one)).map((one) => one.textContent);
}"""

_CUT = """() => [...document.querySelectorAll('#m-players .seat-name')]
  .filter((one) => !one.closest('.is-me') && one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent)"""


def one_point_short(site: EmbeddedSite) -> tuple[list[Client], str]:
    """Start a match of three guests that the next point ends."""
    people = [guest(site.url) for _ in range(3)]
    return people, blanks.table(people, name="Sunday", option_target_score="1")


def play_out(people: list[Client], match: str) -> None:
    for _ in range(12):
        blanks.play_on(people, match)


def players_at_the_end(site: EmbeddedSite, visit: Visit, width: int) -> list[Visitor]:
    """Open the pages of three players, and play their match to its end."""
    people, match = one_point_short(site)
    players = [visit(width=width, height=740) for _ in people]
    for player, person in zip(players, people, strict=True):
        at_match(player, person, match)
    play_out(people, match)
    return players


def assert_shows_the_end(page: Page) -> None:
    """Assert that the page shows the result in place of the board and the clock."""
    expect(page.get_by_role("heading", name="The match is over")).to_be_visible()
    expect(page.locator(".clock")).to_have_count(0)


def test_spectators_and_late_visitors_see_the_winner(site: EmbeddedSite, visit: Visit) -> None:
    people, match = one_point_short(site)
    page = visit("Onlooker").page
    page.goto(f"/m/{match}/")
    expect(page.locator("#m-phase .clock")).to_have_count(1)
    play_out(people, match)
    assert_shows_the_end(page)
    winner = page.locator(".podium .is-winner .seat-name").first.inner_text()
    expect(page.locator("#m-phase")).to_have_text(re.compile(rf"{winner}.* won.*1 point"))
    late = visit("Latecomer")
    late.excused = ["403"]
    late.page.goto(f"/m/{match}/")
    assert_shows_the_end(late.page)
    expect(late.page.locator(".podium .is-winner").first).to_be_visible()


@pytest.mark.parametrize("width", [1280, NARROW])
def test_the_result_begins_with_a_line_to_the_winner(
    site: EmbeddedSite, visit: Visit, width: int
) -> None:
    players = players_at_the_end(site, visit, width)
    for player in players:
        expect(player.page.locator("#m-board .result h2")).to_be_visible()
        player.page.wait_for_function(HEAD)
    won = [one for one in players if one.page.locator(".podium .is-mine.is-winner").count()]
    assert won
    for one in players:
        if width != NARROW:  # on a phone it is one line
            one.page.evaluate("document.querySelector('[data-once-close]')?.click()")
        expect(one.page.get_by_role("link", name="Go to the lobby")).to_be_in_viewport()
        told = one.page.locator(".result .lede").inner_text()
        assert told.startswith("You") == (one in won)
        if width == NARROW:
            assert one.page.evaluate(_PLAYERS_BELOW)
            assert one.page.evaluate(_ROWS) <= 3


def test_on_a_phone_the_last_vote_is_one_line_above_the_result(
    site: EmbeddedSite, visit: Visit
) -> None:
    players = players_at_the_end(site, visit, NARROW)
    page = players[0].page
    shown = page.locator("#m-once .once-list")
    show = page.get_by_role("button", name="Last round")
    expect(show).to_be_in_viewport(ratio=1)
    expect(shown).to_be_hidden()
    assert page.evaluate(_HIDDEN) == []
    look(page, "blanks-last-vote-phone")
    show.click()
    expect(shown).to_be_in_viewport()
    expect(show).to_be_hidden()
    page.keyboard.press("Escape")
    expect(shown).to_be_hidden()
    expect(show).to_be_focused()
    assert page.evaluate(_HIDDEN) == []


def test_a_guest_can_register_from_the_result(site: EmbeddedSite, visit: Visit) -> None:
    people, match = one_point_short(site)
    play_out(people, match)
    page = at_match(visit(), people[0], match)
    name = page.locator(".podium .is-mine .seat-name").inner_text()
    page.get_by_role("link", name="Keep this name").click()
    expect(page.locator("input[name=username]")).to_have_value(name)
    page.fill("input[name=password]", "thirteen-quiet-herons")
    page.get_by_role("button", name="Keep this account").click()
    page.wait_for_url(f"**/m/{match}/")
    expect(page.locator(".podium .is-mine")).to_have_count(1)
    expect(page.get_by_role("link", name="Keep this name")).to_have_count(0)


@pytest.mark.parametrize("game", list(games()))
def test_agreeing_to_stop_is_confirmed_and_shown_to_spectators(visit: Visit, game: str) -> None:
    owner, watcher = visit().page, visit(f"Onlooker-{game}").page
    play_now(owner, game)
    watcher.goto(owner.url)
    expect(watcher.locator("#m-phase .clock")).to_have_count(1)
    if game == "venice":
        look(watcher, "venice-watching")
        owner.get_by_role("button", name="End the week").click()
    else:
        owner.locator("#table-menu > summary").click()
        owner.get_by_role("button", name="Agree to stop").click()
    answered(owner, owner.locator("#ask [data-yes]").click, "/stop/")
    expect(owner.locator(".clock")).to_have_count(0)
    if game == "venice":  # what was public of a week stays so for those who watched it
        expect(watcher.locator("#m-phase")).to_contain_text("no result")
        expect(watcher.locator(".clock")).to_have_count(0)
        told = [owner]
    else:
        assert_shows_the_end(watcher)
        told = [owner, watcher]
    for page in told:
        expect(page.locator("#m-players")).not_to_contain_text("wants to stop")
        page.set_viewport_size({"width": NARROW, "height": 740})
        assert page.evaluate(_CUT) == []
