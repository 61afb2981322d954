"""Benchmark of delays with many tables: people's deadlines and bots' moves.

    python -m tests.bench.clock [--tables 1000] [--people 100] [--workers 2] [--seconds 60]
    python -m tests.bench.clock --embedded [...]

There are `tables` of Merchant Kings where bots play on after their only person has left, with a
move every 3.5 seconds, and `people` tables of Blanks where nobody answers, so that some deadlines
expire every second. The baseline is a tenth of the tables. A database trigger records when each
step was due and made. In the embedded run, eight people play at the same time, and their response
times are measured.
"""

from __future__ import annotations

import argparse
import sqlite3
import time
from collections.abc import Callable
from statistics import median

import psycopg

from tests.bench.usage import answers_during, percentile
from tests.support.load import Load
from tests.support.servers import Postgres
from tests.support.site import EmbeddedSite, ScaledSite

Rows = list[tuple[int, bool, float]]  # match, True for a person's deadline, seconds late

NOTING_EMBEDDED = """
CREATE TABLE steps (match bigint, person boolean, late double precision);
CREATE TRIGGER note_step AFTER UPDATE OF entries ON games_match
  WHEN OLD.status = 'running' AND julianday(OLD.due_at) <= julianday('now')
BEGIN
  INSERT INTO steps VALUES (OLD.id, OLD.deadline = OLD.due_at,
    (julianday('now') - julianday(OLD.due_at)) * 86400);
END;
"""

NOTING = """
CREATE TABLE steps (match bigint, person boolean, late double precision);
CREATE FUNCTION note_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.due_at IS NOT NULL AND OLD.due_at <= clock_timestamp() THEN
    INSERT INTO steps VALUES (OLD.id, OLD.deadline = OLD.due_at,
      extract(epoch FROM clock_timestamp() - OLD.due_at));
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER note_step BEFORE UPDATE ON games_match FOR EACH ROW
  WHEN (OLD.entries IS DISTINCT FROM NEW.entries AND OLD.status = 'running')
  EXECUTE FUNCTION note_step();
"""

TABLES = """
import random
from datetime import timedelta
from django.contrib.auth import get_user_model
from chat.core.clock import now
from games.models import Match
from games.services.tables import seat_bots
from games.services.seats import walk_out
from games.services.seats import join
from games.services.start import start
from games.services.tables import TableWish, create_table

users = [
    get_user_model()(username=f"clock{{number}}") for number in range({tables} + 2 * {people})
]
get_user_model().objects.bulk_create(users)
users = list(get_user_model().objects.filter(username__startswith="clock").order_by("pk"))

def table(owner, game, least):
    return create_table(user=owner, game=game, wish=TableWish(name="A table", least=least, most=4))

def begin(match, owner):
    start(user=owner, public_id=match.public_id)

for owner in users[:{tables}]:
    match = table(owner, "merchants", 3)
    seat_bots(match=match, bots=["house"] * 3)
    begin(match, owner)
    walk_out(user=owner)
for number in range({people}):
    owner, other = users[{tables} + 2 * number :][:2]
    match = table(owner, "blanks", 2)
    join(user=other, public_id=match.public_id, password=None)
    begin(match, owner)
    at = now() + timedelta(seconds=random.uniform(5, {seconds}))
    Match.objects.filter(pk=match.pk).update(deadline=at, due_at=at)
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.clock")
    parser.add_argument("--embedded", action="store_true")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60)
    wish = parser.parse_args()
    workers = "embedded" if wish.embedded else f"{wish.workers} workers"
    print(f"{workers}, {wish.people} deadlines of people in {wish.seconds:.0f} s")
    if wish.embedded:
        _both(wish, _embedded)
        return
    postgres = Postgres()
    postgres.start()
    try:
        _both(wish, lambda *given: _scaled(postgres, *given))
    finally:
        postgres.stop()


def _both(wish: argparse.Namespace, measured: Callable[..., Rows]) -> None:
    for tables in (wish.tables // 10, wish.tables):
        made = TABLES.format(tables=tables, people=wish.people, seconds=wish.seconds)
        _print_results(tables, measured(wish, made), wish.seconds)


class Workers(ScaledSite):
    """A scaled site with several workers, each started as in the Procfile."""

    workers = 2

    def commands(self) -> dict[str, str]:
        commands = super().commands()
        first = commands.pop("worker")
        named = {f"worker{n}": f"{first} --hostname worker{n}@%h" for n in range(self.workers)}
        return {**commands, **named}


def _scaled(postgres: Postgres, wish: argparse.Namespace, tables: str) -> Rows:
    Workers.workers = wish.workers
    with (
        Workers(postgres, webs=1, BOT_DELAY_SCALE="1") as site,
        psycopg.connect(site.database_url, autocommit=True) as database,
    ):
        database.execute(NOTING)
        site.shell(tables)
        database.execute("TRUNCATE steps")
        time.sleep(wish.seconds)
        return database.execute("SELECT match, person, late FROM steps").fetchall()


def _embedded(wish: argparse.Namespace, tables: str) -> Rows:
    with EmbeddedSite(BOT_DELAY_SCALE="1") as site:
        with sqlite3.connect(site.database) as database:
            database.executescript(NOTING_EMBEDDED)
        with Load(site, tables=4, pause=0.2) as load:
            _answers("alone", load, wish.seconds / 2)
            site.shell(tables)
            with sqlite3.connect(site.database) as database:
                database.execute("DELETE FROM steps")
            _answers("beside", load, wish.seconds)
        load.close()
        with sqlite3.connect(site.database) as database:
            return database.execute("SELECT match, person, late FROM steps").fetchall()


def _answers(name: str, load: Load, seconds: float) -> None:
    pauses = answers_during(load, seconds)
    p50, p99 = (1000 * percentile(pauses, share) for share in (0.5, 0.99))
    print(f"  {name}: an answer to people at play p50 {p50:.0f} ms, p99 {p99:.0f} ms")


def _print_results(tables: int, rows: Rows, seconds: float) -> None:
    people = [late for _, person, late in rows if person]
    bots: dict[int, list[float]] = {}
    for match, person, late in rows:
        if not person:
            bots.setdefault(match, []).append(late)
    waits = [median(lates) for lates in bots.values()]
    middle = median(waits)
    print(f"{tables} tables of bots: {sum(map(len, bots.values())) / seconds:.0f} moves a second")
    print(f"  people's deadlines ({len(people)}), late p50 {median(people) * 1e3:.0f} ms,", end=" ")
    print(f"p99 {percentile(people, 0.99) * 1e3:.0f} ms   aim under 1000 ms")
    print(f"  bots' moves, late p50 {middle * 1e3:.0f} ms; the table that waits longest", end=" ")
    print(f"{max(waits) / middle:.2f} times as long   aim under 2")


if __name__ == "__main__":
    main()
