"""Benchmark of lists on a large site: many tables and many messages.

    python -m tests.bench.lists [--open 2000] [--running 20000] [--messages 1000000] [--embedded]

For visitors and members it prints queries, bytes and CPU time of the lobby, and bytes and time of
an update of the open page when a table is created. For the admin's list of messages it measures
the first page, the last page and a search. The baseline is a hundredth of the rows in the same
run.
"""

from __future__ import annotations

import argparse
import json
import shutil
from typing import Any

from tests.support.servers import Postgres
from tests.support.site import Site

SHARES = (100, 1)  # the numbers of rows are divided by these

# By page: queries, bytes, CPU milliseconds and elapsed milliseconds.
Costs = dict[str, Any]

# Rows are inserted without the services, because tables need no state in lists.
FILL = """
import random
from datetime import timedelta
from itertools import islice
from django.contrib.auth import get_user_model
from django.db import connection
from chat.core.clock import now
from chat.models import Message, Room
from games.models import Match, Seat

User = get_user_model()
luck, at = random.Random(1), now()
User.objects.bulk_create([User(username=f"person{{n}}") for n in range({people})])
people = list(User.objects.filter(username__startswith="person").order_by("pk"))

def rows(count, status, seats):
    for number in range(count):
        made = at - timedelta(seconds=count - number)
        yield Match(
            game=luck.choice(["blanks", "merchants", "interop"]), name=f"A table {{number}}",
            status=status, owner=luck.choice(people), most=4, created_at=made,
            started_at=made if status == "running" else None, late_join=luck.random() < 0.2,
            access=luck.choice(["open"] * 8 + ["password", "invite"]), password="x",
        )

def fill(count, status, seats):
    made = Match.objects.bulk_create(rows(count, status, seats), batch_size=1000)
    Seat.objects.bulk_create((
        Seat(match=match, index=index, user=person, joined_at=at)
        for match in made for index, person in enumerate(luck.sample(people, seats))
    ), batch_size=1000)

fill({open}, "open", 3)
fill({running}, "running", 4)
room = Room.objects.create(key="a-room")
def messages():
    for number in range({messages}):
        yield Message(
            room=room, author=people[number % len(people)], at=at, key=f"k{{number}}",
            text=f"Message {{number}}",
        )
found = messages()
while lot := list(islice(found, 5000)):
    Message.objects.bulk_create(lot)
with connection.cursor() as cursor:
    cursor.execute("ANALYZE")
"""

MEASURE = """
import json, time
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from chat.live.batch import open_batch, render_batch
from games.services.tables import TableWish, create_table
from lobby.tables.fragments import lobby_page
from tests.support.log_in import log_in

User = get_user_model()
boss = User.objects.create_superuser(username="boss", password="x")
viewers = list(User.objects.filter(username__startswith="person").order_by("pk")[:50])
told = {}

def page(name, user, address, times=10):
    client = Client(headers={"host": "localhost"})
    if user:
        log_in(client, user)
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        size = len(client.get(address).content)
        asked = len(queries)
    spent, taken = time.process_time(), time.perf_counter()
    for _ in range(times):
        assert client.get(address).status_code == 200
    spent, taken = time.process_time() - spent, time.perf_counter() - taken
    told[name] = [asked, size, 1e3 * spent / times, 1e3 * taken / times]

page("lobby, a visitor", None, "/lobby/")
page("lobby, a member", viewers[0], "/lobby/")
page("lobby, free seats only", viewers[0], "/lobby/?free=1")
openers = [lambda user=user: lobby_page(user, "all", {}) for user in viewers]
pages = [page for page, _html in open_batch(openers)]
create_table(user=boss, game="blanks", wish=TableWish(name="The new table"))
with CaptureQueriesContext(connection) as queries:
    spent, taken = time.process_time(), time.perf_counter()
    news = render_batch([(page, frozenset(["lobby"])) for page in pages])
    spent, taken = time.process_time() - spent, time.perf_counter() - taken
count = len(pages)
assert all("The new table" in html for html in news)
size = sum(map(len, news)) / count
each = [number / count for number in (len(queries), 1e3 * spent, 1e3 * taken)]
told["a new table, each open page"] = [each[0], size, *each[1:]]
page("admin, messages", boss, "/admin/chat/message/", 3)
page("admin, messages of one author", boss, "/admin/chat/message/?q=person7", 3)
page("admin, a rare word", boss, "/admin/chat/message/?q=99999", 3)
page("admin, a common word", boss, "/admin/chat/message/?q=message", 3)
page("admin, removed messages", boss, "/admin/chat/message/?state=removed", 3)
page("admin, matches", boss, "/admin/games/match/", 3)
page("admin, deadlines", boss, "/admin/games/deadline/", 3)
page("admin, people", boss, "/admin/lobby/user/", 3)
print(json.dumps(told))
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.lists")
    parser.add_argument("--embedded", action="store_true", help="SQLite instead of PostgreSQL")
    parser.add_argument("--open", type=int, default=2000)
    parser.add_argument("--running", type=int, default=20_000)
    parser.add_argument("--messages", type=int, default=1_000_000)
    wish = parser.parse_args()
    if wish.embedded:
        _print_results(*(_in_a_site("", wish, share) for share in SHARES))
        return
    with Postgres() as postgres:
        _print_results(*(_in_a_site(postgres.database(f"by{one}"), wish, one) for one in SHARES))


def _measured(wish: argparse.Namespace, site: Site, share: int) -> Costs:
    counts = {"open": wish.open, "running": wish.running, "messages": wish.messages}
    counts["people"] = wish.running + wish.open  # four seats each
    site.shell(FILL.format(**{name: count // share for name, count in counts.items()}))
    return dict(json.loads(site.shell(MEASURE)))


def _in_a_site(database: str, wish: argparse.Namespace, share: int) -> Costs:
    """Return the costs on an empty site filled with a share of the rows."""
    site = Site(DATABASE_URL=database, REDIS_URL="")
    try:
        site.manage("migrate", "--verbosity=0")
        return _measured(wish, site, share)
    finally:
        site.close()
        shutil.rmtree(site.folder, ignore_errors=True)


def _print_results(few: Costs, many: Costs) -> None:
    print(f"{'':32}  queries      bytes     CPU ms   all in ms   (a hundredth: CPU, all in ms)")
    for name, (queries, size, spent, taken) in many.items():
        _, _, less, before = few[name]
        print(f"{name:32}  {queries:7.1f}  {size:9.0f}  {spent:8.1f}   {taken:9.1f}", end="")
        print(f"   ({less:.1f}, {before:.1f}: {taken / before:.1f} times)")


if __name__ == "__main__":
    main()
