"""Tests that a deleted account has no seats and no name, and stays closed."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from chat.core.clock import now
from chat.models import Message, Room
from games.models import Match, Seat
from lobby.models import Name, RestingName, User
from tests.lobby.conftest import (
    PASSWORD,
    Sent,
    SignUp,
    confirm_password,
    delete,
    is_logged_in,
    person_of,
)


def _table(owner: User) -> Match:
    match = Match.objects.create(
        game="blanks", name="A table", owner=owner, created_at=now(), seal="0" * 64, secret="0" * 64
    )
    Seat.objects.create(match=match, index=0, user=owner, name=owner.username, joined_at=now())
    return match


def test_deleting_an_account_leaves_no_personal_data(
    sign_up: SignUp, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    browser = sign_up("Ada", email="ada@example.org")
    ada = person_of(browser)
    match, room = _table(ada), Room.objects.create(key="lobby")
    Message.objects.create(room=room, author=ada, text="hello", key="1", at=now())
    with django_capture_on_commit_callbacks(execute=True):
        delete(browser)
    user = User.objects.get(pk=ada.pk)
    assert (user.username, user.display_name, user.email) == (f"deleted-{ada.pk}", "", "")
    assert (user.is_active, user.has_usable_password()) == (False, False)
    assert user.deleted_at is not None
    assert user.shown_name == "a deleted user"
    assert not EmailAddress.objects.exists()
    assert not Name.objects.filter(key="ada").exists()
    for name in ("Ada", user.username):
        assert Client().get(f"/people/{name}/").status_code == 404
    assert str(Message.objects.get().author) == "a deleted user"
    assert not Seat.objects.filter(match=match, status=Seat.Status.SEATED).exists()
    left = [message["owner"] for _to, message in sent if message["type"] == "leave"]
    assert f"user.{ada.pk}" in left, "open pages are told"


def test_the_password_is_required_for_the_page_and_for_the_deletion(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    for ask in (browser.get, browser.post):
        answer = ask("/settings/delete/")
        assert answer.headers["Location"] == "/account/reauthenticate/?next=%2Fsettings%2Fdelete%2F"
    assert "Wrong password" in confirm_password(browser, "wrong-1638").text
    assert browser.post("/settings/delete/").status_code == 302
    assert person_of(browser).deleted_at is None
    # The request that was interrupted is executed as well.
    assert confirm_password(browser).headers["Location"] == "/"


def test_the_number_of_password_attempts_is_limited(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    tried = [confirm_password(browser, f"wrong-{number}").status_code for number in range(11)]
    assert tried == [*[200] * 10, 429]
    assert confirm_password(browser).status_code == 429
    assert browser.get("/settings/delete/").status_code == 302
    assert person_of(browser).deleted_at is None


def test_nobody_logs_in_to_a_deleted_account(sign_up: SignUp) -> None:
    here = sign_up("Ada", email="ada@example.org")
    phone = Client()
    phone.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    delete(here)
    assert not is_logged_in(here)
    assert not is_logged_in(phone)
    for login in ("Ada", "ada@example.org"):
        phone.post("/account/login/", {"login": login, "password": PASSWORD})
        assert not is_logged_in(phone)


def test_a_guest_deletes_the_account_without_a_password(guest: Client) -> None:
    pk = person_of(guest).pk
    guest.get("/settings/delete/")
    assert User.objects.get(pk=pk).deleted_at is None
    guest.post("/settings/delete/")
    assert User.objects.get(pk=pk).deleted_at is not None


@pytest.mark.both
def test_the_name_of_a_deleted_account_is_reserved_for_a_while(sign_up: SignUp) -> None:
    delete(sign_up("Ada"))
    form = {"username": "Ada", "password1": PASSWORD, "password2": PASSWORD}
    answer = Client().post("/account/signup/", form)
    assert "until recently" in answer.content.decode()
    RestingName.objects.update(until=now())
    assert is_logged_in(sign_up("Ada"))


def test_the_page_says_which_tables_are_left_and_what_remains(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    _table(person_of(browser))
    confirm_password(browser)
    page = browser.get("/settings/delete/").text
    assert "leave your table" in page
    assert "a deleted user" in page
    assert person_of(browser).deleted_at is None
