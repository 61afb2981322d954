"""Bots take seats: one that the owner asks for, a few, or a crowd in steps that let others in."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, Q

from chat.core.clock import now
from games.engine.table import Refused, check_add_bot
from games.levels import HOUSE, bot_of
from games.models import Match, Seat
from games.refusals import HouseCode, Refusal
from games.registry import game_of
from games.services.bulk import insert_rows
from games.services.facts import facts_of
from games.services.locking import accept, accepted, clean_key, in_turn, let_others_in, lock_match
from games.services.seating import check_going, seat_down, tell_table
from games.services.table_sizes import check_filling

FEW = 12  # bots that are seated one by one, each with a name of its own
AT_ONCE = 2000  # bots in one transaction


def add_bot(*, user: Any, public_id: str, key: str = "", level: str = HOUSE) -> None:
    """The owner seats a bot that plays as the word `level` says. Raises `Refusal`."""
    key = clean_key(key)
    with transaction.atomic():
        match = lock_match(public_id)
        if accepted(user=user, key=key, match=match):
            return
        facts = facts_of(match, user)
        try:
            check_add_bot(facts)
        except Refused as refused:
            raise Refusal(HouseCode(refused.code)) from refused
        check_going(match)
        check_filling(user=user, match=match, seats=facts.players + 1)
        seat_down(match=match, bot=bot_of(game_of(match.game).title, level))
        accept(user=user, key=key, match=match)


def seat_bots(*, match: Match, bots: Sequence[str]) -> None:
    """Seats the first of these bots at an open table; `fill_table` seats those beyond a step."""
    for bot in bots[:FEW]:
        seat_down(match=match, bot=bot)
    if len(bots) > FEW:
        _seat_crowd(match, _taken(match), bots[FEW:AT_ONCE])
        tell_table(match)


def fill_table(*, public_id: str, bots: int) -> None:
    """Goes on until so many bots sit at this table, or it is full, or it waits no more.

    In transactions of bounded size with pauses: others are let in between. Whoever is interrupted
    can go on by calling it again.
    """
    more = bots > AT_ONCE  # otherwise they came with the table
    while more:
        began = time.monotonic()
        with in_turn(), transaction.atomic(durable=True):
            more = _fill_on(lock_match(public_id), bots)
        let_others_in(time.monotonic() - began)


def _fill_on(match: Match, bots: int) -> bool:
    """One step. Whether there is another one to do."""
    taken = _taken(match)
    missing = min(bots - taken.bots, match.most - taken.seats)
    if match.status != Match.Status.OPEN or missing <= 0:
        return False
    _seat_crowd(match, taken, [game_of(match.game).title.house_bot] * min(missing, AT_ONCE))
    if missing <= AT_ONCE:
        tell_table(match)
    return missing > AT_ONCE


@dataclass(frozen=True)
class Taken:
    """The seats of a table that are taken, how many by bots, and the highest number."""

    seats: int
    bots: int
    top: int


def _taken(match: Match) -> Taken:
    bots = Count("pk", filter=~Q(bot=""))
    return Taken(**match.seats.aggregate(seats=Count("pk"), bots=bots, top=Max("index")))


def _seat_crowd(match: Match, taken: Taken, bots: Sequence[str]) -> None:
    """Rows without an object for each: a table of Venice may be filled up with 100,000."""
    same = {
        "match": match.pk, "joined_at": now(), "status": Seat.Status.SEATED, "missed": 0,
        "away": False, "stand_in": "", "auto": "{}", "guided": False, "winner": False,
        "program": False,
    }  # fmt: skip
    insert_rows(
        Seat,
        ("index", "bot", "name", "hue", *same),
        (
            (taken.top + 1 + n, bot, f"Maschera {taken.seats + n}", (taken.seats + n) % 12,
             *same.values())
            for n, bot in enumerate(bots)
        ),
    )  # fmt: skip
