"""What is between two people, as one of them may know it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from chat.core.clock import now
from chat.messages.selectors import blocked_ids
from chat.models import Friendship
from chat.people.friends import State, between
from games.selectors.friends import have_played
from lobby.models import User

AGAIN_AFTER = timedelta(days=14)


@dataclass(frozen=True)
class Standing:
    """What is between the viewer and somebody, as the viewer may know it.

    `is_now`: "friends", "asked" (by the viewer), "asks" (the other does) or "". `may_ask`: now.
    """

    is_now: str
    may_ask: bool


def can_have_friends(person: Any) -> bool:
    """Members can; guests come and go, and a bot is a program."""
    return bool(person.is_authenticated and not person.is_guest and not person.is_bot)


def standing_of(row: Friendship | None, viewer: int) -> str:
    """As the viewer may know it."""
    if row is None or row.state == State.WITHDRAWN:
        return ""
    if row.state == State.FRIENDS:
        return "friends"
    if row.asked_by_id == viewer:
        return "asked"
    return "asks" if row.state == State.ASKED else ""


def standing(viewer: Any, other: User) -> Standing:
    """Between these two; asking is offered only where it would be let through."""
    if not (can_have_friends(viewer) and can_have_friends(other)) or viewer.pk == other.pk:
        return Standing("", may_ask=False)
    row = between(viewer.pk, other.pk).first()
    is_now = standing_of(row, viewer.pk)
    if is_now in ("friends", "asks") or other.pk in blocked_ids(viewer):
        return Standing(is_now, may_ask=False)
    return Standing(is_now, may_ask=not asked_lately(row, viewer) and lets_ask(other, viewer))


def asked_lately(row: Friendship | None, asker: Any) -> bool:
    return (
        row is not None
        and row.asked_by_id == asker.pk
        and row.state != State.FRIENDS
        and now() - row.asked_at < AGAIN_AFTER
    )


def lets_ask(other: User, asker: Any) -> bool:
    """Their own choice; it says nothing of blocks."""
    if other.friends_by == User.Asks.PLAYED:
        return have_played(other, asker)
    return other.friends_by == User.Asks.ALL
