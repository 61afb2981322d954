"""Bulk inserts: they give the same rows as single inserts, on either database."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict

from chat.core.clock import now
from games.models import Match, Seat
from games.services.bulk import insert_rows
from games.services.seats import seat_down
from games.services.tables import FEW, seat_bots
from tests.auctions.weeks import people_called

pytestmark = [pytest.mark.both, pytest.mark.django_db]

OWN = {"id", "index", "name", "hue", "joined_at"}
CROWD = FEW + 30


@pytest.fixture
def table() -> Match:
    (host,) = people_called("ann", 1)
    match = Match.objects.create(
        game="venice", name="A table", owner=host, most=100_000, created_at=now(), options={}
    )
    seat_down(match=match, user=host)
    return match


def test_seating_many_bots_equals_seating_each_alone(table: Match) -> None:
    seat_bots(match=table, bots=["planner"] * CROWD)
    seats = list(table.seats.order_by("index"))
    assert [seat.index for seat in seats] == list(range(1 + CROWD))
    assert len({seat.name for seat in seats}) == 1 + CROWD
    alone = model_to_dict(seats[1])
    for seat in seats[FEW + 1 :]:
        row = model_to_dict(seat)
        assert {name: row[name] for name in row if name not in OWN} == {
            name: alone[name] for name in alone if name not in OWN
        }
        assert abs((seat.joined_at - seats[1].joined_at).total_seconds()) < 60
        assert seat.hue == int(seat.name.removeprefix("Maschera ")) % 12


def test_rows_may_be_read_from_the_database_while_they_are_written(table: Match) -> None:
    seat_bots(match=table, bots=["planner"] * 3)
    whole = {
        "missed": 0,
        "away": False,
        "guided": False,
        "winner": False,
        "status": "seated",
        "program": False,
    }
    read = table.seats.order_by("index").values_list("index", "name", "joined_at", "score")
    insert_rows(
        Seat,
        ("match", "index", "name", "joined_at", "score", "bot", "stand_in", "auto", "hue", *whole),
        (
            (table.pk, index + 10, f"{name}\\\t\n", at, score, "", "", "{}", 0, *whole.values())
            for index, name, at, score in read
        ),
    )
    first, copied = table.seats.get(index=0), table.seats.get(index=10)
    assert (copied.name, copied.auto, copied.score) == (f"{first.name}\\\t\n", {}, None)
    assert copied.joined_at == first.joined_at


def test_a_row_that_breaks_a_constraint_is_an_error_of_the_database(table: Match) -> None:
    index = table.seats.get().index
    rows = [(table.pk, index, "", now(), "", "", "{}", 0, 0, False, False, False, "seated", False)]
    names = ("match", "index", "name", "joined_at", "bot", "stand_in", "auto", "hue", "missed")
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows(Seat, (*names, "away", "guided", "winner", "status", "program"), rows)
    assert table.seats.count() == 1
