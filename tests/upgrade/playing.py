"""Plays matches by services alone; as a program, in a tree of before, begins those of `make.py`.

As a program it is run by the code of that tree, so it imports nothing of the tests.
"""

from __future__ import annotations

import hashlib
import json
import sys
from datetime import timedelta
from typing import Any

import django

PEOPLE = ("ann", "bob")
TABLES = {"blanks": 1, "merchants": 1, "interop": 1}  # bots beside the people
STEPS = 500


def main() -> None:
    """Makes people, matches that are over and matches that run, and notes what they were."""
    django.setup()
    from django.contrib.auth import get_user_model
    from django.db import connection

    users = get_user_model()
    people = [users.objects.create_user(username=name) for name in PEOPLE]
    over = [begun(people, game, bots) for game, bots in TABLES.items()]
    for match in over:
        play(match)
    running = [begun(people, game, bots) for game, bots in TABLES.items()]
    for match in running:
        play(match, entries=20)
    week = begun_week(people)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE noted (match text, digest text, moment text)")
        for match in (*over, *running, week):
            noted = (match.public_id, digest(match), moment().isoformat())
            cursor.execute("INSERT INTO noted VALUES (%s, %s, %s)", noted)


def moment() -> Any:
    from chat.core.clock import now

    return now()


def begun(people: list[Any], game: str, bots: int, **wish: Any) -> Any:
    """A match of this game that these people and so many bots have begun."""
    from games.services.seating import join
    from games.services.starting import start
    from games.services.tables import TableWish, create_table

    least = 3 if game == "merchants" else 2
    table = TableWish(name=f"A table of {game}", least=least, most=2 + bots, bots=bots, **wish)
    match = create_table(user=people[0], game=game, wish=table)
    for user in people[1:]:
        join(user=user, public_id=match.public_id)
    start(user=people[0], public_id=match.public_id)
    match.refresh_from_db()
    return match


def begun_week(people: list[Any]) -> Any:
    """A week of Venice at the fast pace, with bids, whose opening has been held."""
    from auctions.services.clock import run_week
    from auctions.services.commands import act

    week = begun(people, "venice", 3, options={"pace": "fast", "minutes": 60})
    for number, user in enumerate(people):
        loan = {"do": "loan", "amount": 100 + number}
        act(user=user, public_id=week.public_id, raw=loan, key=f"loan {number}")
        for auction in (0, 1):
            bid = {"do": "bid", "auction": auction, "item": _item(week, auction)}
            bid |= {"price": 10 + number, "units": 1}
            act(user=user, public_id=week.public_id, raw=bid, key=f"bid {auction} {number}")
    run_week(week.pk)
    to_auction(week)
    run_week(week.pk)
    week.refresh_from_db()
    return week


def _item(week: Any, auction: int) -> str:
    from auctions.selectors.frame import frame_of

    return str(frame_of(week).lineup[auction][0].item)


def to_auction(week: Any) -> None:
    """Moves the clock past the next auction."""
    from auctions.models import Auction
    from chat.core import clock

    to_come = Auction.objects.filter(match=week, resolved_at=None).order_by("number")
    instant = to_come.values_list("instant", flat=True)[0]
    clock.move((instant + timedelta(seconds=1) - clock.now()).total_seconds())


def play(match: Any, *, entries: int = sys.maxsize) -> None:
    """Everybody answers, until the match is over or its log has so many entries."""
    from games.services.due import run_due

    for _step in range(STEPS):
        run_due(match.pk)  # the bots
        match.refresh_from_db()
        for seat in match.seats.filter(index__in=match.asked).exclude(user=None):
            _answer(match, seat)
        match.refresh_from_db()
        if match.status != "running" or match.entries >= entries:
            return
    raise RuntimeError(f"{match.game} is not over")


def _answer(match: Any, seat: Any) -> None:
    """This person answers as the house's bot would."""
    from games.engines.dealer import Seeded
    from games.rules import engine_of, state_of, title_of
    from games.services.play import act

    match.refresh_from_db()
    if seat.index not in match.asked:
        return
    view = engine_of(match).view(state_of(match), seat.index)
    title = title_of(match)
    raw = title.bots[title.house_bot](view, Seeded(f"{match.entries} {seat.index}"))
    assert raw is not None
    act(user=seat.user, public_id=match.public_id, raw=raw, key=f"key {match.pk} {match.entries}")


def digest(match: Any) -> str:
    """Of the record, where the match has one; else of its state."""
    from games.records import record_of
    from games.refusals import Refusal

    try:
        kept = json.dumps(record_of(match), sort_keys=True).encode()
    except Refusal:
        kept = bytes(match.snapshot or b"")
    return hashlib.sha256(kept).hexdigest()


if __name__ == "__main__":
    main()
