"""When bots move, and what a bot keeps in mind between its moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from celery import current_app
from django.conf import settings
from django.db import transaction

from games.engine import codec
from games.models import BotNotes, BotPlan, Match

QUEUE = "search"


def hand_out_to_workers(match: int, seat: int, decision: str, seconds: float) -> None:
    """To whoever listens to the queue of searches; if nobody does in time, it is forgotten."""
    current_app.send_task(
        "games.tasks.think", (match, seat, decision), queue=QUEUE, expires=seconds
    )


def hand_out_to_nobody(match: int, seat: int, decision: str, seconds: float) -> None:
    """A process without a house or workers, such as a command: its bots do not search."""


# Who is told, once it is committed, that a bot of a seat may think about a decision, and for how
# many seconds that is of use. Of an embedded site it is a process of its own
# (config/operations/search_process.py).
hand_out: Callable[[int, int, str, float], None] = (
    hand_out_to_nobody if settings.EMBEDDED else hand_out_to_workers
)


def budget_of(match: Match) -> float:
    """Seconds of CPU for one decision."""
    slow = match.settings.pace == "slow"
    return (settings.SEARCH_SLOW_MS if slow else settings.SEARCH_MS) / 1000


def ask_ahead(*, match: Match, seat: int, decision: str, seconds: float) -> None:
    """Lets the bot of this seat think until its moment comes. Names alone are handed on."""
    pk = match.pk
    transaction.on_commit(lambda: hand_out(pk, seat, decision, seconds), robust=True)


def keep_plan(*, match: Match, seat: int, decision: str, answer: Mapping[str, Any]) -> None:
    """In the place of what this seat thought out before."""
    BotPlan.objects.update_or_create(
        match=match, seat=seat, defaults={"decision": decision, "answer": codec.encode(answer)}
    )


def plan_of(*, match: Match, seat: int) -> Mapping[str, Any] | None:
    """What was thought out for the open decision, if it came in time."""
    found = BotPlan.objects.filter(match=match, seat=seat, decision=match.decision_id).first()
    return None if found is None else codec.decode(bytes(found.answer), dict[str, Any])


def forget_plans(*, match: Match) -> None:
    """The match is over."""
    BotPlan.objects.filter(match=match).delete()


# --- What the bots of a match go by beside their views: copied at its start, and for them alone.


T = TypeVar("T")


def keep_notes(*, match: Match, notes: object) -> None:
    """At the start of the match; the caller has locked it."""
    BotNotes.objects.create(match=match, data=codec.encode(notes))


def notes_of(match: Match, kind: type[T]) -> T | None:
    """What was kept, if anything was."""
    found = BotNotes.objects.filter(match=match).first()
    return None if found is None else codec.decode(bytes(found.data), kind)


def forget_notes(*, match: Match) -> None:
    """Nobody plays in it any more."""
    BotNotes.objects.filter(match=match).delete()
