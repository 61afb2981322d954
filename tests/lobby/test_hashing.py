"""Tests that no lock is held while a password is hashed, which is slow."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.hashers import (
    Argon2PasswordHasher,
    MD5PasswordHasher,
    check_password,
    make_password,
)
from django.db import connection
from django.test import Client

from lobby.accounts.password_hasher import Argon2
from lobby.models import User
from tests.lobby.conftest import PASSWORD, is_logged_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]
NEW = "regatta-storica-1315"
# The hashers in production, which tests replace.
IN_EARNEST = ["lobby.accounts.password_hasher.Argon2"]


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return a list that gets, for each hash, True if in a transaction."""
    done: list[bool] = []
    encode = MD5PasswordHasher.encode

    def noted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        done.append(connection.in_atomic_block)
        return str(encode(self, password, salt))

    monkeypatch.setattr(MD5PasswordHasher, "encode", noted)
    return done


@pytest.mark.both
def test_no_lock_is_held_while_a_password_is_hashed(hashed: list[bool]) -> None:
    def sent(path: str, **form: str) -> None:
        before = len(hashed)
        assert browser.post(path, form).status_code == 302, path
        assert len(hashed) > before, path

    browser = Client()
    sent("/account/signup/", username="ada", password1=PASSWORD, password2=PASSWORD)
    browser.post("/account/logout/")
    sent("/account/login/", login="ada", password=PASSWORD)
    sent("/account/password/change/", oldpassword=PASSWORD, password1=NEW, password2=NEW)
    sent("/account/reauthenticate/", password=NEW)
    browser = Client()
    assert browser.post("/play-now/").status_code == 302
    sent("/keep/", username="bruno", password=PASSWORD)
    assert is_logged_in(browser)
    assert set(hashed) == {False}


def test_passwords_use_argon2_and_older_hashes_are_upgraded_at_login(
    settings: Any,
) -> None:
    settings.PASSWORD_HASHERS = [settings.PASSWORD_HASHERS[0]]
    ada = User.objects.create_user("ada", password=PASSWORD)
    assert ada.password.startswith("md5$")
    settings.PASSWORD_HASHERS = [*IN_EARNEST, *settings.PASSWORD_HASHERS]
    browser = Client()
    browser.post("/account/login/", {"login": "ada", "password": PASSWORD})
    assert is_logged_in(browser)  # the session that began with it is still valid
    ada.refresh_from_db()
    assert ada.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    before = ada.password
    Client().post("/account/login/", {"login": "ada", "password": PASSWORD})
    ada.refresh_from_db()
    assert ada.password == before


COMPOSED, SPELLED = "caf\u00e9 de la r\u00e9gate", "cafe\u0301\u00a0de la re\u0301gate"


@pytest.mark.parametrize(("typed", "checked"), [(COMPOSED, SPELLED), (SPELLED, COMPOSED)])
def test_keyboards_may_write_one_password_differently(
    settings: Any, typed: str, checked: str
) -> None:
    settings.PASSWORD_HASHERS = IN_EARNEST
    ada = User.objects.create_user("ada", password=typed)
    assert ada.check_password(checked)
    assert not ada.check_password(checked.replace("\u00e9", "e").replace("\u0301", ""))
    assert check_password(checked, make_password(typed))  # of a table


def test_a_hash_of_the_password_as_typed_still_opens(settings: Any) -> None:
    settings.PASSWORD_HASHERS = IN_EARNEST
    encoded = Argon2PasswordHasher.encode(Argon2(), SPELLED, "0123456789abcdef")
    assert check_password(SPELLED, encoded)
    assert not check_password(COMPOSED, encoded)
