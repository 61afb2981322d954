"""Friends: requests, replies, and a person's lists of friends.

A request that was declined, or sent to somebody who blocks its sender, looks like one that still
waits. It can be sent again after a while in any case.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from chat.contacts import friends
from chat.contacts.friends import (
    ACCEPTED,
    REQUEST,
    State,
    between,
    lock_pair,
    page_of,
    rows_of,
    tell,
    withdraw_request,
)
from chat.contacts.notices import notify
from chat.core.clock import now
from chat.core.limits import take
from chat.core.refusals import Refusal
from chat.core.templates import render
from chat.live import presence
from chat.live.fragments import Block, Part
from chat.messages.selectors import blocked_ids, hidden_ids
from chat.models import Friendship
from chat.people import blocks_between
from games import topics
from games.models import Invitation, Match, Seat
from games.registry import game_of, games
from games.selectors.friends import Company, have_played, played_with
from lobby.accounts.refusals import FriendCode
from lobby.models import User

# --- Standing between two people


AGAIN_AFTER = timedelta(days=14)


@dataclass(frozen=True)
class Standing:
    """The relation of the viewer to somebody, as far as the viewer may know it."""

    is_now: str  # "friends", "asked" (by the viewer), "asks" (the other person does) or ""
    may_ask: bool


def can_have_friends(person: Any) -> bool:
    """Return True for members; guests and bots cannot have friends."""
    return bool(person.is_authenticated and not person.is_guest and not person.is_bot)


def standing_of(row: Friendship | None, viewer: int) -> str:
    """Return `Standing.is_now` of a row for this viewer."""
    if row is None or row.state == State.WITHDRAWN:
        return ""
    if row.state == State.FRIENDS:
        return "friends"
    if row.asked_by_id == viewer:
        return "asked"
    return "asks" if row.state == State.ASKED else ""


def standing(viewer: Any, other: User) -> Standing:
    """Return the standing between these two.

    `may_ask` is False where a request would be refused.
    """
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
    """Return True if the other person accepts requests from the asker.

    It depends on their setting only, not on blocks.
    """
    if other.friends_by == User.Asks.PLAYED:
        return have_played(other, asker)
    return other.friends_by == User.Asks.ALL


MOST_FRIENDS = 300
MOST_WAITING = 100  # requests of one person that wait at a time
ASKS_A_DAY = 30
DAY = 24 * 3600  # seconds


def ask(*, user: User, other: User, answers: bool = False) -> bool:
    """Send a friend request, or accept the other person's.

    With `answers`, only accept. Return True if the two are friends now. Repeating the call
    changes nothing. Raise `Refusal` with a `FriendCode` if it is not allowed.
    """
    if user.pk == other.pk:
        raise Refusal(FriendCode.YOURSELF)
    row = between(user.pk, other.pk).first()
    waits = row is not None and row.state in (State.ASKED, State.DECLINED)
    is_yes = waits and row is not None and row.asked_by_id == other.pk
    # This writes a row, so it must be outside the transaction.
    if not is_yes and not answers and not _counted(user):
        raise Refusal(FriendCode.ASKED_OFTEN)
    with transaction.atomic():
        one, two = lock_pair(user, other)
        if not (can_have_friends(one) and can_have_friends(two)) or two.deleted_at is not None:
            raise Refusal(FriendCode.NO_FRIENDS)
        if two.pk in blocked_ids(one):
            raise Refusal(FriendCode.UNBLOCK_FIRST)
        row = between(one.pk, two.pk).select_for_update().first()
        if row is not None and row.state == State.FRIENDS:
            return True
        if row is not None and row.asked_by_id == two.pk and row.state != State.WITHDRAWN:
            _become_friends(row, one, two)
            return True
        if answers:
            raise Refusal(FriendCode.NOT_ASKED)
        _ask(row, one, two)
    return False


def _counted(user: User) -> bool:
    return take("friend-asks", str(user.pk), most=ASKS_A_DAY, seconds=DAY)


def _become_friends(row: Friendship, accepter: User, asker: User) -> None:
    """Accept the request of `asker` and notify them."""
    for person in (accepter, asker):
        if rows_of(person.pk).filter(state=State.FRIENDS).count() >= MOST_FRIENDS:
            raise Refusal(FriendCode.TOO_MANY_FRIENDS, most=MOST_FRIENDS)
    row.state, row.since = State.FRIENDS, now()
    row.save(update_fields=["state", "since"])
    withdraw_request(asker=asker, asked=accepter)
    text = _("You and %(name)s are now friends.") % {"name": accepter.shown_name}
    notify(user=asker, kind=ACCEPTED, text=text, url=page_of(accepter), by=accepter)
    tell(accepter.pk, asker.pk)


def _ask(row: Friendship | None, asker: User, other: User) -> None:
    if asked_lately(row, asker):
        if row is not None and row.state == State.WITHDRAWN:
            raise Refusal(FriendCode.ASKED_LATELY, days=AGAIN_AFTER.days)
        return  # a second click
    if not lets_ask(other, asker):
        raise Refusal(FriendCode.NOT_TO_BE_ASKED)
    waiting = rows_of(asker.pk).filter(asked_by=asker, state__in=(State.ASKED, State.DECLINED))
    if waiting.count() >= MOST_WAITING:
        raise Refusal(FriendCode.ASKED_OFTEN)
    hidden = blocks_between(asker, other)  # a block must look like a pending request
    given = {
        "asked_by": asker,
        "asked_at": now(),
        "state": State.DECLINED if hidden else State.ASKED,
        "since": None,
    }
    low, high = sorted((asker.pk, other.pk))
    Friendship.objects.update_or_create(low_id=low, high_id=high, defaults=given)
    withdraw_request(asker=asker, asked=other)
    if not hidden:
        text = _("%(name)s sent you a friend request.") % {"name": asker.shown_name}
        notify(user=other, kind=REQUEST, text=text, url=page_of(asker), by=asker)
    tell(asker.pk, other.pk)


# --- Lists on the friends page


TABLES = 200  # most to query for


@dataclass(frozen=True)
class Friend:
    """A friend in the list."""

    user: User
    here: bool
    # The tables where they wait and that the viewer may see: public id, name and game.
    tables: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Lists:
    """The lists on the friends page."""

    friends: list[Friend] = field(default_factory=list)
    asking: list[User] = field(default_factory=list)  # who sent the user a request
    asked: list[User] = field(default_factory=list)  # who got a request from the user
    # People met in matches, with `Standing.is_now` and if a request is offered.
    met: list[tuple[Company, str, bool]] = field(default_factory=list)


def lists_of(user: Any) -> Lists:
    """Return a person's lists, in a fixed number of queries."""
    rows = {row.other_than(user.pk): row for row in friends.rows_of(user.pk)}
    states = {key: standing_of(row, user.pk) for key, row in rows.items()}
    people = User.objects.filter(pk__in=rows, deleted_at=None, is_active=True)
    named = sorted(people, key=lambda person: person.shown_name.casefold())

    def those(state: str) -> list[User]:
        return [person for person in named if states[person.pk] == state]

    own, met = can_have_friends(user), played_with(user)
    return Lists(
        friends=_with_places(user, those("friends")),
        asking=those("asks"),
        asked=those("asked"),
        met=[
            (company, states.get(company.user.pk, ""), own and _is_offered(company.user, rows))
            for company in met
        ],
    )


