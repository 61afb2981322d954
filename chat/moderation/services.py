"""Acts of moderators in chat, each of which is recorded with its reason."""

from __future__ import annotations

from datetime import datetime

from django.db import models, transaction
from django.utils.translation import gettext as _

from chat.contacts.notices import notify
from chat.core.clock import now
from chat.core.refusals import ChatCode, Refusal
from chat.live.announce import announce
from chat.messages import rooms, validation as words
from chat.messages.validation import clean_reason
from chat.models import BlockedWord, Message, ModeratorAct, Mute, Report, Room
from chat.moderation.names_in_acts import without_names
from chat.moderation.reports import lock_subject, open_on_same
from chat.people import Person
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


def check_rank(moderator: Person, user: Person) -> None:
    """Raise `Refusal` with `not_superuser` if only superusers may act on this user.

    That is so for members of staff.
    """
    if (user.is_staff or user.is_superuser) and not moderator.is_superuser:
        raise Refusal(ChatCode.NOT_SUPERUSER)


@transaction.atomic
def remove_message(*, moderator: Person, message: Message, reason: str) -> None:
    """Remove a message from everybody's pages."""
    act = record_act(moderator=moderator, act="remove message", target=message, reason=reason)
    row = Message.objects.select_for_update().get(pk=message.pk)
    row.removed_at = row.removed_at or now()
    # What its author deleted stays deleted by them, so that nobody can restore it.
    if row.removed_by != Message.Remover.AUTHOR:
        row.removed_by = Message.Remover.MODERATOR
    row.reason = act.reason
    row.save(update_fields=["removed_at", "removed_by", "reason"])
    announce(rooms.topic(row.room_id))


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
    *, moderator: Person, user: Person, until: datetime, reason: str, room: Room | None = None
) -> Mute:
    """Mute a person until a time: in one room, or everywhere.

    Raise `Refusal`: `bad_time`, or as `check_rank` does.
    """
    check_rank(moderator, user)
    if until <= now():
        raise Refusal(ChatCode.BAD_TIME)
    act = record_act(moderator=moderator, act=_where("mute", room), target=user, reason=reason)
    announce(f"user.{user.pk}")
    return Mute.objects.create(
        user=user,
        room=room,
        until=until,
        reason=clean_reason(reason),
        by=moderator,
        at=act.at,
        act=act,
    )


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
def decide_report(
    *,
    moderator: Person,
    report: Report,
    decision: str,
    reason: str,
    until: datetime | None = None,
) -> None:
    """Close a report with a decision, and all other open reports on the same subject.

    Each reporter is notified. The decision may remove the message and mute its author, until
    `until`. Raise `Refusal`: `already_decided`, `bad_decision` (only messages can be removed and
    only authors muted), `bad_time`.
    """
    check_moderator(moderator)
    lock_subject(report)
    row = Report.objects.select_for_update(of=("self",)).select_related("message__author")
    locked = row.get(pk=report.pk)
    if locked.decided_at is not None:
        raise Refusal(ChatCode.ALREADY_DECIDED)
    _execute_decision(moderator, locked.message, decision, reason, until)
    record_act(moderator=moderator, act=f"report {decision}", target=locked, reason=reason)
    together = list(open_on_same(locked).select_related("reporter"))
    Report.objects.filter(pk__in=[one.pk for one in together]).update(
        decided_at=now(),
        decided_by=moderator,
        decision=decision,
        decision_reason=clean_reason(reason),
    )
    for one in together:
        _notify_reporter(one)


def _execute_decision(
    moderator: Person,
    message: Message | None,
    decision: str,
    reason: str,
    until: datetime | None,
) -> None:
    if decision not in Report.Decision.values:
        raise Refusal(ChatCode.BAD_DECISION)
    if decision not in {Report.Decision.REMOVED, Report.Decision.MUTED}:
        return
    if message is None:
        raise Refusal(ChatCode.BAD_DECISION)
    remove_message(moderator=moderator, message=message, reason=reason)
    if decision == Report.Decision.MUTED:
        _mute_author(moderator, message, reason, until)


def _mute_author(moderator: Person, message: Message, reason: str, until: datetime | None) -> None:
    if message.author is None:
        raise Refusal(ChatCode.BAD_DECISION)
    if until is None:
        raise Refusal(ChatCode.BAD_TIME)
    mute(moderator=moderator, user=message.author, until=until, reason=reason)


def _notify_reporter(report: Report) -> None:
    if report.reporter is not None:
        text = _("A moderator has reviewed your report: %(subject)s")
        notify(user=report.reporter, kind="report", text=text % {"subject": report.subject[:120]})


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
