"""Acts of moderators in chat, each of which is recorded with its reason."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import models, transaction
from django.urls import reverse
from django.utils.formats import localize
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from chat.contacts.notices import notify
from chat.core.clock import now
from chat.core.refusals import ChatCode, Refusal
from chat.live.announce import announce
from chat.messages import rooms, validation as words
from chat.messages.validation import clean_message, clean_reason
from chat.models import BlockedWord, Message, ModeratorAct, ModeratorNote, Mute, Room
from chat.moderation.names_in_acts import without_names
from chat.people import Person, in_zone_of, is_suspended
from chat.rights import MODERATE

__all__ = ["MODERATE"]

SLOWEST = 3600  # seconds


def record_act(*, moderator: Person, act: str, target: models.Model, reason: str) -> ModeratorAct:
    """Record an act of a moderator. Call it in the transaction of the act itself.

    The reason is stored without people's names (`chat.moderation.names_in_acts`). Raise `Refusal`:
    `not_moderator`, or `no_reason` if it is empty.
    """
    check_moderator(moderator)
    return ModeratorAct.objects.create(
        moderator=moderator,
        act=act,
        target_kind=target._meta.label_lower,
        target_id=str(target.pk),
        target_label=neutral_label(target),
        reason=without_names(clean_reason(reason), about=target),
        at=now(),
    )


# The field that identifies an object if its key alone says little. None holds a person's name or
# what they wrote.
_TOLD_BY = {"room": "key", "blockedword": "word", "match": "public_id"}


def neutral_label(target: models.Model) -> str:
    """Return a label for the target of an act."""
    # It outlasts accounts, so it holds no name of one.
    kind = str(target._meta.model_name)
    return f"{kind} {getattr(target, _TOLD_BY.get(kind, 'pk'))}"[:200]


def check_moderator(person: Person) -> None:
    """Raise `Refusal` with `not_moderator` if this person may not act as a moderator.

    Superusers and people with the permission may.
    """
    if not (person.is_active and person.has_perm(MODERATE)):
        raise Refusal(ChatCode.NOT_MODERATOR)


def moderators_besides(moderator: Person, *, about: Person) -> list[Person]:
    """Return the other people who may act as moderators on this user."""
    people: Any = get_user_model()._default_manager
    others = people.with_perm(MODERATE).exclude(pk__in=[moderator.pk, about.pk])
    if about.is_staff or about.is_superuser:
        others = others.filter(is_superuser=True)
    at = now()
    return [one for one in others if not is_suspended(one, at)]


def check_rank(moderator: Person, user: Person) -> None:
    """Raise `Refusal` with `not_superuser` if only superusers may act on this user.

    That is so for members of staff.
    """
    if (user.is_staff or user.is_superuser) and not moderator.is_superuser:
        raise Refusal(ChatCode.NOT_SUPERUSER)


@transaction.atomic
def remove_message(*, moderator: Person, message: Message, reason: str) -> bool:
    """Remove a message from everybody's pages. Return False if it had been removed before."""
    act = record_act(moderator=moderator, act="remove message", target=message, reason=reason)
    row = Message.objects.select_for_update().get(pk=message.pk)
    fresh = row.removed_at is None
    row.removed_at = row.removed_at or now()
    # What its author deleted stays deleted by them, so that nobody can restore it.
    if row.removed_by != Message.Remover.AUTHOR:
        row.removed_by = Message.Remover.MODERATOR
    row.reason = act.reason
    row.save(update_fields=["removed_at", "removed_by", "reason"])
    announce(rooms.topic(row.room_id))
    return fresh


@transaction.atomic
def restore_message(*, moderator: Person, message: Message, reason: str) -> None:
    """Restore a message that a moderator or host removed.

    Raise `Refusal` with `not_removed`.
    """
    row = Message.objects.select_for_update().get(pk=message.pk)
    if row.removed_by not in {Message.Remover.MODERATOR, Message.Remover.HOST}:
        raise Refusal(ChatCode.NOT_REMOVED)
    record_act(moderator=moderator, act="restore message", target=row, reason=reason)
    row.removed_at, row.removed_by, row.reason = None, "", ""
    row.save(update_fields=["removed_at", "removed_by", "reason"])
    announce(rooms.topic(row.room_id))


