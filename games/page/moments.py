"""Moments: what a game lives for, played over the board as it happens (`static/js/moment.js`).

A page holds the last few that its viewer may see now. It plays those that are new to it, and
plays the last one again on request. Without script there are none: the log tells the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.utils.safestring import SafeString

from games.engine.base import Event
from games.page.snapshot import MatchSnapshot

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


def fold_public_log(snapshot: MatchSnapshot, begin: T, take: Callable[[T, str, Event], T]) -> T:
    """What `take` makes of all that everybody was told and may still read, oldest first.

    It gets the event and a name for it. The name counts what everybody was told in the same
    chapter: it says nothing of the rest.
    """
    match, counted, made = snapshot.match, Counter[int](), begin
    for one in snapshot.told:
        event = one.event
        if event.once or event.to is not None:
            continue
        counted[one.chapter] += 1
        if match.over or event.fades is None or match.chapter - one.chapter < event.fades:
            made = take(made, f"{one.chapter}-{counted[one.chapter]}", event)
    return made
