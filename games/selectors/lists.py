"""Lists of matches, for the lobby and for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from chat.live.batch import loaded_in_batch
from chat.people.names import PERSON
from games.models import Match, Seat
from games.selectors.listed import NOWHERE, Listed, Tables, Wanted, load


def tables_for(user: Any, wanted: Wanted | None = None) -> Tables:
    """What this user's lists hold; without `wanted` only what they sit at or are invited to.

    Two queries for all pages of a batch that want the same.
    """
    found = loaded_in_batch(
        ("tables", wanted), PERSON, user.pk, lambda people: load(people, wanted)
    )
    return found or NOWHERE


def invited_tables(tables: Tables) -> list[Listed]:
    """Of a person's tables the open ones they are invited to and do not sit at; newest first."""
    return [one for one in tables.own if one.invited and not one.mine and not one.match.started]


def my_matches(tables: Tables) -> list[Listed]:
    """Those a person sits at: what waits for them first, nearest deadline first."""
    return sorted((one for one in tables.own if one.mine), key=_urgency)


def _urgency(one: Listed) -> tuple[Any, ...]:
    at = one.match.deadline
    return not one.waits, at is None, at or one.match.created_at


def waiting_for(user: Any, besides: str = "") -> int:
    """In how many matches this user owes an answer, besides this one.

    Read once for all whose pages are drawn.
    """
    load = partial(_waiting, besides=besides)
    return loaded_in_batch(("waiting", besides), PERSON, user.pk, load) or 0


def _waiting(people: Sequence[int], besides: str) -> Mapping[int, int]:
    """In how many matches each of them owes an answer; those in none are left out."""
    seats = Seat.objects.filter(
        user__in=people, status=Seat.Status.SEATED, match__status=Match.Status.RUNNING
    )
    waiting: Counter[int] = Counter()
    for person, match, index, asked in seats.order_by().values_list(
        "user", "match__public_id", "index", "match__asked"
    ):
        waiting[person] += match != besides and index in asked
    return waiting


def history_of(user: Any, limit: int = 50) -> list[Seat]:
    """The finished matches of this person, newest first: seats with their match."""
    rows = Seat.objects.filter(user=user, match__status=Match.Status.FINISHED)
    return list(
        rows.select_related("match").defer("match__snapshot").order_by("-match__ended_at")[:limit]
    )
