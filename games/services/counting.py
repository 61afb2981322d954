"""How many actions there are, by game and result: /metrics tells (config/metrics.py)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError

from chat.core.metrics import Counter
from games.refusals import Refusal
from games.rules import game_slug
from games.services.advance import Written

log = logging.getLogger("ridotto.actions")

ACTIONS = Counter(
    "ridotto_actions",
    "Actions by game, by who acted (person, bot, clock) and by result: accepted, or the code of "
    "the refusal.",
    ("game", "by", "result"),
)


def count_written(written: Written) -> None:
    """One that was accepted, of whoever. What was done is nobody's to read in a log."""
    match, entry, by = written.match, written.entry, _actor(written)
    ACTIONS.labels(match.game, by, "accepted").inc()
    if log.isEnabledFor(logging.INFO):
        where = {"match": match.public_id, "seat": entry.seat, "entry": entry.seq}
        log.info("action", extra={"game": match.game, "by": by, **where})


def _actor(written: Written) -> str:
    index = written.entry.seat
    if index is None:
        return "clock"
    seat = next(seat for seat in written.seats if seat.index == index)
    return "bot" if seat.user_id is None else "person"


@contextmanager
def counting_refusals(public_id: str) -> Iterator[None]:
    """Counts what a person is refused."""
    try:
        yield
    except Refusal as refusal:
        ACTIONS.labels(_game(public_id), "person", refusal.code).inc()
        raise


def _game(public_id: str) -> str:
    """ "none" where there is no such match, it has not begun, or nobody can say."""
    try:
        return game_slug(public_id)
    except (Refusal, DatabaseError):
        return "none"
