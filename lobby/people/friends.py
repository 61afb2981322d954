"""Asking somebody to be friends, and being asked.

Whoever asks learns nothing of being declined or blocked: their request waits, and may be made anew
after a while, whatever became of it.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from chat.core.clock import now
from chat.core.limits import take
from chat.core.refusals import Refusal
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
from lobby.models import User
from lobby.people.refusals import FriendCode
from lobby.people.standing import AGAIN_AFTER, asked_lately, can_have_friends, lets_ask

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
