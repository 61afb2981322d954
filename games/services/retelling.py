"""Whom a retry of an accepted command tells of the match, since nobody may have heard of it."""

from __future__ import annotations

from typing import Any

from chat.live.retelling import announce_again
from chat.messages.rooms import access_topic
from games import topics
from games.models import Match
from games.selectors.titles import CROWD, is_crowd


def tell_again(*, user: Any, match: Match, key: str) -> None:
    """Lets everybody look anew who may have missed something of this match."""
    announce_again(
        topics.of_match(match.public_id),
        topics.LOBBY,
        access_topic(f"table-{match.public_id}"),
        access_topic(f"watch-{match.public_id}"),
        *(topic for person in _people(user, match) for topic in _topics_of(person)),
        person=user.pk,
        key=key,
    )


def _people(user: Any, match: Match) -> set[int]:
    """Of a crowd at the table only the one who acted: for the others hardly anything waits."""
    people = set(match.invitations.order_by("-pk").values_list("user_id", flat=True)[:CROWD])
    if not is_crowd(match):
        people |= set(match.seats.filter(user__isnull=False).values_list("user_id", flat=True))
    return people | {user.pk}


def _topics_of(person: int) -> tuple[str, str]:
    return topics.of_person(person), f"user.{person}"
