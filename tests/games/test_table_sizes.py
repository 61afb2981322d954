"""Limits of the seats of a person's tables, and the seating of many bots."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Match
from games.services import moderation, seats, start, tables
from games.services.tables import TableWish, create_table
from tests.support.log_in import client_for
from tests.support.refusals import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.deep]

FAST = {"pace": "fast", "minutes": 60}


@pytest.fixture(autouse=True)
def _small(settings: Any) -> None:
    """Set small seat limits."""
    settings.SEATS_GUEST, settings.SEATS_MEMBER, settings.SEATS_LARGE = 4, 30, 10


@pytest.fixture
def ann(person: Any) -> Any:
    return person("ann")


@pytest.fixture
def guest(person: Any) -> Any:
    return person("gil", is_guest=True)


def wish(most: int, bots: int = 0, **fields: Any) -> TableWish:
    return TableWish(**{"name": "A week", "options": FAST, **fields}, most=most, bots=bots)


def made(user: Any, most: int, bots: int = 0, key: str = "") -> Match:
    return create_table(user=user, game="venice", wish=wish(most, bots), key=key)


def code_of_making(user: Any, most: int, bots: int = 0) -> str:
    return code_of(lambda: made(user, most, bots))


def filled_form(**changed: Any) -> dict[str, Any]:
    usual = {
        "name": "A week", "access": "open", "least": "2", "most": "4", "bots": "0", "guests": "on",
        "option_pace": "fast", "option_zone": "Europe/Rome", "option_minutes": "60",
        "option_cap": "200", "option_company": "mixed",
    }  # fmt: skip
    return usual | changed


# --- Limits by kind of account


def test_guests_members_and_moderators_have_different_table_sizes(
    guest: Any, ann: Any, moderator: Any
) -> None:
    for user, most in ((guest, 4), (ann, 30), (moderator, 100_000)):
        assert code_of_making(user, most) == ""
    assert code_of_making(guest, 5) == "too_many_seats"
    assert code_of_making(ann, 31) == "too_many_seats"
    assert code_of_making(moderator, 100_001) == "bad_option"


def test_a_refusal_names_the_largest_size(guest: Any) -> None:
    answer = client_for(guest).post("/set/venice/", filled_form(most="5"))
    assert answer.status_code == 422
    assert "4" in str(answer.context["form"].errors["most"])
    assert not Match.objects.exists()


def test_forms_show_the_users_own_limit(guest: Any, ann: Any, moderator: Any) -> None:
    for user, most in ((guest, 4), (ann, 30), (moderator, 100_000)):
        fields = client_for(user).get("/set/venice/").context["form"].fields
        assert fields["most"].widget.attrs["max"] == most
        assert fields["bots"].widget.attrs["max"] == most - 1
    assert "Up to 30" in client_for(ann).get("/set/venice/").content.decode()
    assert "Up to" not in client_for(moderator).get("/set/venice/").content.decode()


def test_a_preset_is_reduced_to_the_users_limit(guest: Any, ann: Any, moderator: Any) -> None:
    for user, most in ((guest, 4), (ann, 30), (moderator, 1000)):
        client_for(user).post("/set/venice/", {"ready": "daily"})
        assert Match.objects.get(owner=user).settings.most == most


def test_a_table_cannot_grow_beyond_its_owners_limit(ann: Any) -> None:
    match = made(ann, 10)
    browser, where = client_for(ann), f"/change/{match.public_id}/"
    assert browser.post(where, filled_form(most="31")).status_code == 422
    changed = {"user": ann, "public_id": match.public_id}
    assert code_of(lambda: tables.change_options(wish=wish(31), **changed)) == "too_many_seats"
    assert browser.post(where, filled_form(most="30")).status_code == 302


def test_an_inherited_table_keeps_its_size_but_gets_no_bots(guest: Any, moderator: Any) -> None:
    match = made(moderator, 40, 5)
    seats.join(user=guest, public_id=match.public_id)
    seats.leave(user=moderator, public_id=match.public_id)
    add = {"user": guest, "public_id": match.public_id}
    assert code_of(lambda: tables.add_bot(**add)) == "too_many_seats"
    tables.change_options(wish=wish(40, name="Mine now"), **add)
    match.refresh_from_db()
    assert (match.owner, match.settings.most, match.name) == (guest, 40, "Mine now")


def test_people_can_join_a_table_beyond_the_limit(ann: Any, person: Any) -> None:
    made(ann, 30, 15)
    match = made(ann, 30)
    for number in range(11):
        user = person(f"guest{number}")
        assert code_of(partial(seats.join, user=user, public_id=match.public_id)) == ""


# --- A single large match


def test_a_user_has_one_large_match_at_a_time(ann: Any) -> None:
    first = made(ann, 30, 10)
    assert code_of_making(ann, 30, 10) == "one_large_match"
    assert code_of_making(ann, 30, 9) == ""
    start.start(user=ann, public_id=first.public_id)
    assert code_of_making(ann, 30, 10) == "one_large_match"
    Match.objects.filter(pk=first.pk).update(status="aborted", ended_at=first.created_at)
    assert code_of_making(ann, 30, 10) == ""


def test_a_table_does_not_become_a_second_large_one_bot_by_bot(ann: Any) -> None:
    made(ann, 30, 10)
    match = made(ann, 30, 8)
    add = {"user": ann, "public_id": match.public_id}
    assert code_of(lambda: tables.add_bot(**add)) == ""
    assert code_of(lambda: tables.add_bot(**add)) == "one_large_match"
    assert match.seats.count() == 10


def test_moderators_have_any_number_of_large_matches(moderator: Any) -> None:
    assert [code_of_making(moderator, 40, 30) for _again in range(2)] == ["", ""]


def test_a_rematch_respects_its_owners_limit(ann: Any, settings: Any) -> None:
    match = made(ann, 30, 20)
    start.start(user=ann, public_id=match.public_id)
    Match.objects.filter(pk=match.pk).update(status="finished", ended_at=match.created_at)
    again = {"user": ann, "public_id": match.public_id}
    settings.SEATS_MEMBER = 20
    assert code_of(lambda: start.rematch(**again)) == "too_many_seats"
    settings.SEATS_MEMBER = 25
    new = start.rematch(**again)
    assert new is not None
    assert (new.settings.most, new.seats.count()) == (25, 21)


# --- Many bots


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Seat bots in steps of twenty; return a list of functions to run in between."""
    between: list[Any] = []
    monkeypatch.setattr(tables, "AT_ONCE", 20)

    def pause(_held: float) -> None:
        if between:
            between.pop(0)()

    monkeypatch.setattr(tables, "let_others_in", pause)
    return between


