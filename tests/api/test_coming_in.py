"""Tests of API tokens and rate limits, and that nothing else gives access."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from chat.api import base
from chat.core.clock import now
from lobby.accounts.tokens import revoke_token
from lobby.api import people
from lobby.models import AccessToken, User
from tests.api.conftest import Bring
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db(transaction=True)
ME = "/api/v1/me"


def _code(answer: Any) -> tuple[int, str]:
    assert answer.headers["Content-Type"] == "application/json"
    assert set(answer.json()) == {"code", "message"}
    assert answer.headers["X-Ridotto-Code"] == answer.json()["code"]
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize(
    "sent", ["", "Bearer", "Bearer x", "Basic YTpi", "Bearer \u00e9", "bearer  "]
)
def test_the_api_requires_a_token(db: Any, sent: str) -> None:
    answer = Client().get(ME, headers={"Authorization": sent} if sent else {})
    assert _code(answer) == (401, "bad_token")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_session_does_not_open_the_api(db: Any) -> None:
    browser = client_for(User.objects.create_user("Ada"))
    assert _code(browser.get(ME)) == (401, "bad_token")
    assert _code(browser.post("/api/v1/tables")) == (401, "bad_token")


def test_a_token_opens_the_api_only(program: Bring) -> None:
    ada = program("Ada")
    answer = ada.client.get("/settings/", headers={"Authorization": f"Bearer {ada.token}"})
    assert answer.headers["Location"].startswith("/account/login/")


def test_no_answer_is_cached_or_sets_a_cookie(program: Bring) -> None:
    ada = program("Ada")
    for answer in (ada.get("me"), ada.get("tables/none"), Client().get(ME)):
        assert "no-store" in answer.headers["Cache-Control"]
        assert not answer.cookies


def test_a_read_token_cannot_play(program: Bring) -> None:
    ada = program("Ada", "read")
    assert ada.get("me").status_code == 200
    for path in ("tables", "tables/x/join", "tables/x/leave", "tables/x/start", "tables/x/act"):
        assert _code(ada.post(path)) == (403, "scope_missing")


def test_revoked_suspended_and_staff_accounts_are_refused(program: Bring) -> None:
    ada = program("Ada")
    User.objects.update(suspended_until=now() + timedelta(days=1))
    assert _code(ada.get("me")) == (403, "suspended")
    User.objects.update(suspended_until=None, is_staff=True)
    assert _code(ada.get("me")) == (403, "staff_token")
    User.objects.update(is_staff=False)
    assert ada.get("me").status_code == 200
    revoke_token(user=ada.user, pk=AccessToken.objects.get().pk)
    assert _code(ada.get("me")) == (401, "bad_token")


def test_too_many_requests_get_a_retry_after(
    program: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "MOST_A_MINUTE", 3)
    monkeypatch.setattr("chat.api.base.time.time", lambda: 6_000_000_015.0)
    ada, bob = program("Ada"), program("Bob")
    assert [ada.get("me").status_code for _number in range(4)] == [200, 200, 200, 429]
    answer = ada.get("me")
    assert _code(answer) == (429, "too_often")
    assert answer.headers["Retry-After"] == "45"
    assert bob.get("me").status_code == 200
    monkeypatch.setattr("chat.api.base.time.time", lambda: 6_000_000_060.0)
    assert ada.get("me").status_code == 200


def test_unknown_tokens_are_limited_by_address(
    program: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "MOST_STRANGE", 2)
    ada = program("Ada")
    tries = [Client().get(ME).status_code for _number in range(3)]
    assert tries == [401, 401, 429]
    assert ada.get("me").status_code == 200, "others behind the same address have tokens"


@pytest.mark.parametrize(
    ("error", "told"),
    [(OperationalError("database is locked"), (503, "busy")), (ValueError("x"), (500, "fault"))],
)
def test_a_server_error_has_the_common_shape_and_reveals_nothing(
    program: Bring,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    told: tuple[int, str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(user: Any) -> Any:
        raise error

    monkeypatch.setattr(people, "tables_for", fail)
    with caplog.at_level(logging.CRITICAL):
        answer = program("Ada").get("me/matches")
    assert _code(answer) == told
    assert str(error.args[0]) not in answer.json()["message"]


@pytest.mark.parametrize("path", ["me", "tables", "openapi.json", "none"])
def test_preflights_allow_any_origin_without_credentials(db: Any, path: str) -> None:
    asked = {"Origin": "https://bots.example", "Access-Control-Request-Method": "POST"}
    answer = Client().options(f"/api/v1/{path}", headers=asked)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert {"GET", "POST"} <= set(answer.headers["Access-Control-Allow-Methods"].split(", "))
    allowed = answer.headers["Access-Control-Allow-Headers"].lower().split(", ")
    assert {"authorization", "content-type", "idempotency-key"} <= set(allowed)
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_pages_of_other_sites_can_read_results_and_errors(program: Bring) -> None:
    ada = program("Ada")
    for answer in (ada.get("me"), ada.get("tables/none"), ada.post("me"), Client().get(ME)):
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers
        exposed = answer.headers["Access-Control-Expose-Headers"].split(", ")
        assert {"Retry-After", "X-Ridotto-Code"} <= set(exposed)


@pytest.mark.parametrize("path", ["/", "/lobby/", "/chat/send/", "/api/", "/health/ready"])
def test_other_addresses_allow_no_other_origin(db: Any, path: str) -> None:
    asked = {"Origin": "https://bots.example", "Access-Control-Request-Method": "POST"}
    for answer in (Client().options(path, headers=asked), Client().get(path)):
        assert not any(name.startswith("Access-Control") for name in answer.headers)


@pytest.mark.parametrize("path", ["tables", "tables/none/act", "rooms/lobby/messages"])
def test_a_missing_key_is_named_as_the_header(program: Bring, path: str) -> None:
    answer = program("Ada", "read", "play", "chat").post(path, key="")
    assert _code(answer) == (400, "bad_request")
    assert "Idempotency-Key" in answer.json()["message"]


def test_errors_name_what_was_sent(program: Bring) -> None:
    ada = program("Ada")
    for answer, place in (
        (ada.post("tables", {"gam": "x"}), "gam is unknown"),
        (ada.post("tables", key="k" * 65), "Idempotency-Key: text of 1 to 64"),
    ):
        assert _code(answer) == (400, "bad_request")
        assert place in answer.json()["message"]
        assert "parsed" not in answer.json()["message"]
