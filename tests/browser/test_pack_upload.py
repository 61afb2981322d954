"""Files of cards are read, shown and taken, with and without script."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser import Visit
from tests.support.client import Client
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

MIB = 1024 * 1024


@pytest.mark.parametrize("script", [True, False])
def test_a_file_over_the_limit_brings_the_form_back(visit: Visit, script: bool) -> None:
    person = visit("Heavy", script=script)
    person.excused.append("422")
    page = person.page
    page.goto("/packs/upload/")
    deck = {"name": "deck.txt", "mimeType": "text/plain", "buffer": b"a goose\n" * MIB}
    page.get_by_label("File").set_input_files([deck])  # type: ignore[list-item]
    page.get_by_role("button", name="Create pack").click()
    expect(page.locator(".notice.error")).to_contain_text("4 MiB")
    expect(page.get_by_label("File")).to_be_visible()


def test_a_program_that_sends_too_much_gets_a_problem(site: EmbeddedSite) -> None:
    client = Client(site.url)
    headers = {"Content-Type": "application/json"}
    answer = client.request("POST", "/api/v1/packs/preview", b"x" * 6 * MIB, headers)
    assert (answer.status, answer.json()["code"]) == (413, "too_big")
    # Other addresses keep the limit of all requests.
    answer = Client(site.url).request("POST", "/api/v1/tables", b"x" * 2 * MIB, headers)
    assert (answer.status, answer.json()["code"]) == (413, "too_big")
