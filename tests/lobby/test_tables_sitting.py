"""Tests of joining a table from the lobby's lists."""

from __future__ import annotations

import pytest

from games.models import Match, Seat
from games.services.table_access import invite
from games.services.tables import cancel
from tests.lobby.tables_kit import browser_of, person, table

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def test_joining_from_the_list_redirects_to_the_table_and_takes_one_seat_per_key() -> None:
    bob = person("bob")
    match = table(person("ada"))
    browser = browser_of(bob)
    for headers, leads in ((None, "Location"), (HTMX, "HX-Redirect"), (HTMX, "HX-Redirect")):
        answer = browser.post(f"/lobby/sit/{match.public_id}/", {"key": "k"}, headers=headers)
        assert answer.headers[leads] == f"/m/{match.public_id}/"
    assert Seat.objects.filter(match=match, user=bob).count() == 1


def test_joining_a_table_that_was_just_closed_is_refused() -> None:
    ada, bob = person("ada"), person("bob")
    match = table(ada)
    cancel(user=ada, public_id=match.public_id)
    answer = browser_of(bob).post(f"/lobby/sit/{match.public_id}/", headers=HTMX)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert answer.headers["X-Ridotto-Code"] == "not_active"
    assert "is closed" in html
    assert "lobby-open" not in html  # the lists get their own updates


def test_without_script_a_refusal_is_shown_in_the_lobby() -> None:
    ada, bob = person("ada"), person("bob")
    match = table(ada, bots=3)
    answer = browser_of(bob).post(f"/lobby/sit/{match.public_id}/", follow=True)
    assert answer.redirect_chain == [("/lobby/", 302)]
    assert "seats at this table are taken" in answer.content.decode()
    assert Match.objects.get(pk=match.pk).seats.filter(user=bob).count() == 0


def test_a_refusal_in_my_matches_updates_the_invitations() -> None:
    ada, bob = person("ada"), person("bob")
    match = table(ada, access="invite")
    invite(user=ada, public_id=match.public_id, name="bob")
    browser = browser_of(bob)
    assert match.name in browser.get("/matches/").content.decode()
    cancel(user=ada, public_id=match.public_id)
    post = {"here": "mine"}
    answer = browser.post(f"/lobby/sit/{match.public_id}/", post, headers=HTMX)
    html = answer.content.decode()
    assert answer.headers["X-Ridotto-Code"] == "not_active"
    assert 'id="mine-list"' in html
    assert match.name not in html
    assert 'id="lobby-open"' not in html
