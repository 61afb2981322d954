"""What is made of all that was told in a match: an action adds a few events to hundreds.

The log and the moments go on from what an earlier version of the match has made.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from games.live.snapshot import LoggedEvent, MatchSnapshot

T = TypeVar("T")


@dataclass(frozen=True)
class _SoFar(Generic[T]):
    """What was made of the first `count` events, up to `upto`, while the `terms` are the same."""

    terms: Hashable
    count: int
    upto: LoggedEvent | None
    made: T


def made_so_far(
    snapshot: MatchSnapshot,
    key: Hashable,
    terms: Hashable,
    begin: T,
    add: Callable[[T, Sequence[LoggedEvent]], T],
) -> T:
    """What `add` makes of all that was told, from `begin` on; private events are among them.

    `key`: what is made, and for whom. `terms`: what it depends on besides the events. What was
    made before must stay as it is, for more than one version may go on from it.
    """
    told = snapshot.told
    before: _SoFar[T] | None = snapshot.so_far.get(key)
    # What was told before stands at the beginning, event by event the same, or all is read anew.
    if before is None or before.terms != terms or _last(told, before.count) is not before.upto:
        before = _SoFar(terms, 0, None, begin)
    made = add(before.made, told[before.count :])
    snapshot.so_far[key] = _SoFar(terms, len(told), _last(told, len(told)), made)
    return made


def _last(told: Sequence[LoggedEvent], count: int) -> LoggedEvent | None:
    """The last of so many."""
    return told[count - 1] if 0 < count <= len(told) else None