def _is_offered(other: User, rows: Collection[int]) -> bool:
    """Return True if a request to this person can be offered."""
    return can_have_friends(other) and other.friends_by != User.Asks.NOBODY and other.pk not in rows


def _with_places(viewer: Any, people: Iterable[User]) -> list[Friend]:
    """Return the friends with their tables; those who are online come first."""
    people = list(people)
    keys = [person.pk for person in people]
    here = presence.here_of(keys)
    tables = _tables_of(viewer, keys)
    found = [
        Friend(person, person.pk in here, tuple(tables.get(person.pk, ()))) for person in people
    ]
    return sorted(found, key=lambda person: not person.here)


def _tables_of(viewer: Any, people: Collection[int]) -> dict[int, list[tuple[str, str, str]]]:
    """Return the tables where these people wait, by user id.

    Tables by invitation are included only if the viewer is invited or has a seat there.
    """
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
    """Return the live fragment with a person's lists of friends and requests."""

    def content() -> SafeString:
        return render(
            "lobby/profiles/friends.jinja", lists=lists_of(user), member=can_have_friends(user)
        )

    heard = frozenset(
        {
            friends.topic(user.pk),
            f"user.{user.pk}",
            presence.topic("lobby"),
            topics.LOBBY,
        }
    )
    return [Block(id="friends-lists", topics=heard, render=content)]
