"""Asking somebody to be friends, and being asked.

Whoever asks learns nothing of being declined or blocked: their request waits, and may be made anew
after a while, whatever became of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _, gettext_lazy

from chat.core.clock import now
from chat.core.limits import take
from chat.core.refusals import Code, Refusal
from chat.messages.selectors import blocked_ids
from chat.models import Friendship
from chat.people.apart import blocks_between
from chat.people.friends import (
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
from chat.people.notices import notify
from games.selectors.friends import have_played
from lobby.models import User

MOST_FRIENDS = 300
MOST_WAITING = 100  # requests of one person
ASKS_A_DAY = 30
DAY = 24 * 3600  # seconds
AGAIN_AFTER = timedelta(days=14)


class FriendCode(Code):
    """Why somebody is not asked, or does not become a friend."""

    NO_FRIENDS = "no_friends", gettext_lazy("Guests and bots have no friends here. Sign up first.")
    YOURSELF = "friend_of_yourself", gettext_lazy("You are your own friend already.")
    NOT_TO_BE_ASKED = (
        "not_to_be_asked",
        gettext_lazy("This person is not asked by people they do not know from the table."),
    )
    UNBLOCK_FIRST = (
        "unblock_first",
        gettext_lazy("You have blocked this person. Unblock them first."),
    )
    ASKED_LATELY = (
        "asked_lately",
        gettext_lazy("You have asked this person. You may ask again %(days)s days after that."),
    )
    ASKED_OFTEN = (
        "asked_often",
        gettext_lazy("You have asked as many people as you may today. Go on tomorrow."),
    )
    NOT_ASKED = "not_asked", gettext_lazy("That request is there no more.")
    TOO_MANY_FRIENDS = (
        "too_many_friends",
        gettext_lazy("One of you has %(most)s friends, as many as there may be."),
    )


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
    return Standing(is_now, may_ask=not _asked_lately(row, viewer) and _lets_ask(other, viewer))


def _asked_lately(row: Friendship | None, asker: Any) -> bool:
    return (
        row is not None
        and row.asked_by_id == asker.pk
        and row.state != State.FRIENDS
        and now() - row.asked_at < AGAIN_AFTER
    )


def _lets_ask(other: User, asker: Any) -> bool:
    """Their own choice; it says nothing of blocks."""
    if other.friends_by == User.Asks.PLAYED:
        return have_played(other, asker)
    return other.friends_by == User.Asks.ALL


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
    if _asked_lately(row, one):
        if row is not None and row.state == State.WITHDRAWN:
            raise Refusal(FriendCode.ASKED_LATELY, days=AGAIN_AFTER.days)
        return  # a second click
    if not _lets_ask(two, one):
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
