"""Tests of the statistics of each game on a profile."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from chat.core.clock import now
from games.models import Match, Seat
from lobby.models import User
from lobby.profiles.views import statistics_of

pytestmark = pytest.mark.django_db


def _played(user: User, *, won: bool = False, seats: int = 1, **of: Any) -> None:
    wish = {"status": Match.Status.FINISHED, "game": "blanks", "created_at": now(), **of}
    match = Match.objects.create(ended_at=now(), **wish)
    for index in range(seats):
        status = Seat.Status.SEATED if index == seats - 1 else Seat.Status.LEFT
        Seat.objects.create(
            match=match, index=index, user=user, status=status, winner=won, joined_at=now()
        )


def _counts(user: User, viewer: Any) -> dict[str, tuple[int, int, int]]:
    found = statistics_of(user, viewer)
    return {one.slug: (one.matches, one.wins, one.percent) for one in found}


def test_finished_matches_and_wins_are_counted_by_game() -> None:
    ada, bob = User.objects.create_user("Ada"), User.objects.create_user("Bob")
    _played(ada, won=True)
    _played(ada, won=True, seats=2)  # left and came back
    _played(ada)
    _played(ada, game="interop")
    for status in (Match.Status.OPEN, Match.Status.ABORTED):
        _played(ada, won=True, status=status)
    _played(ada, won=True, lesson=True)
    assert _counts(ada, bob) == {"blanks": (3, 2, 67), "interop": (1, 0, 0)}
    page = Client().get("/people/Ada/").text
    assert "2 won (67%)" in " ".join(page.split())


def test_practice_counts_only_where_the_history_shows_it() -> None:
    ada, bob = User.objects.create_user("Ada"), User.objects.create_user("Bob")
    _played(ada, won=True, practice=True)
    assert _counts(ada, bob) == {}
    assert _counts(ada, ada) == {"blanks": (1, 1, 100)}
    ada.shows_practice = True
    assert _counts(ada, bob) == {"blanks": (1, 1, 100)}
    assert "Statistics" not in Client().get("/people/Bob/").text
