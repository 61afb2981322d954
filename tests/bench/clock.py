"""The clock of many tables at once: how late people's deadlines and bots' moves are.

    python -m tests.bench.clock [--tables 1000] [--people 100] [--workers 2] [--seconds 60]

`tables` of Merchant Kings at which bots play on after their one person left, each with a move every
3.5 seconds, and `people` of Blanks at which nobody answers, so that their deadlines pass, some in
each second. Baseline: the same with a tenth of the tables. A trigger of the database writes down
when each step was made and was due.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

import psycopg

from tests.bench.usage import percentile
from tests.support.servers import Postgres
from tests.support.site import ScaledSite

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
from games.services.bot_seats import seat_bots
from games.services.leaving import walk_out
from games.services.seating import join
from games.services.starting import start
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
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60)
    wish = parser.parse_args()
    postgres = Postgres()
    postgres.start()
    try:
        print(f"{wish.workers} workers, {wish.people} deadlines of people in {wish.seconds:.0f} s")
        for tables in (wish.tables // 10, wish.tables):
            _measure(postgres, tables, wish)
    finally:
        postgres.stop()


class Workers(ScaledSite):
    """With so many workers, each as the Procfile has it."""

    workers = 2

    def commands(self) -> dict[str, str]:
        commands = super().commands()
        first = commands.pop("worker")
        named = {f"worker{n}": f"{first} --hostname worker{n}@%h" for n in range(self.workers)}
        return {**commands, **named}


def _measure(postgres: Postgres, tables: int, wish: argparse.Namespace) -> None:
    Workers.workers = wish.workers
    with (
        Workers(postgres, webs=1, BOT_DELAY_SCALE="1") as site,
        psycopg.connect(site.database_url, autocommit=True) as database,
    ):
        database.execute(NOTING)
        site.shell(TABLES.format(tables=tables, people=wish.people, seconds=wish.seconds))
        database.execute("TRUNCATE steps")
        time.sleep(wish.seconds)
        rows = database.execute("SELECT match, person, late FROM steps").fetchall()
    _tell(tables, rows, wish.seconds)


def _tell(tables: int, rows: list[tuple[int, bool, float]], seconds: float) -> None:
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
