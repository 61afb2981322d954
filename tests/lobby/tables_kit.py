"""Helpers that create people and tables for tests of the lobby."""

from __future__ import annotations

from typing import Any

from django.test import Client

from games.models import Match
from games.services.seats import join
from games.services.start import start
from games.services.tables import TableWish, create_table
from lobby.models import User
from tests.support.blanks_http import option_fields
from tests.support.log_in import log_in


def person(name: str, **fields: Any) -> User:
    return User.objects.create_user(username=name, **fields)


def browser_of(user: User) -> Client:
    browser = Client()
    log_in(browser, user)
    return browser


def table(owner: User, *others: User, game: str = "blanks", **wish: Any) -> Match:
    """Create an open table where these people sit."""
    wished = TableWish(**{"name": f"Table of {owner}", "least": 2, "most": 4, **wish})
    match = create_table(user=owner, game=game, wish=wished)
    for user in others:
        join(user=user, public_id=match.public_id, password=wish.get("password"))
    return match


def running(owner: User, *, practice: bool = False, **wish: Any) -> Match:
    """Start a match of this person against bots, listed as one of people unless `practice`."""
    match = table(owner, **{"bots": 2, **wish})
    start(user=owner, public_id=match.public_id)
    match.refresh_from_db()
    match.practice = practice
    match.save(update_fields=["practice"])
    return match


def form(**changed: Any) -> dict[str, Any]:
    """Return the data of the untouched form of Blanks, with some fields changed.

    A value of None leaves the field out.
    """
    usual: dict[str, Any] = {
        "name": "Ada’s table", "access": "open", "password": "", "invited": "",
        "least": "3", "most": "10", "bots": "0",
        "guests": "on", "spectators": "on", "watchers_heard": "on",
        **option_fields(),
    }  # fmt: skip
    return {name: value for name, value in (usual | changed).items() if value is not None}
