"""Ratings of many simulated matches: counted, counted anew, and how well they predict.

    python -m tests.bench ratings [--matches 100000] [--people 2000]

People of whom each plays as well as a hidden number says, more or less; who meets whom is drawn.
Before each match the ratings say who of each pair of its players is likely to come in before the
other: how often they are right, once both have played ten matches, stands beside what a coin would
have, and beside what the hidden numbers themselves would.
"""

from __future__ import annotations

import argparse
import time

from tests.support.site import EmbeddedSite

MEASURE = """
import random, time, json
from datetime import timedelta
from itertools import combinations
from django.contrib.auth import get_user_model
from django.db import connection
from chat.core.clock import now
from games.models import Match, Rating, RatedMatch, Seat
from games.ratings import BEGINNER, PROVISIONAL, after
from games.services.rating import count_one
from games.services.recounting import recount

MATCHES, PEOPLE, SPREAD, LUCK = {matches}, {people}, 5.0, 5.0
chance = random.Random("ratings")
User = get_user_model()
User.objects.bulk_create(User(username=f"rated{{n}}") for n in range(PEOPLE))
people = list(User.objects.filter(username__startswith="rated").order_by("pk"))
hidden = {{one.pk: chance.gauss(0, SPREAD) for one in people}}
begun = now() - timedelta(days=365)

right = true = pairs = 0
skills, played = {{}}, {{}}
for first in range(0, MATCHES, 1000):
    matches = [
        Match(
            game="blanks", name="Simulated", seal="", secret="", created_at=begun, started_at=begun,
            status="finished", rated=True, ended_at=begun + timedelta(minutes=number),
        )
        for number in range(first, min(first + 1000, MATCHES))
    ]
    Match.objects.bulk_create(matches)
    seats = []
    for match in matches:
        who = chance.sample(people, chance.choice((2, 3, 3, 4, 4, 6)))
        day = {{one.pk: hidden[one.pk] + chance.gauss(0, LUCK) for one in who}}
        order = sorted(day, key=lambda pk: -day[pk])
        for one, other in combinations(order, 2):  # one came in before the other
            if min(played.get(one, 0), played.get(other, 0)) >= PROVISIONAL:
                pairs += 1
                right += skills[one].mu > skills[other].mu
                true += hidden[one] > hidden[other]
        known = [skills.get(pk, BEGINNER) for pk in order]
        skills.update(zip(order, after(known, range(1, len(order) + 1))))
        for place, pk in enumerate(order, 1):
            played[pk] = played.get(pk, 0) + 1
            seats.append(Seat(
                match=match, index=place - 1, user_id=pk, name="", joined_at=begun, rank=place,
                score=0, winner=place == 1,
            ))
    Seat.objects.bulk_create(seats, batch_size=500)
began = time.process_time()
while count_one():
    pass
counting = time.process_time() - began
began = time.process_time()
found = recount()
anew = time.process_time() - began
stored = {{one.user_id: one.mu for one in Rating.objects.all()}}
print(json.dumps({{
    "matches": found.matches, "ratings": len(found.ratings), "same": found.same,
    "as predicted": all(skills[pk].mu == mu for pk, mu in stored.items()),
    "pairs": pairs, "right": right / max(1, pairs), "true": true / max(1, pairs),
    "count_ms": 1000 * counting / MATCHES, "anew_ms": 1000 * anew / MATCHES,
}}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=2_000)
    given = parser.parse_args()
    began = time.monotonic()
    with EmbeddedSite(SQLITE_SYNCHRONOUS="NORMAL") as site:
        said = site.shell(MEASURE.format(matches=given.matches, people=given.people))
    print(said.strip().splitlines()[-1])
    print(f"{time.monotonic() - began:.0f} s in all")


if __name__ == "__main__":
    main()
