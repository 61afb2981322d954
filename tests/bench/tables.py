"""Tables to play at, and legal moves for them.

This is part of the driver. It runs in Django with the measured site's database, and creates the
tables with the site's own services.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client

from games.engine import choices
from games.engine.dealer import Seeded
from games.models import Match, Seat
from games.services.match_engine import engine_of, state_of
from games.services.seats import join
from games.services.start import start
from games.services.tables import TableWish, create_table
from tests.bench.clients import Person
from tests.bench.usage import Meter
from tests.support.log_in import log_in

SEATS = 4
MOVES = {"play", "vote"}


@dataclass
class Table:
    """A running match and its people, by seat."""

    public_id: str
    people: dict[int, Person]

    @property
    def path(self) -> str:
        return f"/m/{self.public_id}/act/"


def make_table(number: int, url: str) -> Table:
    """Start a match of Blanks, at a slow pace so that the clock does not act."""
    people = [_person(f"bench{number:04}x{seat}") for seat in range(SEATS)]
    wish = TableWish(name=f"Bench {number}", least=SEATS, most=SEATS, pace="slow")
    match = create_table(user=people[0], game="blanks", wish=wish)
    for user in people[1:]:
        join(user=user, public_id=match.public_id)
    start(user=people[0], public_id=match.public_id)
    seats = match.seats.filter(status=Seat.Status.SEATED).select_related("user")
    path = f"/live/match/{match.public_id}/"
    return Table(
        match.public_id,
        {seat.index: Person(url, path, log_in(Client(), seat.user), seat.index) for seat in seats},
    )


def _person(name: str) -> Any:
    user = get_user_model()(username=name)
    user.set_unusable_password()
    user.save()
    return user


def process_that_answers() -> Meter | None:
    """Return a meter of the database process of this thread's connection.

    Return None if there is no database server. The process is moved to this thread's core,
    because it only serves the driver.
    """
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    os.sched_setaffinity(pid, os.sched_getaffinity(0))
    return Meter([pid])


def next_move(public_id: str, seed: str) -> tuple[int, list[tuple[str, str]]] | None:
    """Return a seat and its legal move as form fields, or None after the end."""
    match = Match.objects.get(public_id=public_id)
    engine, state = engine_of(match), state_of(match)
    decision = engine.pending(state)
    for seat in sorted(decision.asked) if decision else ():
        offered = [c for c in engine.choices(state, seat) if c.action in MOVES]
        raw = choices.sample_any(offered, Seeded(seed))
        if raw is not None:
            return seat, [*_fields(raw), ("key", seed)]
    return None


def _fields(raw: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in raw.items():
        for each in value if isinstance(value, list | tuple) else [value]:
            yield name, str(each)
