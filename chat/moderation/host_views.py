"""The chat of one's own table: a page for its host, and their commands."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from chat.core.refusals import ChatCode, Refusal
from chat.core.responses import back_to, coded, done
from chat.messages import rooms
from chat.moderation import hosts
from chat.people.names import shown_name


@login_required
@require_safe
def room(request: HttpRequest, key: str) -> HttpResponse:
    """What its host may do in this room, and in those that are shown among it."""
    user: Any = request.user
    access = rooms.access(user, key)
    if not access.hosts:
        raise Http404
    shown = [
        {
            "key": one,
            "title": rooms.title_of(one) if one != key else "",
            "closed": rooms.room(one).host_closed,
            "closable": rooms.access(user, one).closable,
            "muted": hosts.muted_by_host(one),
        }
        for one in (key, *access.show_also)
    ]
    return render(request, "chat/room.html", {"rooms": shown, "next": back_to(request)})


@login_required
@require_POST
@coded
def close(request: HttpRequest, key: str) -> HttpResponse:
    """Closes the room for writing, or (`open`) opens it again."""
    closed = "open" not in request.POST
    hosts.close_as_host(host=_user(request), room_key=key, closed=closed)
    return done(request, _("The chat is closed.") if closed else _("The chat is open."))


@login_required
@require_POST
@coded
def unmute(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    hosts.unmute_as_host(host=_user(request), room_key=key, mute_id=pk)
    return done(request, _("They can write again."))


@login_required
@require_POST
@coded
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes somebody's message off everybody's pages."""
    hosts.remove_as_host(host=_user(request), message_id=pk)
    return done(request, _("The message is removed."))


@login_required
@require_POST
@coded
def mute(request: HttpRequest, pk: int) -> HttpResponse:
    """Mutes the author of a message for so many `minutes`."""
    minutes = request.POST.get("minutes", "")
    if not (minutes.isascii() and minutes.isdigit() and len(minutes) < 6):
        raise Refusal(ChatCode.MALFORMED)
    made = hosts.mute_as_host(host=_user(request), message_id=pk, minutes=int(minutes))
    return done(request, _("%(name)s cannot write here.") % {"name": shown_name(made.user)})


def _user(request: HttpRequest) -> Any:
    return request.user
