"""What pages about people cost where a million matches have been played: ratings, best, profiles.

    python -m tests.bench standing [--matches 1000000] [--people 20000] [--embedded]

One match is played and copied, until everybody has played as often as there are matches for them,
and one person a hundredth of all. For each page: queries, bytes, processor time, and all of it.
Baseline: a hundredth of the matches, in the same run.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from tests.bench.by_size import Costs, compare
from tests.support.site import Site

SEATS = 4
APART = 4999  # people between two who sit at one table
FIRST_KEY = 10_000_000  # of the copies: the key of each is this and its number
TIMES = 10


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench standing")
    parser.add_argument("--embedded", action="store_true", help="SQLite instead of PostgreSQL")
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--people", type=int, default=20_000)
    wish = parser.parse_args()
    compare(partial(_measured, wish), embedded=wish.embedded)


def _measured(wish: argparse.Namespace, site: Site, share: int) -> Costs:
    filled = f"standing.fill({wish.matches // share}, {wish.people})"
    site.shell(f"from tests.bench import standing\n{filled}")
    found = site.shell("from tests.bench import standing\nprint(standing.measured())")
    return dict(json.loads(found))


# --- inside the site ----------------------------------------------------------------------------


def fill(matches: int, people: int) -> None:
    """So many finished and rated matches of these people, in the year before now."""
    from django.contrib.auth import get_user_model

    from games.models import Match, MonthRating, RatedMatch, RatedResult, Rating, Seat
    from tests.support.finished import longest, put

    users = get_user_model().objects
    users.bulk_create((users.model(username=f"person{n}") for n in range(people)), 1000)
    first = users.get(username="person0").pk
    match = put("merchants", longest("merchants", 1), [f"player{n}" for n in range(SEATS)])
    at, known = match.ended_at, {"user": match.owner, "game": "merchants"}
    assert at is not None
    key = f"{FIRST_KEY} + n"
    fresh = {"id": key, "public_id": _name(), "ended_at": _a_year_before(at, matches)}
    _copy(match, matches, fresh)
    counted = RatedMatch.objects.create(match=match, game="merchants")
    _copy(counted, matches, {"id": key, "match_id": key})
    skill = {"mu": 25.0, "sigma": 3.0}
    for seat in match.seats.all():
        who = _sits(seat.index, first, people)
        _copy(seat, matches, {"match_id": key, "user_id": who})
        result = RatedResult.objects.create(
            counted=counted, **known | {"user": seat.user}, place=seat.index + 1, players=SEATS,
            mu_before=25, **skill, at=at,
        )  # fmt: skip
        _copy(result, matches, {"counted_id": key, "user_id": who, "mu": "20 + n % 17"})
    of_person = {"user_id": f"{first} + n", "sure": "10 + n % 17"}
    rated = {**known, **skill, "sure": 16.0, "matches": 99}
    _copy(Rating.objects.create(**rated, at=at), people, of_person)
    month = at.date().replace(day=1)
    for _ in range(12):
        _copy(MonthRating.objects.create(**rated, month=month), people, of_person)
        month = (month - timedelta(days=1)).replace(day=1)
    _run("ANALYZE")
    assert Seat.objects.filter(user=first).count() >= matches // 100
    assert Match.objects.count() > matches


def _sits(index: int, first: int, people: int) -> str:
    """Whose seat it is in the match of a number; one of a hundred is the first person's."""
    usual = f"{first} + 1 + (n + {index} * {APART}) % {people - 1}"
    return usual if index else f"CASE WHEN n % 100 = 0 THEN {first} ELSE {usual} END"


def _name() -> str:
    from django.db import connection

    padded = "lpad(n::text, 9, '0')" if connection.vendor == "postgresql" else "printf('%09d', n)"
    return f"'x' || {padded}"


def _a_year_before(at: Any, matches: int) -> str:
    from django.db import connection

    days = f"(365.0 * n / {matches})"
    if connection.vendor == "postgresql":
        return f"'{at.isoformat()}'::timestamptz - {days} * interval '1 day'"
    return f"datetime('{at.isoformat()}', '-' || {days} || ' days')"


def _copy(row: Any, count: int, values: Mapping[str, str]) -> None:
    """So many rows like this one; `values`: SQL for columns by the number `n` of the row."""
    table, columns = row._meta.db_table, [field.column for field in row._meta.concrete_fields]
    taken = [column for column in columns if column != "id" or column in values]
    own = ", ".join(values.get(column, f'one."{column}"') for column in taken)
    names = ", ".join(f'"{column}"' for column in taken)
    below = f"SELECT n + 1 FROM c WHERE n + 1 < {count}"
    _run(
        f"WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL {below})"
        f" INSERT INTO {table} ({names}) SELECT {own} FROM {table} one, c WHERE one.id = {row.pk}"
    )


def _run(sql: str) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql)


def measured() -> str:
    """Queries, bytes, milliseconds of a processor and all milliseconds of each page, as JSON."""
    from django.contrib.auth import get_user_model

    from games.models import Match
    from games.services.tables import TableWish, create_table

    users = get_user_model().objects
    heavy, usual = (users.get(username=name) for name in ("person0", "person7"))
    last = Match.objects.order_by("pk")[0]  # the one that was played, of which all is there
    assert last.owner is not None
    table = create_table(
        user=heavy, game="merchants", wish=TableWish(name="The new table", least=4, most=4)
    )
    pages = {
        "the best": (usual, "/best/merchants/"),
        "the best of a month": (usual, f"/best/merchants/?month={last.ended_at:%Y-%m}"),
        "who has played a hundredth": (usual, "/people/person0/"),
        "their page, to themselves": (heavy, "/people/person0/"),
        "who has played as usual": (usual, "/people/person7/"),
        "a match that is over": (last.owner, f"/m/{last.public_id}/"),
        "a waiting table, to its owner": (heavy, f"/m/{table.public_id}/"),
        "a waiting table, to who comes": (usual, f"/m/{table.public_id}/"),
        "the lobby": (usual, "/lobby/"),
    }
    return json.dumps({name: _cost(*page) for name, page in pages.items()})


def _cost(user: Any, address: str) -> tuple[int, int, float, float]:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tests.support.logged_in import log_in

    browser = Client(headers={"host": "localhost"})
    log_in(browser, user)
    answer = browser.get(address)
    assert answer.status_code == 200, address
    with CaptureQueriesContext(connection) as queries:
        size = len(browser.get(address).content)
        asked = len(queries)
    spent, taken = time.process_time(), time.perf_counter()
    for _ in range(TIMES):
        browser.get(address)
    spent, taken = time.process_time() - spent, time.perf_counter() - taken
    return asked, size, 1e3 * spent / TIMES, 1e3 * taken / TIMES


if __name__ == "__main__":
    main()
