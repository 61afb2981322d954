"""A host who leaves chooses who takes over, and can come back without the password."""

from __future__ import annotations

from typing import Any

import pytest

from games.services.seats import leave
from tests.games.table_kit import join, page_of
from tests.support.log_in import client_for
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


def hand_over(user: Any, match: Any, heir: str) -> Any:
    return client_for(user).post(f"/m/{match.public_id}/leave/", {"heir": heir})


def test_the_page_asks_the_host_who_takes_over(table: Any) -> None:
    match, (ann, bob, _cem) = table("ann", "bob", "cem")
    page = page_of(ann, match).content.decode()
    assert 'id="leave-form"' in page
    assert [name in page for name in (">bob</option>", ">cem</option>", ">ann</option>")] == [
        True,
        True,
        False,
    ]
    assert 'id="leave-form"' not in page_of(bob, match).content.decode()


def test_a_host_alone_is_asked_because_the_table_closes(table: Any) -> None:
    match, (ann,) = table("ann", bots=1)
    page = page_of(ann, match).content.decode()
    assert 'id="leave-form"' not in page
    assert "It will be closed" in page


def test_the_chosen_player_becomes_the_host(table: Any) -> None:
    match, (ann, _bob, cem) = table("ann", "bob", "cem")
    seat = match.seats.get(user=cem).index
    hand_over(ann, match, str(seat))
    match.refresh_from_db()
    assert match.owner == cem


@pytest.mark.parametrize("access", ["password", "invite"])
def test_the_former_host_comes_back_without_the_password(table: Any, access: str) -> None:
    match, (ann, bob) = table("ann", "bob", access="password", password="open up")
    match.access = access
    match.save()
    leave(user=ann, public_id=match.public_id)
    match.refresh_from_db()
    assert match.owner == bob
    assert join(ann, match) == ""
    match.refresh_from_db()
    assert match.owner == bob


@pytest.mark.parametrize("heir", ["99", "0"])
def test_nobody_hands_over_to_a_bot_to_themselves_or_to_nobody(table: Any, heir: str) -> None:
    match, (ann, _bob) = table("ann", "bob", bots=1)
    bot = match.seats.exclude(bot="").get().index
    for index in (int(heir), bot):
        assert (
            code_of(lambda i=index: leave(user=ann, public_id=match.public_id, heir=i))
            == "not_a_player"
        )
    match.refresh_from_db()
    assert match.owner == ann
    assert match.seats.filter(user=ann, status="seated").exists()
    assert hand_over(ann, match, "x").status_code == 422


def test_the_menu_of_a_running_match_asks_its_host_too(running: Any) -> None:
    match, (ann, bob) = running("ann", "bob")
    assert 'id="leave-form"' in page_of(ann, match).content.decode()
    assert 'id="leave-form"' not in page_of(bob, match).content.decode()
