"""What the bots of a match go by beside their views: copied at its start, and for them alone."""

from __future__ import annotations

from typing import TypeVar

from games.engine import codec
from games.models import BotNotes, Match

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