def open_table() -> Match:
    return Match.objects.get(status="open")


def numbers(match: Match) -> list[int]:
    return list(match.seats.order_by("index").values_list("index", flat=True))


@pytest.mark.both
def test_others_can_join_and_leave_while_a_crowd_is_seated(
    moderator: Any, ann: Any, steps: list[Any]
) -> None:
    steps.append(lambda: seats.join(user=ann, public_id=open_table().public_id))
    steps.append(lambda: seats.kick(user=moderator, public_id=open_table().public_id, index=3))
    match = made(moderator, 100, 98)
    assert match.seats.exclude(bot="").count() == 98
    assert match.seats.filter(user=ann).exists()
    assert numbers(match) == [n for n in range(101) if n != 3]
    start.start(user=moderator, public_id=match.public_id)
    assert numbers(match) == list(range(100))
    accounts = match.accounts.order_by("number").values_list("number", "seat__index")
    assert list(accounts) == [(n, n) for n in range(100)]


def test_a_crowd_takes_only_free_seats(moderator: Any, ann: Any, steps: list[Any]) -> None:
    steps.append(lambda: seats.join(user=ann, public_id=open_table().public_id))
    match = made(moderator, 50, 49)
    assert (match.seats.count(), match.seats.filter(user=ann).count()) == (50, 1)


@pytest.mark.both
def test_a_retry_completes_an_interrupted_crowd(moderator: Any, steps: list[Any]) -> None:
    def killed() -> None:
        raise KeyboardInterrupt

    steps.append(killed)
    with pytest.raises(KeyboardInterrupt):
        made(moderator, 100, 99, key="once")
    assert 1 < open_table().seats.count() < 100
    match = made(moderator, 100, 99, key="once")
    assert match.seats.count() == 100


def test_nobody_sits_down_after_the_start(moderator: Any, steps: list[Any]) -> None:
    steps.append(lambda: start.start(user=moderator, public_id=open_table().public_id))
    match = made(moderator, 100, 99)
    match.refresh_from_db()
    assert match.status == "running"
    assert match.seats.count() == match.accounts.count() == 40 + 1


@pytest.mark.both
def test_a_start_needs_the_same_queries_at_any_size(moderator: Any) -> None:
    asked = []
    for bots in (40, 400):
        match = made(moderator, 1000, bots)
        seats.kick(user=moderator, public_id=match.public_id, index=5)
        with CaptureQueriesContext(connection) as captured:
            start.start(user=moderator, public_id=match.public_id)
        asked.append(len(captured))
        assert numbers(match) == list(range(bots))
    assert asked[0] == asked[1]


# --- The end of a week with a single person


def ends(browser: Client, match: Match) -> Any:
    answer = browser.post(f"/m/{match.public_id}/stop/", {"agrees": "1"})
    match.refresh_from_db()
    return answer.headers.get("X-Ridotto-Code", match.status)


def test_a_player_alone_with_bots_can_end_the_week(ann: Any) -> None:
    match, browser = made(ann, 30, 20), client_for(ann)
    start.start(user=ann, public_id=match.public_id)
    assert "End the week" in browser.get(f"/m/{match.public_id}/").content.decode()
    assert ends(browser, match) == "aborted"
    page = browser.get(f"/m/{match.public_id}/")
    assert page.status_code == 200
    assert "End the week" not in page.content.decode()


def test_nobody_can_end_a_week_with_other_players(ann: Any, person: Any) -> None:
    bob, match = person("bob"), made(ann, 30, 20)
    seats.join(user=bob, public_id=match.public_id)
    start.start(user=ann, public_id=match.public_id)
    for user in (ann, bob, person("eve")):
        browser = client_for(user)
        assert "End the week" not in browser.get(f"/m/{match.public_id}/").content.decode()
        assert ends(browser, match) == "cannot_stop"


def test_a_moderator_can_end_any_week(ann: Any, moderator: Any) -> None:
    match = made(ann, 30, 20)
    start.start(user=ann, public_id=match.public_id)
    moderation.abort_match(moderator=moderator, public_id=match.public_id, reason="too large")
    match.refresh_from_db()
    assert match.status == "aborted"
