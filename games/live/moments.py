"""Moments: what a game lives for, played over the board as it happens (`static/js/moment.js`).

A page holds the last few that its viewer may see now. It plays those that are new to it, and
plays the last one again on request. Without script there are none: the log tells the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.utils.safestring import SafeString

from games.engines.base import Event
from games.live.log import last_of
from games.live.snapshot import LoggedEvent, MatchSnapshot

T = TypeVar("T")
KEPT = 4  # on a page: several steps of others may come at once


@dataclass(frozen=True)
class Moment:
    """`said`: the one sentence a screen reader hears; it stands below the picture too.

    `name`: stays while the moment is the same, and differs from every other of the match. Viewers
    with the same names are shown the same: what is for one seat alone has that seat in its name.
    `picture` draws HTML without ids and controls, for nothing in it is read aloud or pressed.
    `lasts`: seconds, 3 to 8.
    """

    name: str
    said: SafeString | str
    picture: Callable[[], SafeString]
    lasts: int = 5


def told_to(snapshot: MatchSnapshot, seat: int | None) -> Iterator[tuple[str, Event]]:
    """What this viewer was told as it happened and may still read, oldest first, each with a name.

    The name counts what was told to this viewer in the same chapter: it says nothing of the rest.
    """
    return _named(snapshot, seat, snapshot.told, Counter())


def _named(
    snapshot: MatchSnapshot, seat: int | None, told: Sequence[LoggedEvent], counted: Counter[int]
) -> Iterator[tuple[str, Event]]:
    """Of these events; `counted`: by chapter, how many were told to this viewer before."""
    match = snapshot.match
    for one in told:
        event = one.event
        if event.once or not (event.to is None or seat in event.to):
            continue
        counted[one.chapter] += 1
        if match.over or event.fades is None or match.chapter - one.chapter < event.fades:
            yield f"{one.chapter}-{counted[one.chapter]}", event


@dataclass(frozen=True)
class _SoFar(Generic[T]):
    """What was made of the first `count` events, up to `upto`, while the `terms` are the same."""

    terms: Hashable
    count: int
    upto: LoggedEvent | None
    counted: Counter[int]
    made: T


def gathered(snapshot: MatchSnapshot, begin: T, take: Callable[[T, str, Event], T]) -> T:
    """What `take` makes of all that everybody was told, beginning with this.

    An action adds a few events to hundreds: it goes on from what an earlier version of the match
    has made, which must stay as it is, for more than one may go on from it.
    """
    match, told = snapshot.match, snapshot.told
    before: _SoFar[T] | None = snapshot.logs.get(take)
    terms = (match.chapter, match.over)
    if before is None or before.terms != terms or last_of(told, before.count) is not before.upto:
        before = _SoFar(terms, 0, None, Counter(), begin)
    counted, made = Counter(before.counted), before.made
    for name, event in _named(snapshot, None, told[before.count :], counted):
        made = take(made, name, event)
    snapshot.logs[take] = _SoFar(terms, len(told), last_of(told, len(told)), counted, made)
    return made
