"""Moderation by hosts in the chat of their own table, and the page for it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from chat.core.clock import now
from chat.core.numbers import whole_number
from chat.core.refusals import ChatCode, Refusal
from chat.core.responses import back_to, coded, done
from chat.live.announce import announce
from chat.messages import rooms
from chat.messages.rooms import RoomAccess
from chat.models import Message, Mute, Room
from chat.people import Person, shown_name

MINUTES = (10, 60, 24 * 60)  # durations of a mute


def _access(host: Person, room_key: str) -> RoomAccess:
    """Return the host's rights in a room. Raise `Refusal` with `not_host`."""
    access = rooms.access(host, room_key)
    if not (access.read and access.hosts):
        raise Refusal(ChatCode.NOT_HOST)
    return access


@transaction.atomic
def remove_as_host(*, host: Person, message_id: int) -> Message:
    """Remove a message from everybody's pages.

    Moderators can still read and restore it. Raise `Refusal`: `no_such_message`, `not_host`.
    """
    rows = Message.objects.select_for_update(of=("self",)).select_related("room")
    message = rows.filter(pk=message_id).first()
    if message is None:
        raise Refusal(ChatCode.NO_SUCH_MESSAGE)
    _access(host, message.room.key)
    if message.removed_at is None:
        message.removed_at, message.removed_by = now(), Message.Remover.HOST
        message.save(update_fields=["removed_at", "removed_by"])
        announce(rooms.topic(message.room_id))
    return message


@transaction.atomic
def mute_as_host(*, host: Person, message_id: int, minutes: int) -> Mute:
    """Mute the author of a message in its room for a while.

    Raise `Refusal`: `no_such_message`, `not_host`, `no_such_user`, `cannot_mute`, `bad_time`.
    """
    message = Message.objects.select_related("room", "author").filter(pk=message_id).first()
    if message is None:
        raise Refusal(ChatCode.NO_SUCH_MESSAGE)
    _access(host, message.room.key)
    author = message.author
    if author is None:
        raise Refusal(ChatCode.NO_SUCH_USER)
    if author.pk == host.pk or author.is_staff:
        raise Refusal(ChatCode.CANNOT_MUTE)
    if minutes not in MINUTES:
        raise Refusal(ChatCode.BAD_TIME)
    at = now()
    announce(f"user.{author.pk}")
    return Mute.objects.create(
        user=author, room=message.room, until=at + timedelta(minutes=minutes), by=host,
        by_host=True, at=at,
    )  # fmt: skip


@transaction.atomic
def unmute_as_host(*, host: Person, room_key: str, mute_id: int) -> None:
    """Unmute a person whom a host muted in this room.

    Raise `Refusal` with `not_host`.
    """
    _access(host, room_key)
    mute = Mute.objects.filter(pk=mute_id, room__key=room_key, by_host=True).first()
    if mute is None:
        return
    Mute.objects.filter(user=mute.user_id, room=mute.room_id, by_host=True).filter(
        until__gt=now()
    ).update(until=now())
    announce(f"user.{mute.user_id}")


@transaction.atomic
def close_as_host(*, host: Person, room_key: str, closed: bool) -> None:
    """Close a room for writing, or open it again; its window stays.

    Raise `Refusal` with `not_host`.
    """
    _access(host, room_key)
    Room.objects.filter(pk=rooms.room(room_key).pk).update(host_closed=closed)
    rooms.announce_access(room_key)


def muted_by_host(room_key: str) -> list[Mute]:
    """Return the mutes by hosts that are in force in this room."""
    mutes = Mute.objects.filter(room__key=room_key, by_host=True, until__gt=now())
    return list(mutes.select_related("user").order_by("pk"))


# --- The chat of one's own table: a page for its host, and their commands


@login_required
@require_safe
def room(request: HttpRequest, key: str) -> HttpResponse:
    """Show what the host may do in this room and in those shown together with it."""
    user: Any = request.user
    access = rooms.access(user, key)
    if not access.hosts:
        raise Http404
    shown = [
        {
            "key": one,
            "title": rooms.title_of(one) if one != key else "",
            "closed": rooms.room(one).host_closed,
            "muted": muted_by_host(one),
        }
        for one in (key, *access.show_also)
    ]
    return render(request, "chat/room.html", {"rooms": shown, "next": back_to(request)})


@login_required
@require_POST
@coded
def close(request: HttpRequest, key: str) -> HttpResponse:
    """Close the room for writing, or open it again if `open` is posted."""
    closed = "open" not in request.POST
    close_as_host(host=_user(request), room_key=key, closed=closed)
    return done(
        request, _("The chat has been closed.") if closed else _("The chat has been reopened.")
    )


@login_required
@require_POST
@coded
def unmute(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    unmute_as_host(host=_user(request), room_key=key, mute_id=pk)
    return done(request, _("The mute has been lifted."))


@login_required
@require_POST
@coded
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove somebody's message from everybody's pages."""
    remove_as_host(host=_user(request), message_id=pk)
    return done(request, _("The message has been removed."))


@login_required
@require_POST
@coded
def mute(request: HttpRequest, pk: int) -> HttpResponse:
    """Mute the author of a message for the posted number of `minutes`."""
    minutes = whole_number(request.POST.get("minutes", ""), 5)
    if minutes is None:
        raise Refusal(ChatCode.MALFORMED)
    made = mute_as_host(host=_user(request), message_id=pk, minutes=minutes)
    return done(request, _("%(name)s has been muted here.") % {"name": shown_name(made.user)})


def _user(request: HttpRequest) -> Any:
    return request.user
