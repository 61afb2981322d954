"""Tests of a token's webhook, set by its program."""

from __future__ import annotations

from typing import Any

import pytest

from chat.delivery.webhooks import hooks_of
from tests.api.conftest import Bring

pytestmark = pytest.mark.django_db(transaction=True)
ADDRESS = "https://bridge.example/hook"


def test_a_program_sets_changes_and_removes_the_webhook_of_its_token(program: Bring) -> None:
    ada = program("Ada")
    assert ada.get("me/webhook").json() == {"address": "", "secret": None}
    set_ = ada.post("me/webhook", {"address": ADDRESS})
    assert set_.status_code == 200, set_.content
    [hook] = hooks_of(ada.user).values()
    assert set_.json() == {"address": ADDRESS, "secret": hook.secret}
    assert hook.name == "program"
    moved = ada.post("me/webhook", {"address": f"{ADDRESS}/2"}).json()
    assert moved == {"address": f"{ADDRESS}/2", "secret": hook.secret}
    assert ada.post("me/webhook", {"address": ""}).json() == {"address": "", "secret": None}
    assert hooks_of(ada.user) == {}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"address": "https://10.0.0.1/"}, "bad_hook"), ({"address": "http://x.org"}, "bad_hook"),
        ({"address": "x" * 1001}, "bad_request"), ({}, "bad_request"), ({"url": ""}, "bad_request"),
    ],
)  # fmt: skip
def test_an_address_that_cannot_be_used_changes_nothing(
    program: Bring, body: dict[str, Any], code: str
) -> None:
    ada = program("Ada")
    assert ada.post("me/webhook", body).json()["code"] == code
    assert hooks_of(ada.user) == {}


def test_a_token_that_may_only_read_sets_no_webhook(program: Bring) -> None:
    ada = program("Ada", "read")
    assert ada.post("me/webhook", {"address": ADDRESS}).json()["code"] == "scope_missing"
    assert ada.get("me/webhook").status_code == 200
