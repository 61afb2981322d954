"""Hashing a password takes a good part of a second on purpose: nobody else waits for it."""

from __future__ import annotations

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test import Client

from tests.lobby.conftest import PASSWORD, is_in

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
NEW = "regatta-storica-1315"


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each password hashed, whether inside a transaction."""
    done: list[bool] = []
    encode = MD5PasswordHasher.encode

    def noted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        done.append(connection.in_atomic_block)
        return str(encode(self, password, salt))

    monkeypatch.setattr(MD5PasswordHasher, "encode", noted)
    return done


def test_accounts_are_made_and_changed_with_nothing_locked_meanwhile(hashed: list[bool]) -> None:
    def sent(path: str, **form: str) -> None:
        before = len(hashed)
        assert browser.post(path, form).status_code == 302, path
        assert len(hashed) > before, path

    browser = Client()
    sent("/account/signup/", username="ada", password1=PASSWORD, password2=PASSWORD)
    browser.post("/account/logout/")
    sent("/account/login/", login="ada", password=PASSWORD)
    sent("/account/password/change/", oldpassword=PASSWORD, password1=NEW, password2=NEW)
    sent("/settings/delete/", password=NEW, name="ada")
    browser = Client()
    assert browser.post("/play-now/").status_code == 302
    sent("/keep/", username="bruno", password=PASSWORD)
    assert is_in(browser)
    assert set(hashed) == {False}
