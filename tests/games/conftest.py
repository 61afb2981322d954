"""People and tables for the tests of matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import Group
from django.db import transaction

from games.models import Match
from games.registry import game_of
from games.services import seats, start as starting
from games.services.start import start
from games.services.tables import TableWish, create_table
from tests.games.contributing_kit import announced

Make = Callable[..., Any]


@pytest.fixture
def person(db: None) -> Make:
    """Return a function that creates a user."""

    def make(name: str, **fields: Any) -> Any:
        return get_user_model().objects.create_user(username=name, password="a long one", **fields)

    return make


@pytest.fixture
def table(person: Make) -> Make:
    """Return a function that opens a table for new people; the first owns it."""

    def make(*names: str, game: str = "blanks", **wish: Any) -> tuple[Match, list[Any]]:
        people = [person(name) for name in names]
        wish = {"name": "A table", "least": 2, "most": 4, **wish}
        match = create_table(user=people[0], game=game, wish=TableWish(**wish))
        for user in people[1:]:
            seats.join(user=user, public_id=match.public_id, password=wish.get("password"))
        return match, people

    return make


@pytest.fixture
def running(table: Make, django_capture_on_commit_callbacks: Any) -> Make:
    """Return a function that starts a match of new people."""

    def make(*names: str, **wish: Any) -> tuple[Match, list[Any]]:
        match, people = table(*names, **wish)
        start(user=people[0], public_id=match.public_id)
        match.refresh_from_db()
        return match, people

    return make


@pytest.fixture
def moderator(person: Any) -> Any:
    """Return a member of the moderators' group, with the rights migrations grant."""
    user = person("moderator", is_staff=True)
    user.groups.add(Group.objects.get(name="Moderators"))
    return user


@pytest.fixture
def example(running: Make) -> Make:
    """Return a function that starts a match of the example game."""

    def make(*names: str, **wish: Any) -> tuple[Match, list[Any]]:
        made: tuple[Match, list[Any]] = running(*names, game="example", **wish)
        return made

    return make


@pytest.fixture
def adding(person: Any) -> Any:
    """Return a function that opens a table where browsers contribute randomness.

    All people have announced a contribution, except those named in `mute`.
    """

    def make(
        *names: str, game: str = "blanks", mute: tuple[str, ...] = (), **wish: Any
    ) -> tuple[Match, list[Any]]:
        people = [person(name) for name in names]
        said = {name: "" if name in mute else announced(name) for name in names}
        least = game_of(game).title.seats[0]
        wish = {"name": "A table", "least": least, "most": 4, **wish}
        owner, *others = people
        match = create_table(
            user=owner, game=game, wish=TableWish(**wish), commitment=said[names[0]]
        )
        for user in others:
            commitment = said[user.username]
            seats.join(user=user, public_id=match.public_id, commitment=commitment)
        return match, people

    return make


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return a list with an entry per hashed password: True inside a transaction."""
    done: list[bool] = []

    def noted(hash_it: Any) -> Any:
        def hashing(*given: Any) -> Any:
            done.append(transaction.get_connection().in_atomic_block)
            return hash_it(*given)

        return hashing

    monkeypatch.setattr("games.services.table_access.check_password", noted(check_password))
    monkeypatch.setattr("games.services.tables.make_password", noted(make_password))
    return done


@pytest.fixture
def starts(adding: Any) -> Any:
    """Return a function like `adding` whose tables are about to start."""

    def make(*names: str, **wish: Any) -> tuple[Match, list[Any]]:
        match, people = adding(*names, **wish)
        starting.start(user=people[0], public_id=match.public_id)
        match.refresh_from_db()
        assert match.starting
        return match, people

    return make
