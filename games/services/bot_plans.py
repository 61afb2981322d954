"""The plans of bots that search, and the notes that bots use beside their views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.conf import settings
from django.db import transaction

from chat.core.broker import request_task
from games.engine import codec
from games.models import BotNotes, BotPlan, Match

QUEUE = "search"


def hand_out_to_workers(match: int, seat: int, decision: str, seconds: float) -> None:
    """Queue a search for the search workers; it expires if none takes it in time."""
    request_task("games.tasks.think", match, seat, decision, queue=QUEUE, expires=seconds)


def hand_out_to_nobody(match: int, seat: int, decision: str, seconds: float) -> None:
    """Drop the search: bots in this process do not search.

    It is for processes without workers, such as management commands of an embedded site.
    """


# Called after the commit with a seat whose bot may think about a decision, and the seconds for
# which its answer is of use. An embedded site has a process of its own for it, which replaces this
# (config/operations/search_process.py).
hand_out: Callable[[int, int, str, float], None] = (
    hand_out_to_nobody if settings.EMBEDDED else hand_out_to_workers
)


def budget_of(match: Match) -> float:
    """Return the seconds of CPU that a bot may use for one decision."""
    slow = match.settings.pace == "slow"
    return (settings.SEARCH_SLOW_MS if slow else settings.SEARCH_MS) / 1000


def ask_ahead(*, match: Match, seat: int, decision: str, seconds: float) -> None:
    """Start a search for the bot of this seat, for the next `seconds`."""
    pk = match.pk  # only names are handed on: the worker reads the match itself
    transaction.on_commit(lambda: hand_out(pk, seat, decision, seconds), robust=True)


def keep_plan(*, match: Match, seat: int, decision: str, answer: Mapping[str, Any]) -> None:
    """Store the plan of this seat; it replaces the previous one."""
    BotPlan.objects.update_or_create(
        match=match, seat=seat, defaults={"decision": decision, "answer": codec.encode(answer)}
    )


def plan_of(*, match: Match, seat: int) -> Mapping[str, Any] | None:
    """Return the seat's plan for the open decision, or None if there is none in time."""
    found = BotPlan.objects.filter(match=match, seat=seat, decision=match.decision_id).first()
    return None if found is None else codec.decode(bytes(found.answer), dict[str, Any])


def forget_plans(*, match: Match) -> None:
    """Delete the plans of a match that is over."""
    BotPlan.objects.filter(match=match).delete()


# --- Notes for the bots of a match: copied at its start, and read by nothing else


T = TypeVar("T")


def keep_notes(*, match: Match, notes: object) -> None:
    """Store notes for the bots at the start of the match; the caller has locked it."""
    BotNotes.objects.create(match_id=match.pk, data=codec.encode(notes))


def notes_of(match: Match, kind: type[T]) -> T | None:
    """Return the notes for the bots of this match, or None."""
    found = BotNotes.objects.filter(match=match).first()
    return None if found is None else codec.decode(bytes(found.data), kind)


def forget_notes(*, match: Match) -> None:
    """Delete the notes for the bots of a match that nobody plays any more."""
    BotNotes.objects.filter(match=match).delete()
