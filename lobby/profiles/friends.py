"""Friends: requests, their answers, and the lists of one's own.

Whoever asks learns nothing of being declined or blocked: their request waits, and may be made anew
after a while, whatever became of it.
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

# --- What is between two people, as one of them may know it. ---


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


MOST_FRIENDS = 300
MOST_WAITING = 100  # requests of one person
ASKS_A_DAY = 30
DAY = 24 * 3600  # seconds


def ask(*, user: User, other: User, answers: bool = False) -> bool:
    """Asks to be friends, or says yes to who asked: then they are, and True.

    `answers`: it is meant as a yes. Repeating it changes nothing. Raises `Refusal`.
    """
    if user.pk == other.pk:
        raise Refusal(FriendCode.YOURSELF)
    row = between(user.pk, other.pk).first()
    waits = row is not None and row.state in (State.ASKED, State.DECLINED)
    is_yes = waits and row is not None and row.asked_by_id == other.pk
    if not is_yes and not answers and not _counted(user):  # writes a row of its own
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


def _become_friends(row: Friendship, one: User, two: User) -> None:
    """`one` says yes to `two`, who is told."""
    for each in (one, two):
        if rows_of(each.pk).filter(state=State.FRIENDS).count() >= MOST_FRIENDS:
            raise Refusal(FriendCode.TOO_MANY_FRIENDS, most=MOST_FRIENDS)
    row.state, row.since = State.FRIENDS, now()
    row.save(update_fields=["state", "since"])
    withdraw_request(asker=two, asked=one)
    text = _("%(name)s and you are friends now.") % {"name": one.shown_name}
    notify(user=two, kind=ACCEPTED, text=text, url=page_of(one), by=one)
    tell(one.pk, two.pk)


def _ask(row: Friendship | None, one: User, two: User) -> None:
    if asked_lately(row, one):
        if row is not None and row.state == State.WITHDRAWN:
            raise Refusal(FriendCode.ASKED_LATELY, days=AGAIN_AFTER.days)
        return  # a second click
    if not lets_ask(two, one):
        raise Refusal(FriendCode.NOT_TO_BE_ASKED)
    waiting = rows_of(one.pk).filter(asked_by=one, state__in=(State.ASKED, State.DECLINED))
    if waiting.count() >= MOST_WAITING:
        raise Refusal(FriendCode.ASKED_OFTEN)
    hidden = blocks_between(one, two)  # by the other: it looks the same to who asks
    given = {
        "asked_by": one,
        "asked_at": now(),
        "state": State.DECLINED if hidden else State.ASKED,
        "since": None,
    }
    low, high = sorted((one.pk, two.pk))
    Friendship.objects.update_or_create(low_id=low, high_id=high, defaults=given)
    withdraw_request(asker=one, asked=two)
    if not hidden:
        text = _("%(name)s asks to be friends.") % {"name": one.shown_name}
        notify(user=two, kind=REQUEST, text=text, url=page_of(one), by=one)
    tell(one.pk, two.pk)


# --- One's friends, who is here and at which table; requests; people one has played with. ---


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
    return [Block(id="friends-lists", topics=heard, draw=draw)]
