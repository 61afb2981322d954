"""Commands of people in chat. One that raises `Refusal` changes nothing."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import escape

from chat.core.clock import now
from chat.core.refusals import ChatCode, Refusal
from chat.live.announce import announce, announce_again
from chat.messages import rooms
from chat.messages.message_list import linked
from chat.messages.selectors import mutes_of
from chat.messages.validation import clean_message
from chat.models import Allowance, Message, ReadMark, Room
from chat.people import Person, Viewer
from chat.rights import MODERATE, new_until, time_in_words

AT_ONCE = 5  # messages that may be sent without a pause
EACH = timedelta(seconds=2)  # time until another message may be sent
DELETE_WITHIN = timedelta(minutes=5)
MAX_KEY = 64  # characters


@transaction.atomic
def send_message(*, author: Person, room_key: str, text: str, key: str) -> Message:
    """Send a message to a room and return it.

    `key` is the client's idempotency key: if the author has used it before, the message sent then
    is returned.

    Raise `Refusal`: `malformed`, `no_such_room`, `cannot_write`, `room_closed`, `closed_by_host`,
    `muted`, `muted_by_host`, `empty`, `too_long`, `bad_characters`, `new_account_links`,
    `slow_mode`, `too_fast`.
    """
    if not 1 <= len(key) <= MAX_KEY or not key.isascii() or not key.isprintable():
        raise Refusal(ChatCode.MALFORMED)
    allowance = _lock_allowance(author)
    sent = Message.objects.filter(author=author, key=key).select_related("author", "room").first()
    if sent is not None:
        announce_again(rooms.topic(sent.room_id), person=author.pk, key=key)
        return sent
    room = _writable_room(author, room_key)
    clean = clean_message(text)
    refuse_new(author, clean)
    _refuse_slow(author, room)
    _spend(allowance)
    message = Message.objects.create(room=room, author=author, text=clean, key=key, at=now())
    mark_read(user=author, room=room, message_id=message.pk)
    announce(rooms.topic(room.pk))
    return message


def _lock_allowance(author: Person) -> Allowance:
    locked = Allowance.objects.select_for_update()
    return locked.get_or_create(user=author, defaults={"full_at": now()})[0]


def _writable_room(author: Person, room_key: str) -> Room:
    """Return the room, locked. Raise `Refusal` if the author may not write there."""
    access = rooms.access(author, room_key)
    if not access.read:
        raise Refusal(ChatCode.NO_SUCH_ROOM)
    if not access.write:
        raise Refusal(ChatCode.CANNOT_WRITE, access.reason)
    # Locked so that the ids of messages grow in the order in which they become visible.
    rows = Room.objects.select_for_update(no_key=True)
    room = rows.filter(pk=rooms.room(room_key).pk).first()
    if room is None:  # it was empty for long, and was deleted just now
        raise Refusal(ChatCode.NO_SUCH_ROOM)
    refuse_closed(room)
    refuse_muted(author, room)
    return room


def refuse_closed(room: Room) -> None:
    """Raise `Refusal` if the room is closed: `room_closed` or `closed_by_host`."""
    if room.closed:
        raise Refusal(ChatCode.ROOM_CLOSED)
    if room.host_closed:
        raise Refusal(ChatCode.CLOSED_BY_HOST)


def refuse_muted(author: Person, room: Room) -> None:
    """Raise `Refusal` while this person is muted here or everywhere.

    The code is `muted` or `muted_by_host`.
    """
    mutes = mutes_of(author)
    if not mutes:
        return  # the usual case, which needs no query for the time
    at = now()
    holding = [mute for mute in mutes if mute.until > at]
    everywhere = next((mute for mute in holding if mute.room is None), None)
    mute = everywhere or next((mute for mute in holding if mute.room == room.pk), None)
    if mute is not None and mute.by == "host":
        raise Refusal(ChatCode.MUTED_BY_HOST, until=_when(mute.until))
    if mute is not None:
        raise Refusal(ChatCode.MUTED, until=_when(mute.until), reason=mute.reason)


def refuse_new(author: Person, text: str) -> None:
    """Raise `Refusal` with `new_account_links` if a new account sends links."""
    # New accounts are often made in order to send links.
    if linked(text) == escape(text):
        return
    until = new_until(author)
    if until is not None:
        raise Refusal(ChatCode.NEW_ACCOUNT_LINKS, until=time_in_words(until))


def pause_of(author: Viewer, room: Room, *, at: datetime | None = None) -> int:
    """Return the seconds that this person must wait between two messages here.

    `at`: the current time if it is known, as in `new_until`.
    """
    new = room.key == rooms.LOBBY and new_until(author, at=at) is not None
    pause = max(room.slow_seconds, settings.NEW_ACCOUNT_LOBBY_SECONDS if new else 0)
    return 0 if pause and author.has_perm(MODERATE) else pause


def _refuse_slow(author: Person, room: Room) -> None:
    """Raise `Refusal` with `slow_mode` if the last message is too recent."""
    pause = timedelta(seconds=pause_of(author, room))
    if not pause:
        return
    at = now()
    # Not messages of the future, which were sent before the clock was put back.
    lately = Message.objects.filter(room=room, author=author, at__gt=at - pause, at__lte=at)
    last = lately.order_by("-at").values_list("at", flat=True).first()
    if last is not None:
        left = last + pause - at
        raise Refusal(ChatCode.SLOW_MODE, seconds=-(-left // timedelta(seconds=1)))


def _when(instant: datetime) -> str:
    return date_format(timezone.localtime(instant), "j F H:i")


def _spend(allowance: Allowance) -> None:
    """Spend one message of the allowance: five at once, then one every two seconds.

    Raise `Refusal` with `too_fast` if none is left.
    """
    at, most = now(), AT_ONCE * EACH
    # A later time than can be was stored before the clock was put back.
    empty_until = allowance.full_at if at < allowance.full_at <= at + most else at
    full_at = empty_until + EACH
    early = full_at - at - most
    if early > timedelta():
        raise Refusal(ChatCode.TOO_FAST, seconds=-(-early // timedelta(seconds=1)))
    allowance.full_at = full_at
    allowance.save(update_fields=["full_at"])


@transaction.atomic
def delete_message(*, author: Person, message_id: int) -> Message:
    """Delete the author's own message within five minutes, and return it.

    Deleting it twice has no further effect. Raise `Refusal`: `no_such_message`, `not_yours`,
    `too_late`.
    """
    message = (
        Message.objects.select_for_update(of=("self",))
        .select_related("room", "author")
        .filter(pk=message_id)
        .first()
    )
    if message is None or not rooms.access(author, message.room.key).read:
        raise Refusal(ChatCode.NO_SUCH_MESSAGE)
    if message.author_id != author.pk:
        raise Refusal(ChatCode.NOT_YOURS)
    if message.removed_at is None:
        _take_back(message)
    return message


def _take_back(message: Message) -> None:
    at = now()
    if at - message.at > DELETE_WITHIN:
        raise Refusal(ChatCode.TOO_LATE)
    message.removed_at = at
    message.removed_by = Message.Remover.AUTHOR
    message.save(update_fields=["removed_at", "removed_by"])
    announce(rooms.topic(message.room_id))


def mark_read(*, user: Person, room: Room, message_id: int) -> None:
    """Record the last message this person has read in a room.

    The mark never goes back, nor beyond the room's last message.
    """
    said = room.messages.filter(pk__lte=message_id).order_by("-pk").values_list("pk", flat=True)
    last = said.first()
    if last is None:
        return
    mark, created = ReadMark.objects.get_or_create(
        user=user, room=room, defaults={"message_id": last}
    )
    if not created:
        ReadMark.objects.filter(pk=mark.pk, message_id__lt=last).update(message_id=last)
