"""17:15 with thousands of open pages of one match: who hears when, and what that costs.

    python -m tests.bench.auctions_sockets [--lane embedded|scaled] [--sockets 5000]

The clock of the site is moved to the opening; every page is sent what that auction brought, each
its own. Meanwhile somebody else asks for a page that has nothing to do with it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
import urllib.request
from collections import defaultdict
from typing import Any
from urllib.parse import urlsplit

from tests.bench.clients import Person
from tests.bench.lane import started
from tests.bench.usage import Meter, memory, percentile
from tests.support.site import Site

OPENED_AT_ONCE = 12
SETUP = """
import json, random
from importlib import import_module
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction
from auctions.models import Account, Bid
from auctions.selectors.frame import frame_of
from chat.core.clock import now
from games.engines.dealer import seal_of
from games.models import Match, Seat
from games.services.bulk import insert_rows, update_rows
from games.services.starting import begin
from lobby.models import User
count = {count}
engine = import_module(settings.SESSION_ENGINE).SessionStore
users = User.objects.bulk_create(
    [User(username=f"crowd{{n:05}}", password="!") for n in range(count)], batch_size=500
)
chance = random.Random(1)
with transaction.atomic():
    match = Match.objects.create(
        game="venice", name="A crowd", owner=users[0], secret="7" * 64, most=100_000,
        seal=seal_of("7" * 64), created_at=now(), options={{"pace": "fast", "minutes": 1440}},
    )
    Seat.objects.bulk_create(
        [Seat(match=match, index=n, user=u, name=u.username, joined_at=now())
         for n, u in enumerate(users)], batch_size=500,
    )
    begin(match=match, prepared=None)
    frame = frame_of(match)
    keys = list(Account.objects.filter(match=match).order_by("number").values_list("pk", flat=True))
    update_rows(Account, "seat", ("loan", "purse"), [(key, 150, 150) for key in keys])
    insert_rows(Bid, ("lot", "account", "price", "units", "since"), [
        (lot, key, chance.randrange(1, 60), 1, frame.start) for key in keys for lot in frame.lots[0]
    ])
sessions, listed = [], []
for user in users:
    session = engine()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    sessions.append(session.session_key)
    listed.append(
        UserSession(user=user, session_key=sessions[-1], ip="127.0.0.1", user_agent="a bench")
    )
UserSession.objects.bulk_create(listed, batch_size=500)
print(json.dumps({{"match": match.public_id, "sessions": sessions}}))
"""
OPENING = """
from auctions.models import Auction
auction = Auction.objects.get(match__public_id={match!r}, number=0)
at = auction.resolved_at
print(auction.instant.timestamp(), at and (at - auction.instant).total_seconds())
"""
AHEAD = 3.0  # seconds before the opening, to which the clock is moved


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--lane", choices=("embedded", "scaled"), default="embedded")
    parser.add_argument("--sockets", type=int, default=5000)
    wish = parser.parse_args()
    with started(wish.lane) as (site, roots, _postgres):
        made = json.loads(site.shell(SETUP.format(count=wish.sockets)).splitlines()[-1])
        asyncio.run(_measure(site, [*roots.values()], made))


async def _measure(site: Site, roots: list[int], made: dict[str, Any]) -> None:
    path = f"/live/match/{made['match']}/"
    empty = memory(roots)
    people = [
        Person(site.url, path, session, number) for number, session in enumerate(made["sessions"])
    ]
    meter, began = Meter(roots), time.perf_counter()
    await _open(people)
    print(f"\n{len(people)} sockets opened in {time.perf_counter() - began:.0f} s", end=", ")
    print(f"{meter.used() / len(people) * 1000:.1f} ms of CPU and", end=" ")
    print(f"{(memory(roots) - empty) / len(people) / 1000:.0f} kB each")
    await _quiet(people, 3)
    for person in people:
        person.heard.clear()
        person.messages = person.received = 0
        person.wanted = b'id="m-seat"'  # what it won; who is here may be told as well
    await _instant(site, roots, made, people)
    for person in people:
        await person.close()


async def _open(people: list[Person]) -> None:
    gate = asyncio.Semaphore(OPENED_AT_ONCE)

    async def one(person: Person) -> None:
        async with gate:
            await person.open()

    await asyncio.gather(*(one(person) for person in people))


async def _quiet(people: list[Person], seconds: float) -> None:
    """Until nothing has come for so long."""
    left = seconds
    while left > 0:
        await asyncio.sleep(left)
        left = seconds - (time.perf_counter() - max(person.heard_at for person in people))


async def _instant(
    site: Site, roots: list[int], made: dict[str, Any], people: list[Person]
) -> None:
    instant = float(site.shell(OPENING.format(match=made["match"])).split()[0])
    meter = Meter(roots)
    site.move_clock(instant - time.time() - AHEAD)
    began = time.perf_counter() + AHEAD
    asking = [asyncio.create_task(_ask(site.url + path, made)) for path in _others(made)]
    await asyncio.wait_for(asyncio.gather(*(person.heard.wait() for person in people)), 900)
    lost = [person for person in people if person.lost]
    heard = [person.heard_at - began for person in people if not person.lost]
    await _quiet(people, 4)
    for task in asking:
        task.cancel()
    late = site.shell(OPENING.format(match=made["match"])).split()[1]
    first, last = min(heard), max(heard)
    print(f"resolved {float(late):.1f} s after the instant; pages heard of it after", end=" ")
    print(f"{first:.1f} s (first), {percentile(heard, 0.5):.1f} s, {last:.1f} s (last)", end=": ")
    print(f"within {last - first:.1f} s of each other")
    print(f"{meter.used() / len(people) * 1000:.1f} ms of CPU a page", end=", ")
    print(f"{sum(p.messages for p in people) / len(people):.1f} messages each", end=", ")
    print(f"{sum(p.received for p in people) / len(people) / 1000:.0f} kB each")
    if lost:
        print(f"{len(lost)} sockets were closed meanwhile")
    for path, taken in ASKED.items():
        print(f"meanwhile {path} in {percentile(taken, 0.5):.2f} s", end=", ")
        print(f"99 % within {percentile(taken, 0.99):.2f} s", end=", ")
        print(f"slowest {max(taken):.2f} s ({len(taken)} asked)")


def _others(made: dict[str, Any]) -> list[str]:
    """A page that has nothing to do with it, and the match itself, opened anew."""
    return ["/account/login/", f"/m/{made['match']}/"]


ASKED: defaultdict[str, list[float]] = defaultdict(list)


async def _ask(url: str, made: dict[str, Any]) -> None:
    """Asks for a page now and then, as one of the players would."""
    cookie = f"sessionid={made['sessions'][0]}"
    while True:
        began = time.perf_counter()
        await asyncio.to_thread(_get, url, cookie)
        ASKED[urlsplit(url).path].append(time.perf_counter() - began)
        await asyncio.sleep(0.2)


def _get(url: str, cookie: str) -> None:
    asked = urllib.request.Request(url, headers={"Cookie": cookie})
    with urllib.request.urlopen(asked, timeout=120) as answer:
        answer.read()


if __name__ == "__main__":
    main()
