"""Fixtures for programs that use the API."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from lobby.accounts.tokens import make_token
from lobby.models import User

_number = itertools.count()


class Program:
    """A client of the API with a token of this person."""

    def __init__(self, user: User, *scopes: str) -> None:
        self.user = user
        self.token = make_token(user=user, name="program", scopes=scopes)[1]
        self.client = Client()

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/v1/{path}", query, headers=self._headers())

    def post(self, path: str, body: Any = None, *, key: str | None = None) -> Any:
        key = f"key-{next(_number)}" if key is None else key
        headers = {**self._headers(), **({"Idempotency-Key": key} if key else {})}
        return self.client.post(
            f"/api/v1/{path}", body or {}, content_type="application/json", headers=headers
        )

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


Bring = Callable[..., Program]


def begin(people: list[Program], wish: dict[str, Any]) -> str:
    """Create a table, let the others join and start it; return its id."""
    made = people[0].post("tables", wish)
    assert made.status_code == 201, made.content
    where = str(made.json()["table"]["id"])
    for one in people[1:]:
        assert one.post(f"tables/{where}/join").status_code == 200
    begun = people[0].post(f"tables/{where}/start")
    assert begun.status_code == 200, begun.content
    return where


@pytest.fixture
def program(db: Any) -> Bring:
    """Return a function that makes a program of a new person.

    Its token has the named scopes, by default those to read and play.
    """
    caches["fleeting"].clear()

    def bring(name: str, *scopes: str) -> Program:
        return Program(User.objects.create_user(name), *(scopes or ("read", "play")))

    return bring
