"""Tests of API tokens: created after a recent log-in, shown once, hashed."""

from __future__ import annotations

import re
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest

from chat.core import clock
from chat.core.refusals import Refusal
from lobby.accounts.services import delete_account, suspend
from lobby.accounts.tokens import MOST, make_token, revoke_token, token_of
from lobby.models import AccessToken, User
from lobby.profiles.privacy import data_of
from tests.lobby.conftest import Come, person_of, prove

PAGE = "/settings/tokens/"
ASKED = {"name": "my bot", "scopes": "read play"}


@pytest.fixture
def ada(db: Any) -> User:
    return User.objects.create_user("Ada")


def _told(page: str) -> str:
    found = re.search(r'value="(ridotto_[\w-]{43})"', page)
    assert found
    return found[1]


def test_one_is_made_after_the_password_and_told_once(come: Come) -> None:
    browser = come("Ada")
    browser.session.save()
    asked = browser.post(PAGE, ASKED)
    if asked.status_code == 302:  # signing up counts as a recent log-in
        prove(browser)
        asked = browser.post(PAGE, ASKED)
    text = _told(asked.text)
    assert "no-store" in asked.headers["Cache-Control"]
    assert text not in browser.get(PAGE).text
    token = AccessToken.objects.get()
    assert (token.digest, token.scopes) == (sha256(text.encode()).hexdigest(), "read play")
    assert text.startswith(token.start)
    assert len(token.start) == 12
    assert token_of(text).user == person_of(browser)


def test_what_is_wrong_is_said_and_what_was_typed_stays(come: Come) -> None:
    browser = come("Ada")
    prove(browser)
    page = browser.post(PAGE, {"name": "  ", "scopes": "read"}).text
    assert "the token a name" in page
    assert not AccessToken.objects.exists()


def test_it_may_look_always_and_nothing_that_there_is_not_and_there_are_ten_at_most(
    ada: User,
) -> None:
    token, _text = make_token(user=ada, name="x", scopes=["admin", "play"])
    assert token.scopes == "read play"
    for _number in range(MOST - 1):
        token, _text = make_token(user=ada, name="x", scopes=[])
    assert (token.allows("read"), token.allows("play")) == (True, False)
    with pytest.raises(Refusal, match="too_many_tokens"):
        make_token(user=ada, name="x", scopes=[])


def test_a_revoked_one_lets_nobody_in_and_others_revoke_none(ada: User) -> None:
    token, text = make_token(user=ada, name="x", scopes=[])
    bruno = User.objects.create_user("Bruno")
    assert not revoke_token(user=bruno, pk=token.pk)
    assert token_of(text).pk == token.pk
    assert revoke_token(user=ada, pk=token.pk)
    with pytest.raises(Refusal, match="bad_token"):
        token_of(text)


@pytest.mark.parametrize("text", ["", "ridotto_", "x" * 5000, "\ud800", "ridotto_\x00"])
def test_what_is_no_token_is_refused(ada: User, text: str) -> None:
    make_token(user=ada, name="x", scopes=[])
    with pytest.raises(Refusal, match="bad_token"):
        token_of(text)


@pytest.mark.both
def test_the_last_use_is_noted_once_a_minute(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    _token, text = make_token(user=ada, name="x", scopes=[])
    first = clock.now()
    for seconds, noted in ((0, 0), (30, 0), (61, 61), (90, 61)):
        at = first + timedelta(seconds=seconds)
        monkeypatch.setattr("lobby.accounts.tokens.now", lambda at=at: at)
        token_of(text)
        assert AccessToken.objects.get().used_at == first + timedelta(seconds=noted)


def test_it_rests_with_a_suspension_and_ends_with_the_account(ada: User) -> None:
    root = User.objects.create_superuser("Doge")
    _token, text = make_token(user=ada, name="x", scopes=[])
    suspend(moderator=root, user=ada, reason="rude", until=clock.now() + timedelta(days=1))
    with pytest.raises(Refusal, match="suspended"):
        token_of(text)
    delete_account(user=ada)
    assert not AccessToken.objects.exists()
    with pytest.raises(Refusal, match="bad_token"):
        token_of(text)


def test_no_program_has_the_rights_of_moderators(ada: User) -> None:
    _token, text = make_token(user=ada, name="x", scopes=[])
    User.objects.update(is_staff=True)
    with pytest.raises(Refusal, match="staff_token"):
        token_of(text)
    with pytest.raises(Refusal, match="staff_token"):
        make_token(user=User.objects.get(), name="x", scopes=[])


def test_ones_own_data_tell_of_it_and_not_its_digest(ada: User) -> None:
    token, _text = make_token(user=ada, name="my bot", scopes=["play"])
    assert data_of(ada)["lobby.AccessToken.user"] == [
        {
            "name": "my bot", "start": token.start, "scopes": "read play",
            "made_at": token.made_at, "used_at": None,
        }
    ]  # fmt: skip
