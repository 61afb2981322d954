"""Files of cards are read, shown and taken, with and without script."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser import test_blanks_match as blanks
from tests.browser.shared_steps import fill_table, open_table
from tests.support.browser import NARROW, Visit, look
from tests.support.client import Client
from tests.support.in_view import Watch, Window
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

MIB = 1024 * 1024


def choose(page: Page, data: bytes, name: str = "harbour-nights.txt") -> None:
    """Upload a file."""
    page.goto("/packs/upload/")
    deck: FilePayload = {"name": name, "mimeType": "text/plain", "buffer": data}
    page.get_by_label("File").set_input_files([deck])
    page.get_by_role("button", name="Preview the cards").click()


@pytest.mark.parametrize(
    ("width", "scheme", "script"),
    [(1280, "light", True), (NARROW, "dark", True), (NARROW, "light", False)],
)
def test_a_file_becomes_a_pack(
    visit: Visit, width: int, scheme: Literal["light", "dark"], script: bool
) -> None:
    page = visit(f"Author{width}", width=width, scheme=scheme, script=script).page
    if script:  # axe needs it
        look(page, f"pack-upload-{width}")
    choose(page, "Was hilft hier?\nder Hut\nder  Caf\xe9.\nder ____ Mast".encode("cp1252"))
    expect(page.get_by_text("Windows-1252")).to_be_visible()
    if script:
        look(page, f"pack-preview-{width}")
    page.get_by_label("Turn round: der Hut").check()
    page.get_by_label("Language").fill("de")
    page.get_by_role("button", name="Update the preview").click()
    expect(page.get_by_text("3 black cards, 1 white")).to_be_visible()
    page.get_by_role("button", name="Take 4 cards").click()
    page.wait_for_url(re.compile("/packs/p/harbour-nights-"))
    expect(page.get_by_role("link", name="Create a table with this pack")).to_be_visible()
    expect(page.get_by_text("Der Café")).to_be_visible()


def test_a_table_is_read_by_the_columns_that_a_person_names(visit: Visit) -> None:
    person = visit("Counter", width=NARROW, script=False)
    person.excused.append("422")
    page = person.page
    choose(page, b"Karte;Farbe\nein Hut;weiss\nWas hilft ____?;schwarz\n", "karten.csv")
    page.get_by_label("The text of the card").select_option("0")
    page.get_by_label("The first line is a heading").check()
    page.get_by_role("button", name="Preview the cards").press("Enter")
    expect(page.get_by_text("1 black card, 1 white")).to_be_visible()
    page.get_by_role("button", name="Take 2 cards").press("Enter")
    page.wait_for_url(re.compile("/packs/p/karten-"))


@pytest.mark.parametrize("script", [True, False])
def test_a_file_over_the_limit_brings_the_form_back(visit: Visit, script: bool) -> None:
    person = visit("Heavy", script=script)
    person.excused.append("422")
    choose(person.page, b"a goose\n" * MIB)
    expect(person.page.locator(".notice.error")).to_contain_text("4 MiB")
    expect(person.page.get_by_label("File")).to_be_visible()


def test_a_program_that_sends_too_much_gets_a_problem(site: EmbeddedSite) -> None:
    client = Client(site.url)
    headers = {"Content-Type": "application/json"}
    answer = client.request("POST", "/api/v1/packs/preview", b"x" * 6 * MIB, headers)
    assert (answer.status, answer.json()["code"]) == (413, "too_big")
    # Other addresses keep the limit of all requests.
    answer = Client(site.url).request("POST", "/api/v1/tables", b"x" * 2 * MIB, headers)
    assert (answer.status, answer.json()["code"]) == (413, "too_big")


def test_the_longest_cards_are_readable_in_a_match_on_a_phone(visit: Visit) -> None:
    page = visit("Storyteller", width=NARROW, height=740).page
    story = "the harbour master finds that every single buoy in the bay is a goose now, and "
    asked = "Nobody on the night ferry expected ____, or that ____ would sing of it all night: "
    rows = [f'black,"{(f"{n} {asked}" + story * 3)[:249]}."' for n in range(9)]
    rows += [f'white,"{(f"{n} {story}" * 3)[:160].strip()}"' for n in range(99)]
    choose(page, "\n".join(["type,text", *rows]).encode(), "stories.csv")
    page.get_by_role("button", name="Take 108 cards").click()
    page.wait_for_url(re.compile("/packs/p/stories-"))
    slug = page.url.split("/")[-2]
    table = f"blanks/?option_packs={slug}&access=invite"
    open_table(page, fill_table(page, table, least=2, most=3, bots=2, option_target_score=1))
    page.get_by_role("button", name="Start the match").click()
    seen = Watch(page, {".play .hand": 150, ".vote .answers": 240}, sizes=(Window(NARROW, 740),))
    for decision in ("play", "vote"):
        expect(page.locator(f"#m-seat input[name=action][value={decision}]").first).to_be_attached()
        seen.look(decision)
        look(page, f"long-cards-{decision}")
        blanks.answer(page)
    assert not seen.found, seen.report()
