"""Tests of settings, profiles and blocks: people change only their own."""

from __future__ import annotations

import pytest
from django.test import Client

from chat.core.clock import now
from chat.messages.selectors import blocked_ids
from games.models import Invitation, Match, Seat
from lobby.models import User
from tests.lobby.conftest import SignUp, delete, person_of

SETTINGS = {
    "display_name": "",
    "hue": "7",
    "time_zone": "europe/rome",
    "language": "en",
    "theme": "dark",
    "sound": "on",
    "vibration": "on",
    "asks_twice": "on",
}


def test_settings_are_saved_and_the_colour_is_optional(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    more = {"username": "Doge", "is_staff": "on", "is_superuser": "on", "suspended_for": "x"}
    assert browser.post("/settings/", {**SETTINGS, **more}).status_code == 302
    user = person_of(browser)
    assert (user.username, user.is_staff, user.is_superuser) == ("Ada", False, False)
    assert (user.hue, user.time_zone, user.theme) == (7, "Europe/Rome", "dark")
    assert user.sound
    assert user.vibration
    assert user.asks_twice
    assert not user.sends_in_time
    assert 'data-theme="dark"' in browser.get("/settings/").content.decode()
    browser.post("/settings/", {**SETTINGS, "hue": ""})
    assert person_of(browser).hue is None


@pytest.mark.parametrize(
    ("field", "value"),
    [("hue", "12"), ("hue", "-1"), ("time_zone", "Mars/Olympus"), ("theme", "pink"),
     ("language", "xx"), ("display_name", "x" * 41)],
)  # fmt: skip
def test_settings_that_do_not_exist_are_refused(sign_up: SignUp, field: str, value: str) -> None:
    browser = sign_up("Ada")
    assert browser.post("/settings/", {**SETTINGS, field: value}).status_code == 200
    assert person_of(browser).theme == "auto"


def test_a_public_page_shows_no_address_or_zone(sign_up: SignUp) -> None:
    browser = sign_up("Ada", email="ada@example.org")
    browser.post("/settings/", SETTINGS)
    page = Client().get("/people/Ada/").content.decode()
    assert "member since" in page
    assert "example.org" not in page
    assert "Rome" not in page


def test_a_public_page_lists_finished_matches_only(sign_up: SignUp) -> None:
    user = person_of(sign_up("Ada"))
    for number, status in enumerate((Match.Status.FINISHED, Match.Status.RUNNING)):
        match = Match.objects.create(
            game="blanks", name=f"Table {status}", status=status, owner=user, created_at=now(),
            started_at=now(), ended_at=now(), seal=str(number) * 64, secret="0" * 64,
        )  # fmt: skip
        Seat.objects.create(match=match, index=0, user=user, joined_at=now(), rank=1, winner=True)
    page = Client().get("/people/Ada/").content.decode()
    assert "Table finished" in page
    assert "Table running" not in page
    assert "won" in page


def history(sign_up: SignUp, **changed: object) -> tuple[Client, str]:
    """Return Ada's browser, after a match that nobody won, and her profile's address."""
    browser = sign_up("Ada")
    at = now()
    match = Match.objects.create(
        game="blanks", name="Alone", status="finished", created_at=at, ended_at=at, **changed
    )
    Seat.objects.create(match=match, index=0, user=person_of(browser), joined_at=at, rank=1)
    return browser, "/people/Ada/"


def test_a_match_that_nobody_won_has_no_places(sign_up: SignUp) -> None:
    browser, profile = history(sign_up)
    page = browser.get(profile).text
    assert "1st" not in page
    assert "no winner" in page
    Seat.objects.create(match=Match.objects.get(), index=1, joined_at=now(), rank=1, winner=True)
    assert "1st" in browser.get(profile).text


def test_practice_is_on_a_public_profile_only_if_its_person_wants_it(sign_up: SignUp) -> None:
    browser, profile = history(sign_up, practice=True)
    assert "Alone" in browser.get(profile).text
    assert "only you see it" in browser.get(profile).text
    assert "Alone" not in Client().get(profile).text
    browser.post("/settings/", {**SETTINGS, "shows_practice": "on"})
    assert "Alone" in Client().get(profile).text
    assert "only you see it" not in browser.get(profile).text


def test_names_of_private_tables_stay_hidden_after_the_end(sign_up: SignUp) -> None:
    browsers = {name: sign_up(name) for name in ("Ada", "Bruno", "Carla", "Dario", "Elena")}
    people = {name: person_of(browser) for name, browser in browsers.items()}
    match = Match.objects.create(
        game="blanks", name="Our secret party", status=Match.Status.FINISHED, owner=people["Ada"],
        access=Match.Access.INVITE, created_at=now(), started_at=now(), ended_at=now(),
        seal="0" * 64, secret="0" * 64,
    )  # fmt: skip
    for index, name in enumerate(("Ada", "Bruno")):
        given = {"user": people[name], "joined_at": now(), "rank": 1, "winner": index == 1}
        Seat.objects.create(match=match, index=index, **given)
    Invitation.objects.create(match=match, user=people["Carla"], by=people["Ada"], at=now())
    people["Dario"].is_superuser = people["Dario"].is_staff = True
    people["Dario"].save()
    told = {**browsers, "nobody": Client()}
    for name, browser in told.items():
        page = browser.get("/people/Ada/").content.decode()
        inside = name not in ("Elena", "nobody")
        assert ("Our secret party" in page, match.public_id in page) == (inside, inside), name
        assert ("A private table" in page) != inside
        assert "1st" in page


def test_blocking_and_unblocking_are_idempotent(sign_up: SignUp) -> None:
    ada, bruno = sign_up("Ada"), sign_up("Bruno")
    for _twice in range(2):
        assert ada.post("/people/Bruno/block/").status_code == 302
    assert blocked_ids(person_of(ada)) == {person_of(bruno).pk}
    assert blocked_ids(person_of(bruno)) == frozenset()
    assert "Bruno" in ada.get("/settings/blocked/").content.decode()
    ada.post("/people/Bruno/unblock/")
    assert blocked_ids(person_of(ada)) == frozenset()


@pytest.mark.parametrize("name", ["%00", "a%00b", "%E2%80%AE", "x" * 500, "%F0%9F%8E%B2", "..%2f"])
def test_an_unknown_name_is_not_found(sign_up: SignUp, name: str) -> None:
    browser = sign_up("Ada")
    assert browser.get(f"/people/{name}/").status_code == 404
    for what in ("block", "unblock", "befriend", "unfriend"):
        assert browser.post(f"/people/{name}/{what}/").status_code == 404, what


@pytest.mark.parametrize("what", ["block", "befriend", "unfriend"])
def test_blocking_or_befriending_yourself_or_nobody_is_refused(sign_up: SignUp, what: str) -> None:
    browser = sign_up("Ada")
    for name in ("Ada", "Nobody"):
        assert browser.post(f"/people/{name}/{what}/").status_code == 404


def test_a_blocked_user_sees_no_difference(sign_up: SignUp) -> None:
    ada, bruno = sign_up("Ada"), sign_up("Bruno")
    before = bruno.get("/people/Ada/").content
    ada.post("/people/Bruno/block/")
    after = bruno.get("/people/Ada/").content
    assert _plain(before) == _plain(after)


def _plain(page: bytes) -> list[str]:
    """Return the page's lines without its tokens and time, which always differ."""
    return [
        line for line in page.decode().splitlines() if "csrf" not in line and "data-now" not in line
    ]


def test_a_deleted_person_who_was_blocked_can_be_unblocked(sign_up: SignUp) -> None:
    ada, bruno = sign_up("Ada"), sign_up("Bruno")
    ada.post("/people/Bruno/block/")
    user = person_of(bruno)
    delete(bruno)
    page = ada.get("/settings/blocked/").content.decode()
    assert "a deleted user" in page
    ada.post(f"/people/deleted-{user.pk}/unblock/", {"next": "/settings/blocked/"})
    assert not blocked_ids(User.objects.get(username="Ada"))
