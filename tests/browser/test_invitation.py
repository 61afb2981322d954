"""A friend follows an invitation link on a phone and is soon at the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import test_merchants_match as merchants
from tests.browser.test_blanks_match import set_table
from tests.support.browser import NARROW, Visit, look, no_sideways_scroll

pytestmark = pytest.mark.deep

SHOWS = """(one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const x = (left + right) / 2;
  return [top + 4, bottom - 4].every((y) => document.elementFromPoint(x, y) === one);
}"""
CUT = """() => [...document.querySelectorAll('#m-players .seat-name')]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
MIDDLES = """(all) => all.map((one) => one.getBoundingClientRect())
  .map(({ top, bottom }) => (top + bottom) / 2)"""
SHARES = "navigator.share = async (what) => { window.shared = what.url; };"


def test_a_friend_without_an_account_joins_by_a_shared_link(visit: Visit) -> None:
    host, friend = visit("Hostess").page, visit(width=NARROW, height=740).page
    set_table(host, least=2, most=6, bots=4)
    host.get_by_role("button", name="Create an invitation link").click()
    link = host.locator("[data-link]")
    expect(link).to_have_value(re.compile("^http"))
    host.locator(".qr summary").click()
    expect(host.get_by_alt_text("The invitation link as a QR code")).to_be_visible()
    look(host, "invitation-made")
    expect(host.get_by_role("button", name="Copy")).to_be_visible()
    expect(host.get_by_role("button", name="Share")).to_be_hidden()
    host.add_init_script(SHARES)
    host.reload()
    host.get_by_role("button", name="Share").click()
    host.wait_for_function("window.shared")
    assert host.evaluate("window.shared") == link.input_value()
    friend.goto(link.input_value())
    expect(friend.get_by_role("heading", level=1)).to_contain_text("Hostess invites you")
    button = friend.get_by_role("button", name="Sit down")
    expect(button).to_be_in_viewport(ratio=1)
    for told in ("Table", "Players", "Duration"):
        expect(friend.locator(".facts dt", has_text=told)).to_be_in_viewport(ratio=1)
    expect(friend.locator(".facts dd").last).to_be_in_viewport(ratio=1)
    look(friend, "invitation")
    friend.get_by_label("Your name").fill("Friend of the house")
    button.click()
    expect(host.locator("#m-players")).to_contain_text("Friend of the house")
    expect(friend.locator("#m-players")).to_contain_text("Hostess")


@pytest.mark.parametrize(("width", "height"), [(NARROW, 740), (1280, 800)])
def test_the_waiting_host_sees_the_start_button_and_the_whole_qr_code(
    visit: Visit, width: int, height: int
) -> None:
    host = visit(f"Waiting{width}", width=width, height=height).page
    set_table(host, least=2, most=4)
    for name in ("Start the match", "Add a bot"):
        expect(host.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    host.get_by_role("button", name="Create an invitation link").click()
    host.locator(".qr summary").click()
    picture = host.get_by_alt_text("The invitation link as a QR code")
    expect(picture).to_be_visible()
    host.wait_for_function(SHOWS, arg=picture.element_handle())


def test_names_are_not_truncated_in_the_waiting_room_on_a_phone(visit: Visit) -> None:
    host = visit("HostessOfGiudecca", width=NARROW, height=740).page
    set_table(host, least=2, most=6, bots=4)
    expect(host.locator("#m-players .player")).to_have_count(5)
    assert host.evaluate(CUT) == []
    no_sideways_scroll(host)


def test_all_commands_of_a_waiting_host_are_in_one_row(visit: Visit) -> None:
    host = visit("Rower", width=1280, height=800).page
    set_table(host, least=2, most=4)
    expect(host.get_by_role("button", name="Start the match")).to_be_disabled()
    expect(host.get_by_role("button", name="Leave the table")).to_be_visible()
    middles = host.locator("#m-seat .frame-actions .button").evaluate_all(MIDDLES)
    assert len(middles) == 5
    assert max(middles) - min(middles) < 2
    merchants.set_table(host)  # where the level of bots is chosen, too
    expect(host.get_by_label("How the bot plays")).to_be_visible()
    middles = host.locator("#m-seat .frame-actions .button").evaluate_all(MIDDLES)
    assert len(middles) == 5
    assert max(middles) - min(middles) < 2


@pytest.mark.deep
@pytest.mark.parametrize("bots_are_chosen", [False, True], ids=["blanks", "merchants"])
def test_a_host_sees_on_a_phone_how_to_invite(visit: Visit, bots_are_chosen: bool) -> None:
    host = visit(f"Pocket{bots_are_chosen:d}", width=NARROW, height=740).page
    if bots_are_chosen:
        merchants.set_table(host)
    else:
        set_table(host, least=2, most=4, bots=1)
    bar = host.locator("#m-seat").evaluate("(bar) => bar.getBoundingClientRect().top")
    buttons = host.locator("#m-seat .frame-actions .button")
    for one in buttons.all():
        expect(one).to_be_in_viewport(ratio=1)
    rows = {round(middle / 8) for middle in buttons.evaluate_all(MIDDLES)}
    assert len(rows) == (3 if bots_are_chosen else 2)

    def shows(button: Locator) -> bool:
        box = button.bounding_box()
        return box is not None and box["y"] + box["height"] <= bar

    assert shows(host.get_by_role("button", name="Invite", exact=True))
    make = host.get_by_role("button", name="Create an invitation link")
    assert shows(make)
    make.click()
    expect(host.locator("[data-link]")).to_have_value(re.compile("^http"))
    assert shows(host.get_by_role("button", name="Copy"))
    no_sideways_scroll(host)


def test_a_removed_player_is_no_longer_shown_as_present(visit: Visit) -> None:
    host, guest = visit("Keeper").page, visit("Removed").page
    address = set_table(host, least=2, most=4)
    guest.goto(address)
    guest.get_by_role("button", name="Sit down").click()
    here = host.locator("#chat .present")
    expect(here).to_contain_text("Removed")
    host.locator("#m-players .player", has_text="Removed").locator("form button").click()
    host.locator("dialog[open] button").last.click()
    expect(host.locator("#m-players")).not_to_contain_text("Removed")
    expect(here).not_to_contain_text("Removed")
    expect(guest.locator("#flash")).to_contain_text("removed from this table")
    # nothing suggests any longer that they are seated here
    expect(guest.locator("#m-players")).to_be_hidden()
    expect(guest.get_by_role("button", name="Leave the table")).to_have_count(0)
