"""Tests of creating a table, changing it, and matches against bots."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Match, Seat
from lobby.models import User
from tests.lobby.tables_kit import browser_of, form, person, table

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def ada() -> User:
    return person("ada")


@pytest.fixture
def browser(ada: User) -> Client:
    return browser_of(ada)


def the_table() -> Match:
    return Match.objects.get()


# --- One click


def test_a_newcomer_creates_a_table_with_one_click(browser: Client, ada: User) -> None:
    answer = browser.post("/set/blanks/", {"ready": "quick", "key": "k"})
    match = the_table()
    assert answer.headers["Location"] == f"/m/{match.public_id}/"
    assert (match.name, match.owner, match.settings.access) == ("ada’s table", ada, "open")
    assert (match.settings.least, match.settings.most, match.options["target_score"]) == (3, 10, 4)
    assert match.settings.pace == "live"
    browser.post("/set/blanks/", {"ready": "slow"})
    assert Match.objects.latest("pk").settings.pace == "slow", "its times are long"


def test_an_unknown_preset_is_not_found(browser: Client) -> None:
    assert browser.post("/set/blanks/", {"ready": "rigged"}).status_code == 404
    assert browser.get("/set/no-such-game/").status_code == 404
    assert not Match.objects.exists()


def test_the_form_shows_the_preset_and_the_ages_of_packs_and_no_pace(
    browser: Client,
) -> None:
    html = browser.get("/set/blanks/?preset=quick").text
    assert 'name="option_target_score" value="4"' in html
    assert "+)" in html
    assert 'name="pace"' not in html


# --- The whole form


def test_the_whole_form_creates_the_table_it_describes(browser: Client, ada: User) -> None:
    person("bob")
    post = form(
        name="  Carnival   night ", access="password", password=" Tarot ", least="2", most="6",
        bots="2", invited="BOB", late_join="on", kick_in_play="on", spectators=None,
        watchers_heard=None, guests=None, option_target_score="0", option_round_limit="3",
    )  # fmt: skip
    assert browser.post("/set/blanks/", post).status_code == 302
    match = the_table()
    assert match.name == "Carnival night"
    assert match.settings.access == "password"
    assert (match.settings.least, match.settings.most) == (2, 6)
    assert (match.settings.late_join, match.settings.kick_in_play) == (True, True)
    assert (match.settings.spectators, match.settings.watchers_heard, match.settings.guests) == (
        False,
        False,
        False,
    )
    assert (match.options["target_score"], match.options["round_limit"]) == (0, 3)
    assert match.seats.exclude(bot="").count() == 2
    assert match.invitations.get().user.username == "bob"
    from django.contrib.auth.hashers import check_password

    assert check_password(" Tarot ", match.password)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "\u3164 \u2800"}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"access": "backdoor"}, "access"),
        ({"access": "password"}, "password"),
        ({"access": "password", "password": "x" * 65}, "password"),
        ({"least": "1"}, "least"),
        ({"least": "9", "most": "4"}, "least"),
        ({"most": "13"}, "most"),
        ({"bots": "10"}, "bots"),
        ({"bots": "-1"}, "bots"),
        ({"least": "two"}, "least"),
        ({"invited": "nobody-here"}, "invited"),
        ({"invited": "ada"}, "invited"),
        ({"option_target_score": "51"}, "option_target_score"),
        ({"option_target_score": "-1"}, "option_target_score"),
        ({"option_play_seconds": "14"}, "option_play_seconds"),
        ({"option_play_seconds": "1e9"}, "option_play_seconds"),
        ({"option_vote_seconds": None}, "option_vote_seconds"),
        ({"option_packs": []}, "option_packs"),
        ({"option_packs": ["no-such-pack"]}, "option_packs"),
        ({"option_packs": ["house-pack"] * 11}, "option_packs"),
    ],
)
def test_a_value_out_of_range_is_refused_beside_its_field(
    browser: Client, changed: dict[str, Any], field: str
) -> None:
    answer = browser.post("/set/blanks/", form(**changed))
    assert answer.status_code == 422
    assert answer.headers["X-Ridotto-Code"] == "bad_option"
    assert field in answer.context["form"].errors
    assert f'id="id_{field}_error"' in answer.content.decode()
    assert not Match.objects.exists()


def test_a_refused_form_keeps_the_input(browser: Client) -> None:
    post = form(name="Kept", password="tarot", option_target_score="51", late_join="on", key="k")
    html = browser.post("/set/blanks/", post).content.decode()
    for kept in ('value="Kept"', 'value="tarot"', 'value="51"', 'name="key" value="k"'):
        assert kept in html
    assert 'name="late_join" id="id_late_join" checked' in html


def test_a_blocked_word_in_the_name_is_refused_beside_the_field(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.tables.has_blocked_word", lambda text: "scum" in text)
    answer = browser.post("/set/blanks/", form(name="scum and villainy"))
    assert "name" in answer.context["form"].errors
    assert not Match.objects.exists()


@pytest.mark.both
def test_repeating_a_post_creates_one_table(browser: Client) -> None:
    first = browser.post("/set/blanks/", form(key="one-click"))
    second = browser.post("/set/blanks/", form(key="one-click"))
    assert first.headers["Location"] == second.headers["Location"]
    assert Match.objects.count() == 1
    browser.post("/set/blanks/", form(key="another"))
    assert Match.objects.count() == 2


@pytest.mark.both
def test_a_refused_invitation_creates_no_table(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    person("bob")
    from games.refusals import HouseCode, Refusal

    def refuse(**_named: Any) -> None:
        raise Refusal(HouseCode.NO_SUCH_USER)

    monkeypatch.setattr("games.services.tables.invite", refuse)
    answer = browser.post("/set/blanks/", form(invited="bob"))
    assert answer.headers["X-Ridotto-Code"] == "no_such_user"
    assert not Match.objects.exists()


def test_the_eleventh_open_table_is_refused(browser: Client, ada: User) -> None:
    for _number in range(10):
        table(ada)
    answer = browser.post("/set/blanks/", form())
    assert answer.status_code == 422
    assert answer.headers["X-Ridotto-Code"] == "too_many_tables"


# --- Changing a table


def test_the_owner_changes_the_table_with_the_same_form(browser: Client, ada: User) -> None:
    match = table(ada, person("bob"), person("cid"))
    where = f"/change/{match.public_id}/"
    assert match.name in browser.get(where).content.decode()
    refused = browser.post(where, form(least="2", most="2"))
    assert "most" in refused.context["form"].errors, "three sit there"
    assert the_table().settings.most == 4
    answer = browser.post(where, form(name="Renamed", most="8", option_target_score="9"))
    assert answer.headers["Location"] == f"/m/{match.public_id}/"
    match.refresh_from_db()
    assert (match.name, match.settings.most, match.options["target_score"]) == ("Renamed", 8, 9)


def test_an_empty_password_keeps_the_current_one(browser: Client, ada: User) -> None:
    match = table(ada, access="password", password="tarot")
    browser.post(f"/change/{match.public_id}/", form(access="password"))
    before, match = match.password, the_table()
    assert match.password == before
    browser.post(f"/change/{match.public_id}/", form(access="open"))
    assert the_table().password == ""


@pytest.mark.parametrize(
    ("status", "code"),
    [("aborted", "not_active"), ("running", "already_started"), ("", "not_owner")],
)
def test_changing_options_is_refused_in_order(ada: User, status: str, code: str) -> None:
    match = table(ada)
    if status:
        at = match.created_at
        Match.objects.filter(pk=match.pk).update(status=status, started_at=at, ended_at=at)
    answer = browser_of(person("eve")).post(f"/change/{match.public_id}/", form(name="Mine now"))
    assert answer.headers["X-Ridotto-Code"] == code
    assert the_table().name == match.name


# --- Matches against bots


def test_one_click_starts_a_match_against_bots(browser: Client, ada: User) -> None:
    for _twice in range(2):
        answer = browser.post("/play/blanks/", {"key": "k"})
        match = the_table()
        assert answer.headers["Location"] == f"/m/{match.public_id}/"
    assert (match.status, match.name) == ("running", "ada and the masks")
    assert match.seats.filter(user=ada).count() == 1
    assert match.seats.exclude(bot="").count() == 3


def test_a_player_at_the_maximum_of_tables_gets_a_link_to_them(
    browser: Client, settings: Any
) -> None:
    settings.MATCHES_PER_MEMBER = 2
    for game in ("blanks", "interop", "merchants"):
        answer = browser.post(f"/play/{game}/", {"key": game})
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "2 tables" in shown and 'class="button primary" href="/matches/"' in shown


def test_a_visitor_becomes_a_guest_and_plays() -> None:
    browser = Client()
    answer = browser.post("/play/blanks/", {"key": "k"})
    match = the_table()
    assert answer.headers["Location"] == f"/m/{match.public_id}/"
    seat = Seat.objects.get(match=match, bot="")
    assert seat.user is not None
    assert seat.user.is_guest
    assert browser.session["_auth_user_id"] == str(seat.user_id)
    assert browser.cookies["device"].value


def test_without_guests_a_visitor_is_sent_to_sign_up(settings: Any) -> None:
    settings.GUESTS = False
    answer = Client().post("/play/blanks/")
    assert answer.headers["Location"] == "/account/signup/?next=%2Fset%2Fblanks%2F"
    assert not Match.objects.exists()
    assert not User.objects.exists()


@pytest.mark.deep
def test_quick_matches_are_limited(browser: Client) -> None:
    answers = [browser.post("/play/blanks/").status_code for _number in range(21)]
    assert answers[-1] == 429
    assert Match.objects.count() == 20