@transaction.atomic
def mute(
    *,
    moderator: Person,
    user: Person,
    until: datetime,
    reason: str,
    room: Room | None = None,
    notifies: bool = True,
) -> Mute:
    """Mute a person until a time: in one room, or everywhere.

    `notifies`: True unless the caller notifies the person. Raise `Refusal`: `bad_time`, or as
    `check_rank` does.
    """
    check_rank(moderator, user)
    if until <= now():
        raise Refusal(ChatCode.BAD_TIME)
    act = record_act(moderator=moderator, act=_where("mute", room), target=user, reason=reason)
    announce(f"user.{user.pk}")
    row = Mute.objects.create(
        user=user,
        room=room,
        until=until,
        reason=clean_reason(reason),
        by=moderator,
        at=act.at,
        act=act,
    )
    if notifies:
        notify_muted(row)
    return row


def notify_muted(mute: Mute) -> None:
    """Notify a person of a moderator's mute."""
    with in_zone_of(mute.user):
        until = localize(localtime(mute.until))
    text = _("A moderator has muted you until %(until)s: %(reason)s")
    text = text % {"until": until, "reason": mute.reason}
    notify(user=mute.user, kind="decision", text=text, url=reverse("chat:appeals"))


@transaction.atomic
def unmute(*, moderator: Person, mute: Mute, reason: str) -> None:
    """End a mute at once. Raise `Refusal` as `check_rank` does."""
    check_rank(moderator, mute.user)
    act = _where("unmute", mute.room)
    record_act(moderator=moderator, act=act, target=mute.user, reason=reason)
    Mute.objects.filter(pk=mute.pk, until__gt=now()).update(until=now())
    announce(f"user.{mute.user_id}")


def _where(act: str, room: Room | None) -> str:
    return f"{act} in {room.key}"[:40] if room else f"{act} everywhere"


@transaction.atomic
def write_note(*, moderator: Person, user: Person, text: str) -> ModeratorNote:
    """Write a note about a person, which moderators alone read.

    Raise `Refusal`: `not_moderator`, or as `clean_message` does.
    """
    check_moderator(moderator)
    return ModeratorNote.objects.create(
        user=user, text=clean_message(" ".join(text.split())), by=moderator, at=now()
    )


@transaction.atomic
def close_room(*, moderator: Person, room: Room, closed: bool, reason: str) -> None:
    """Close a room for writing, or open it again.

    Raise `Refusal` with `nothing_to_do` if that is already the case.
    """
    act = "close room" if closed else "open room"
    record_act(moderator=moderator, act=act, target=room, reason=reason)
    if not rooms.set_closed(room.key, closed=closed):
        raise Refusal(ChatCode.NOTHING_TO_DO)


@transaction.atomic
def slow_room(*, moderator: Person, room: Room, seconds: int, reason: str) -> None:
    """Make each person wait this long between two messages in a room; 0 ends it.

    Raise `Refusal`: `bad_time`, `nothing_to_do`.
    """
    if not 0 <= seconds <= SLOWEST:
        raise Refusal(ChatCode.BAD_TIME)
    act = f"slow room {seconds} s" if seconds else "end slow room"
    record_act(moderator=moderator, act=act, target=room, reason=reason)
    if (
        not Room.objects.filter(pk=room.pk)
        .exclude(slow_seconds=seconds)
        .update(slow_seconds=seconds)
    ):
        raise Refusal(ChatCode.NOTHING_TO_DO)
    rooms.announce_access(room.key)


@transaction.atomic
def block_word(*, moderator: Person, word: str, reason: str) -> BlockedWord:
    """Add a word to the blocked words. Raise `Refusal` as `new_word_key` does."""
    shown = " ".join(word.split())[:60]
    row = BlockedWord.objects.create(key=new_word_key(shown), word=shown)
    record_act(moderator=moderator, act="block word", target=row, reason=reason)
    return row


def new_word_key(word: str) -> str:
    """Return the key by which a word is matched.

    Raise `Refusal`: `bad_word`, `already_blocked`.
    """
    key = words.normalised(word)[:120]
    if not any(character.isalnum() for character in key):
        raise Refusal(ChatCode.BAD_WORD)
    if BlockedWord.objects.filter(key=key).exists():
        raise Refusal(ChatCode.ALREADY_BLOCKED)
    return key


@transaction.atomic
def unblock_word(*, moderator: Person, word: BlockedWord, reason: str) -> None:
    """Remove a word from the list of blocked words."""
    record_act(moderator=moderator, act="unblock word", target=word, reason=reason)
    word.delete()
