"""The commands of a table and a match, one view each."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from chat.core.responses import go
from games.refusals import Refusal
from games.rules import action_type_of
from games.services import (
    door,
    play,
    preferences as wishing,
    presence,
    seating,
    starting,
    stopping,
    tables,
)
from games.views.answering import carry_out, refuse
from games.views.forms import raw_action


@login_required
@require_POST
def act(request: HttpRequest, public_id: str) -> HttpResponse:
    """An action of the viewer's seat."""

    def command() -> object:
        raw = raw_action(request.POST, action_type_of(public_id))
        return play.act(user=request.user, public_id=public_id, raw=raw, key=_key(request))

    return carry_out(request, public_id, command, told=True)


@login_required
@require_POST
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    def command() -> None:
        password = request.POST.get("password")
        seating.join(user=request.user, public_id=public_id, password=password, key=_key(request))

    return carry_out(request, public_id, command, moves=True)


@login_required
@require_POST
def watch(request: HttpRequest, public_id: str) -> HttpResponse:
    def command() -> None:
        password = request.POST.get("password")
        door.watch(user=request.user, public_id=public_id, password=password)

    return carry_out(request, public_id, command, moves=True)


@login_required
@require_POST
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    def command() -> None:
        seating.leave(user=request.user, public_id=public_id)
        stopping.count_again(public_id=public_id)

    return carry_out(request, public_id, command, moves=True)


@login_required
@require_POST
def kick(request: HttpRequest, public_id: str, index: int) -> HttpResponse:
    def command() -> None:
        seating.kick(user=request.user, public_id=public_id, index=index)
        stopping.count_again(public_id=public_id)

    return carry_out(request, public_id, command)


@login_required
@require_POST
def add_bot(request: HttpRequest, public_id: str) -> HttpResponse:
    def command() -> None:
        seating.add_bot(user=request.user, public_id=public_id, key=_key(request))

    return carry_out(request, public_id, command)


@login_required
@require_POST
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    def command() -> None:
        name = request.POST.get("name", "")[:200]
        door.invite(user=request.user, public_id=public_id, name=name)

    return carry_out(request, public_id, command)


@login_required
@require_POST
def make_link(request: HttpRequest, public_id: str) -> HttpResponse:
    def command() -> None:
        door.make_link(user=request.user, public_id=public_id)

    return carry_out(request, public_id, command)


@login_required
@require_POST
def revoke_links(request: HttpRequest, public_id: str) -> HttpResponse:
    def command() -> None:
        door.revoke_links(user=request.user, public_id=public_id)

    return carry_out(request, public_id, command)


@login_required
def come(request: HttpRequest, public_id: str, token: str) -> HttpResponse:
    """Opens an invitation link and goes to its table."""
    try:
        door.open_link(user=request.user, public_id=public_id, token=token)
    except Refusal as refusal:
        return refuse(request, public_id, refusal)
    return HttpResponseRedirect(reverse("games:match", args=[public_id]))


@login_required
@require_POST
def start(request: HttpRequest, public_id: str) -> HttpResponse:
    def command() -> None:
        starting.start(user=request.user, public_id=public_id, key=_key(request))

    return carry_out(request, public_id, command)


@login_required
@require_POST
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    def command() -> None:
        tables.cancel(user=request.user, public_id=public_id)

    return carry_out(request, public_id, command, moves=True)


@login_required
@require_POST
def back(request: HttpRequest, public_id: str) -> HttpResponse:
    def command() -> None:
        presence.come_back(user=request.user, public_id=public_id)

    return carry_out(request, public_id, command)


@login_required
@require_POST
def auto(request: HttpRequest, public_id: str) -> HttpResponse:
    """Which passes the house may play for the viewer's seat: the names of those ticked."""

    def command() -> None:
        names = request.POST.getlist("auto")
        wishing.set_auto(user=request.user, public_id=public_id, names=names)

    return carry_out(request, public_id, command)


@login_required
@require_POST
def guide(request: HttpRequest, public_id: str) -> HttpResponse:
    """Hints on or off, for the viewer alone."""

    def command() -> None:
        on = request.POST.get("on") == "1"
        wishing.set_guided(user=request.user, public_id=public_id, on=on)

    return carry_out(request, public_id, command)


@login_required
@require_POST
def stop(request: HttpRequest, public_id: str) -> HttpResponse:
    def command() -> None:
        agrees = request.POST.get("agrees") == "1"
        stopping.agree_to_stop(user=request.user, public_id=public_id, agrees=agrees)

    return carry_out(request, public_id, command)


@login_required
@require_POST
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    try:
        match = starting.rematch(user=request.user, public_id=public_id, key=_key(request))
    except Refusal as refusal:
        return refuse(request, public_id, refusal)
    where = reverse("games:match", args=[match.public_id])
    return go(request, where)


def _key(request: HttpRequest) -> str:
    return request.POST.get("key", "")
