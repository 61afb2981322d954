"""Tests of API tokens: created after a recent log-in, shown once, hashed."""

from __future__ import annotations

import re
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client

from chat.core import clock
from chat.core.refusals import Refusal
from chat.delivery.kinds import ACCOUNT
from chat.models import Notice
from lobby.accounts.recovery import password_link
from lobby.accounts.services import delete_account, suspend
from lobby.accounts.tokens import MOST, make_token, revoke_token, token_of
from lobby.models import AccessToken, User
from lobby.profiles.privacy import data_of
from tests.lobby.conftest import PASSWORD, SignUp, confirm_password, person_of

PAGE = "/settings/tokens/"
ASKED = {"name": "my bot", "scopes": "read play"}


@pytest.fixture
def ada(db: Any) -> User:
    return User.objects.create_user("Ada")


def _token_on(page: str) -> str:
    found = re.search(r'value="(ridotto_[\w-]{43})"', page)
    assert found
    return found[1]


def test_a_token_requires_the_password_and_is_shown_once(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    browser.session.save()
    asked = browser.post(PAGE, ASKED)
    if asked.status_code == 302:  # signing up counts as a recent log-in
        confirm_password(browser)
        asked = browser.post(PAGE, ASKED)
    text = _token_on(asked.text)
    assert "no-store" in asked.headers["Cache-Control"]
    assert text not in browser.get(PAGE).text
    token = AccessToken.objects.get()
    assert (token.digest, token.scopes) == (sha256(text.encode()).hexdigest(), "read play")
    assert text.startswith(token.start)
    assert len(token.start) == 12
    assert token_of(text).user == person_of(browser)


def test_a_changed_password_leads_to_the_tokens_which_are_revoked_together(
    sign_up: SignUp,
) -> None:
    browser = sign_up("Ada")
    user = person_of(browser)
    tokens = [make_token(user=user, name=name, scopes=[])[1] for name in ("one", "two")]
    new = {"password1": "scopa-asso-1638", "password2": "scopa-asso-1638"}
    answer = browser.post("/account/password/change/", {"oldpassword": PASSWORD, **new})
    assert answer.headers["Location"] == PAGE
    notice = Notice.objects.get(user=user, kind=ACCOUNT)
    assert "password" in notice.text
    assert notice.url == PAGE
    assert token_of(tokens[0]).user == user
    assert "/settings/tokens/revoke/" in browser.get(PAGE).text
    browser.post("/settings/tokens/revoke/")
    assert not AccessToken.objects.exists()


def test_a_password_reset_by_mail_revokes_all_tokens(sign_up: SignUp) -> None:
    user = person_of(sign_up("Ada"))
    make_token(user=user, name="one", scopes=[])
    browser = Client()
    link = password_link(user, "A test")
    page = browser.get(link, follow=True).redirect_chain[-1][0]
    browser.post(page, {"password1": "scopa-asso-1638", "password2": "scopa-asso-1638"})
    assert not AccessToken.objects.exists()
    assert Notice.objects.filter(user=user, kind=ACCOUNT, text__contains="was changed").exists()


def test_a_token_needs_a_name(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    confirm_password(browser)
    page = browser.post(PAGE, {"name": "  ", "scopes": "read"}).text
    assert "the token a name" in page
    assert not AccessToken.objects.exists()


def test_a_token_can_always_read_and_there_are_at_most_ten(
    ada: User,
) -> None:
    token, _text = make_token(user=ada, name="x", scopes=["admin", "play"])
    assert token.scopes == "read play"
    for _number in range(MOST - 1):
        token, _text = make_token(user=ada, name="x", scopes=[])
    assert (token.allows("read"), token.allows("play")) == (True, False)
    with pytest.raises(Refusal, match="too_many_tokens"):
        make_token(user=ada, name="x", scopes=[])


def test_only_the_owner_revokes_a_token_and_it_stops_working(ada: User) -> None:
    token, text = make_token(user=ada, name="x", scopes=[])
    bruno = User.objects.create_user("Bruno")
    assert not revoke_token(user=bruno, pk=token.pk)
    assert token_of(text).pk == token.pk
    assert revoke_token(user=ada, pk=token.pk)
    with pytest.raises(Refusal, match="bad_token"):
        token_of(text)


@pytest.mark.parametrize("text", ["", "ridotto_", "x" * 5000, "\ud800", "ridotto_\x00"])
def test_an_invalid_token_is_refused(ada: User, text: str) -> None:
    make_token(user=ada, name="x", scopes=[])
    with pytest.raises(Refusal, match="bad_token"):
        token_of(text)


@pytest.mark.both
def test_the_last_use_is_recorded_at_most_once_a_minute(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    _token, text = make_token(user=ada, name="x", scopes=[])
    first = clock.now()
    for seconds, noted in ((0, 0), (30, 0), (61, 61), (90, 61)):
        at = first + timedelta(seconds=seconds)
        monkeypatch.setattr("lobby.accounts.tokens.now", lambda at=at: at)
        token_of(text)
        assert AccessToken.objects.get().used_at == first + timedelta(seconds=noted)


def test_a_token_is_suspended_and_deleted_with_its_account(ada: User) -> None:
    root = User.objects.create_superuser("Doge")
    _token, text = make_token(user=ada, name="x", scopes=[])
    suspend(moderator=root, user=ada, reason="rude", until=clock.now() + timedelta(days=1))
    with pytest.raises(Refusal, match="suspended"):
        token_of(text)
    delete_account(user=ada)
    assert not AccessToken.objects.exists()
    with pytest.raises(Refusal, match="bad_token"):
        token_of(text)


def test_staff_have_no_tokens(ada: User) -> None:
    _token, text = make_token(user=ada, name="x", scopes=[])
    User.objects.update(is_staff=True)
    with pytest.raises(Refusal, match="staff_token"):
        token_of(text)
    with pytest.raises(Refusal, match="staff_token"):
        make_token(user=User.objects.get(), name="x", scopes=[])


def test_the_export_holds_tokens_without_their_digest(ada: User) -> None:
    token, _text = make_token(user=ada, name="my bot", scopes=["play"])
    assert data_of(ada)["tokens"] == [
        {
            "name": "my bot", "start": token.start, "scopes": "read play",
            "made_at": token.made_at, "used_at": None,
        }
    ]  # fmt: skip
