"""One's friends, who is here and at which table; requests; people one has played with."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils.safestring import SafeString

from chat.core.templates import render
from chat.live.parts import Block, Part
from chat.messages.selectors import hidden_ids
from chat.people import friends, presence
from games import topics
from games.models import Invitation, Match, Seat
from games.registry import game_of, games
from games.selectors.friends import Company, played_with
from lobby.models import User
from lobby.people.standing import can_have_friends, standing_of

TABLES = 200  # looked at


@dataclass(frozen=True)
class Friend:
    """A friend as the list shows them. `tables`: where they wait, of those the viewer may see."""

    user: User
    here: bool
    tables: tuple[tuple[str, str, str], ...]  # its id, its name, the game


@dataclass(frozen=True)
class Lists:
    """All that the page shows. `met`: with what is between the viewer and them."""

    friends: list[Friend] = field(default_factory=list)
    asking: list[User] = field(default_factory=list)
    asked: list[User] = field(default_factory=list)
    met: list[tuple[Company, str, bool]] = field(default_factory=list)


def lists_of(user: Any) -> Lists:
    """In a few queries, however many there are."""
    rows = {row.other_than(user.pk): row for row in friends.rows_of(user.pk)}
    states = {key: standing_of(row, user.pk) for key, row in rows.items()}
    people = User.objects.filter(pk__in=rows, deleted_at=None, is_active=True)
    named = sorted(people, key=lambda one: one.shown_name.casefold())

    def those(state: str) -> list[User]:
        return [one for one in named if states[one.pk] == state]

    own, met = can_have_friends(user), played_with(user)
    return Lists(
        friends=_with_places(user, those("friends")),
        asking=those("asks"),
        asked=those("asked"),
        met=[
            (one, states.get(one.user.pk, ""), own and _is_offered(one.user, rows)) for one in met
        ],
    )


def _is_offered(other: User, rows: Collection[int]) -> bool:
    """Whoever has been played with may be asked, unless they want nobody's requests."""
    return can_have_friends(other) and other.friends_by != User.Asks.NOBODY and other.pk not in rows


def _with_places(viewer: Any, people: Iterable[User]) -> list[Friend]:
    """Who is here comes first."""
    people = list(people)
    keys = [one.pk for one in people]
    here = presence.here_of(keys)
    tables = _tables_of(viewer, keys)
    found = [Friend(one, one.pk in here, tuple(tables.get(one.pk, ()))) for one in people]
    return sorted(found, key=lambda one: not one.here)


def _tables_of(viewer: Any, people: Collection[int]) -> dict[int, list[tuple[str, str, str]]]:
    """By person, the tables at which they wait; of those by invitation only the viewer's own."""
    if not people:
        return {}
    own = Invitation.objects.filter(user=viewer).values("match")
    sits = Seat.objects.filter(user=viewer, status=Seat.Status.SEATED).values("match")
    shown = ~Q(match__access=Match.Access.INVITE) | Q(match__in=own) | Q(match__in=sits)
    seats = Seat.objects.filter(
        shown, user__in=people, status=Seat.Status.SEATED, match__status=Match.Status.OPEN
    ).exclude(match__owner__in=hidden_ids(viewer))
    found: dict[int, list[tuple[str, str, str]]] = {}
    rows = seats.order_by("-match").values_list(
        "user", "match__public_id", "match__name", "match__game"
    )
    for person, public_id, name, game in rows[:TABLES]:
        if game in games():
            found.setdefault(person, []).append((public_id, name, game_of(game).title.name))
    return found


def friends_parts(user: Any) -> list[Part]:
    """The lists, which follow requests, who comes and goes in the lobby, and tables."""

    def draw() -> SafeString:
        return render(
            "lobby/people/friends.jinja", lists=lists_of(user), member=can_have_friends(user)
        )

    heard = frozenset(
        {
            friends.topic(user.pk),
            f"user.{user.pk}",
            presence.topic("lobby"),
            topics.LOBBY,
        }
    )
    return [Block(id="friends-lists", topics=heard, draw=draw)]
