"""Tests that error reports have the type and place of an error only."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
import sentry_sdk
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from chat.core import log_context
from config.operations import error_reporting

SECRET = secrets.token_hex(8)


class Post(Transport):
    """Stores what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[Any] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.sent += [event for item in envelope.items if (event := item.get_event()) is not None]


@pytest.fixture
def post(settings: Any) -> Iterator[Post]:
    settings.SENTRY_DSN = "https://key@sentry.example/1"
    post = Post()
    error_reporting.connect(transport=post)
    yield post
    log_context.begin()
    sentry_sdk.get_global_scope().set_client(None)


def _fail(password: str) -> None:
    raise ValueError(f"no such card for {password}")


def test_an_error_is_reported_by_type_and_place_without_its_message(post: Post) -> None:
    log_context.begin(request_id="request-1", user_id="7")
    try:
        _fail(SECRET)
    except ValueError:
        logging.getLogger("games").exception("match %s: failed for %s", "abc", SECRET)
    (event,) = post.sent
    (error,) = event["exception"]["values"]
    assert error["type"] == "ValueError"
    assert error["stacktrace"]["frames"][-1]["function"] == "_fail"
    assert event["tags"] == {"request_id": "request-1", "user_id": "7"}
    assert SECRET not in json.dumps(event)
    assert "no such card for" not in str(error.get("value"))


def test_logged_errors_are_reported_without_arguments_and_warnings_are_not(
    post: Post,
) -> None:
    logging.getLogger("games").warning("match %s: not carried out", "abc")
    logging.getLogger("games").error("match %s: seat %s was refused", "abc", 3)
    assert [event["message"] for event in post.sent] == ["match %s: seat %s was refused"]


@pytest.mark.django_db
def test_a_failing_page_is_reported_without_the_request_data(
    post: Post, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lobby.middleware._identify", lambda _request: _fail(SECRET))
    client.raise_request_exception = False
    assert client.get(f"/?q={SECRET}", headers={"Cookie": f"a={SECRET}"}).status_code == 500
    (event,) = post.sent
    assert event["exception"]["values"][-1]["type"] == "ValueError"
    assert SECRET not in json.dumps(event)


def test_without_a_dsn_nothing_is_sent() -> None:
    assert not sentry_sdk.get_client().is_active()
