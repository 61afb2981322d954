"""Tests of invitation links, with which strangers can join a table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from django.contrib.staticfiles import finders
from django.test import Client, override_settings
from django.utils.html import escape

from games.models import InviteLink, Match
from games.registry import game_of, games
from games.services import seats, start, table_access
from lobby.models import User
from tests.games.conftest import person, running, table
from tests.lobby import tables_kit
from tests.lobby.conftest import person_of
from tests.support.log_in import client_for

__all__ = ["person", "running", "table"]
pytestmark = pytest.mark.django_db


def link_to(match: Match, owner: Any) -> str:
    token = table_access.make_link(user=owner, public_id=match.public_id).token
    return f"/m/{match.public_id}/come/{token}/"


def seated_names(match: Match) -> list[str]:
    return [seat.shown_name for seat in match.seats.filter(status="seated").order_by("index")]


@pytest.mark.parametrize("access", ["open", "invite", "password"])
def test_a_stranger_sees_who_invites_to_which_game_and_joins(table: Any, access: str) -> None:
    match, (ann,) = table("ann", access=access, password="x", most=5)
    link, stranger = link_to(match, ann), Client()
    page = stranger.get(link)
    for told in ("ann invites you", "Blanks", "4 seats free", "minutes"):
        assert told in page.text
    assert "Sit down" in page.text
    answer = stranger.post(link, {"name": "  Zoë  of Ragusa ", "key": "k" * 20})
    assert answer["Location"] == f"/m/{match.public_id}/"
    assert seated_names(match) == ["ann", "Zoë of Ragusa"]
    assert User.objects.get(display_name="Zoë of Ragusa").is_guest
    assert stranger.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("game", "wish", "said"),
    [
        ("blanks", {}, "15 to 45 minutes"),
        ("blanks", {"options": {"target_score": 4}}, "10 to 25 minutes"),
        ("blanks", {"options": {"target_score": 0, "round_limit": 50}}, "30 to 90 minutes"),
        ("blanks", {"pace_percent": 200}, "15 to 45 minutes"),  # has a clock of its own
        ("interop", {}, "30 to 75 minutes"),
        ("interop", {"options": {"rounds": 6}, "pace_percent": 200}, "20 to 110 minutes"),
        ("merchants", {"pace_percent": 50}, "10 to 20 minutes"),
        ("blanks", {"options": {"play_seconds": 43200}, "pace": "slow"}, "several days"),
        ("merchants", {"options": {"mode": "quick"}}, "about 12 minutes"),
        ("merchants", {"options": {"mode": "quick"}, "pace": "slow"}, "several days"),
        ("venice", {}, "about a week"),
        ("venice", {"options": {"pace": "fast", "minutes": 3}}, "at most 21 minutes"),
        ("venice", {"options": {"pace": "fast", "minutes": 60}}, "at most 7 hours"),
        ("venice", {"options": {"pace": "fast", "minutes": 1440}}, "at most 7 days"),
    ],
)
def test_the_duration_shown_depends_on_the_tables_options(
    game: str, wish: dict[str, Any], said: str
) -> None:
    ada = tables_kit.person("ada")
    match = tables_kit.table(ada, game=game, least=3, **wish)
    page = Client().get(link_to(match, ada))
    told = re.search(r"Duration</dt>\s*<dd>(.*?)</dd>", page.text, re.DOTALL)
    assert told
    assert " ".join(told[1].split()).startswith(said)
    assert str(game_of(game).title.how).split(". ")[0] in page.text


@pytest.mark.parametrize(
    ("changed", "said", "sits"),
    [
        ({"late_join": True}, "you play from the next round", True),
        ({"late_join": True, "most": 2}, "Sit down when one is free", False),
        ({}, "Take a seat in the next one", False),
        ({"status": "finished"}, "This match is over", False),
    ],
)
def test_the_link_of_a_running_match_says_who_can_sit_down_and_when(
    running: Any, changed: dict[str, Any], said: str, sits: bool
) -> None:
    match, (ann, _bob) = running("ann", "bob")
    link = link_to(match, ann)
    Match.objects.update(ended_at=match.started_at, **changed)
    page = Client().get(link).text
    assert said in page
    assert ("Sit down</" in page or "Sit down\n" in page) == sits


def test_opening_the_link_changes_nothing(table: Any, person: Any) -> None:
    match, (ann, _bob) = table("ann", "bob", access="invite", most=2, invited=("bob",))
    link, known = link_to(match, ann), Client()
    known.force_login(person("cem"))
    people = User.objects.count()

    def open_link() -> None:
        assert Client().get(link).status_code == 200
        assert known.get(link).status_code == 200
        assert User.objects.count() == people
        assert not match.admissions.exists()

    open_link()  # the table is full
    start.start(user=ann, public_id=match.public_id)
    open_link()  # and may be watched now
    assert known.get(f"/m/{match.public_id}/").status_code == 403
    assert known.post(link)["Location"] == f"/m/{match.public_id}/"
    assert known.get(f"/m/{match.public_id}/").status_code == 200


def test_an_empty_name_is_replaced_and_a_bad_name_is_reported_beside_it(table: Any) -> None:
    match, (ann,) = table("ann")
    link, people = link_to(match, ann), User.objects.count()
    refused = Client().post(link, {"name": "ann"})
    assert "is taken" in refused.text
    assert User.objects.count() == people
    assert Client().post(link, {"name": ""}).status_code == 302
    assert len(seated_names(match)) == 2


def test_a_logged_in_user_joins_with_one_click(table: Any, person: Any) -> None:
    match, (ann,) = table("ann", access="invite")
    link, browser = link_to(match, ann), Client()
    browser.force_login(person("cem"))
    page = browser.get(link)
    assert "Sit down" in page.text
    assert 'name="name"' not in page.text
    assert browser.post(link, {"key": "k" * 20})["Location"] == f"/m/{match.public_id}/"
    assert seated_names(match) == ["ann", "cem"]
    assert browser.get(link)["Location"] == f"/m/{match.public_id}/"


def test_after_the_start_the_link_leads_to_watching(table: Any) -> None:
    match, (ann, _bob) = table("ann", "bob", access="password", password="x")
    link, stranger = link_to(match, ann), Client()
    start.start(user=ann, public_id=match.public_id)
    page = stranger.get(link)
    assert "Watch" in page.text
    assert "Sit down" not in page.text
    assert stranger.post(link, {"name": ""})["Location"] == f"/m/{match.public_id}/"
    assert stranger.get(f"/m/{match.public_id}/").status_code == 200
    assert len(seated_names(match)) == 2


@pytest.mark.parametrize("spectators", [True, False])
def test_a_full_table_says_so_and_whether_it_may_be_watched(table: Any, spectators: bool) -> None:
    match, (ann, _bob) = table("ann", "bob", most=2, spectators=spectators)
    page = Client().get(link_to(match, ann))
    assert "seats are taken" in page.text
    assert ("nobody can watch" in page.text) is not spectators
    assert ("watch once the match" in page.text) is spectators


def test_a_revoked_link_and_its_qr_code_reveal_no_name(table: Any) -> None:
    match, (ann,) = table("ann", access="invite", name="Behind the arras")
    link, stranger = link_to(match, ann), Client()
    code = stranger.get(f"{link}qr.svg")
    assert code["Content-Type"] == "image/svg+xml"
    assert code.content.startswith(b"<svg")
    InviteLink.objects.update(revoked_at=match.created_at)
    assert stranger.get(f"{link}qr.svg").status_code == 404
    for answer in (stranger.get(link), stranger.post(link, {"name": ""})):
        assert answer.status_code == 403
        assert "Behind the arras" not in answer.text
    assert seated_names(match) == ["ann"]


def test_every_way_to_an_account_preserves_the_destination(table: Any) -> None:
    match, (ann,) = table("ann")
    link, browser = link_to(match, ann), Client()
    for page in (link, f"/account/login/?next={link}", f"/account/signup/?next={link}"):
        text = browser.get(page).text
        ways = re.findall(r'href="/account/(?:login|signup)/([^"]*)"', text)
        assert len(ways) >= 3
        assert {unquote(way) for way in ways} == {f"?next={link}"}
        assert page == link or f'name="next" value="{link}"' in text
    form = {"username": "dana", "password1": "tarocchi-1638", "password2": "tarocchi-1638"}
    assert browser.post(f"/account/signup/?next={link}", form)["Location"] == link


def test_a_guest_has_hints_only_in_the_first_match(table: Any, guest: Client) -> None:
    match, (ann,) = table("ann")
    friend, where = Client(), f"/m/{match.public_id}/"
    friend.post(link_to(match, ann), {"name": "Friend of the house"})
    assert match.seats.get(name="Friend of the house").guided
    assert '<input type="hidden" name="hints" value="1">' in guest.get(where).text
    guest.post(f"{where}join/", {"hints": "1"})
    assert match.seats.get(user=person_of(guest)).guided, "by the page of the table as well"
    again, (bob,) = table("bob")
    friend.post(link_to(again, bob), {})
    assert not again.seats.get(name="Friend of the house").guided


def test_people_are_invited_by_their_display_name(table: Any, person: Any) -> None:
    match, (ann,) = table("ann", access="invite")
    cem = person("cem-1638", display_name="Cem of Galata")
    table_access.invite(user=ann, public_id=match.public_id, name="cem of galata")
    assert match.invitations.get().user == cem


@override_settings(GUESTS=False)
def test_without_guests_the_link_offers_to_sign_up(table: Any) -> None:
    match, (ann,) = table("ann")
    link = link_to(match, ann)
    page = Client().get(link)
    assert "Sit down" not in page.text
    assert f"/account/signup/?next={link}" in page.text
    assert Client().post(link, {"name": ""}).status_code == 403


def test_the_host_sees_who_is_invited_until_they_join(table: Any, person: Any) -> None:
    match, (ann,) = table("ann", most=4)
    bob, browser = person("bob"), Client()
    browser.force_login(ann)
    address = f"/m/{match.public_id}/"
    assert "Invited:" not in browser.get(address).text
    answer = browser.post(
        f"{address}invite/", {"name": "bob"}, headers={"HX-Request": "true", "X-Since": ""}
    )
    assert "Invited: bob." in answer.text
    guest = client_for(bob)
    assert "Invited:" not in guest.get(address).text
    seats.join(user=bob, public_id=match.public_id)
    assert "Invited:" not in browser.get(address).text


PICTURED = [slug for slug in games() if slug != "example"]
TAG = re.compile(
    r'<meta (?:name|property)="(description|og:[\w:]+|twitter:card)" content="([^"]*)">'
)


@pytest.mark.parametrize(
    ("game", "access"),
    [*((game, "open") for game in PICTURED), ("blanks", "password"), ("blanks", "invite")],
)
def test_a_preview_of_a_link_shows_the_game_and_the_host_alone(game: str, access: str) -> None:
    ada, bea = tables_kit.person("ada"), tables_kit.person("bea")
    others = [] if access == "invite" else [bea]
    wish = {"name": "Secret evening", "access": access, "password": "x", "least": 3}
    link = link_to(tables_kit.table(ada, *others, game=game, **wish), ada)
    page = Client().get(link, {"from": "a-messenger"}).text
    told = dict(TAG.findall(page))
    title = game_of(game).title
    assert "ada" in told["og:title"]
    assert title.name in told["og:title"]
    assert told["description"] == told["og:description"] == escape(title.tagline)
    assert told["og:url"] == f"http://testserver{link}"
    assert told["og:image"] == f"http://testserver/static/games/{game}/invitation.png"
    assert told["twitter:card"] == "summary_large_image"
    head = page[: page.index("</head>")]
    assert "Secret evening" not in head
    assert "bea" not in head


def test_each_game_has_a_small_preview_picture() -> None:
    for game in PICTURED:
        data = Path(str(finders.find(f"games/{game}/invitation.png"))).read_bytes()
        assert data.startswith(b"\x89PNG")
        assert len(data) < 60_000


def test_a_game_without_a_preview_picture_shows_the_sites() -> None:
    ada = tables_kit.person("ada")
    match = tables_kit.table(ada, game="example")
    told = dict(TAG.findall(Client().get(link_to(match, ada)).text))
    assert told["og:image"] == "http://testserver/static/art/icon-512.png"
