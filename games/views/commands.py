"""The commands of a table and a match: what each asks of the services, and how it is answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from chat.core.limits import address_of
from chat.core.responses import go
from games.levels import HOUSE
from games.refusals import Refusal
from games.rules import action_type_of
from games.services import (
    bot_seats,
    door,
    pausing,
    play,
    preferences,
    presence,
    seating,
    starting,
    stopping,
    tables,
)
from games.views.answering import carry_out, refuse
from games.views.forms import commitment_of, moment_of, raw_action

View = Callable[..., HttpResponse]


def command(*, moves: bool = False, told: bool = False) -> Callable[[Callable[..., object]], View]:
    """A view by POST, out of what the command does. How it is answered: `carry_out`."""

    def made(do: Callable[..., object]) -> View:
        @login_required
        @require_POST
        @wraps(do)
        def view(request: HttpRequest, public_id: str, **more: Any) -> HttpResponse:
            def done() -> object:
                return do(request, user=request.user, public_id=public_id, **more)

            return carry_out(request, public_id, done, moves=moves, told=told)

        return view

    return made


@command(told=True)
def act(request: HttpRequest, *, public_id: str, **who: Any) -> object:
    """An action of the viewer's seat."""
    raw = raw_action(request.POST, action_type_of(public_id))
    return play.act(public_id=public_id, raw=raw, key=_key(request), **who)


@command(moves=True)
def join(request: HttpRequest, **where: Any) -> None:
    said = request.POST
    seating.join(
        password=said.get("password"),
        key=_key(request),
        address=address_of(request),
        hints=said.get("hints") == "1",  # forms of pages say so
        commitment=commitment_of(request),
        **where,
    )


@command(moves=True)
def watch(request: HttpRequest, **where: Any) -> None:
    door.watch(password=request.POST.get("password"), address=address_of(request), **where)


@command(moves=True)
def leave(request: HttpRequest, *, public_id: str, **who: Any) -> None:
    seating.leave(public_id=public_id, **who)
    _count_again(public_id)


@command()
def kick(request: HttpRequest, *, public_id: str, **who: Any) -> None:
    """`index`: whose seat."""
    seating.kick(public_id=public_id, **who)
    _count_again(public_id)


@command()
def add_bot(request: HttpRequest, **where: Any) -> None:
    """`level`: the word for how it plays; without one as the house's bots do."""
    level = request.POST.get("level", HOUSE)[:20]
    bot_seats.add_bot(key=_key(request), level=level, **where)


@command()
def invite(request: HttpRequest, **where: Any) -> None:
    door.invite(name=request.POST.get("name", "")[:200], **where)


@command()
def invite_last(request: HttpRequest, **where: Any) -> None:
    """All people of the owner's last match."""
    door.invite_last(**where)


@command()
def make_link(request: HttpRequest, **where: Any) -> None:
    door.make_link(**where)


@command()
def revoke_links(request: HttpRequest, **where: Any) -> None:
    door.revoke_links(**where)


@command()
def start(request: HttpRequest, **where: Any) -> None:
    starting.start(key=_key(request), **where)


@command()
def open_contribution(request: HttpRequest, **where: Any) -> None:
    """What the viewer's browser announced when they sat down: scripts send it at the start."""
    starting.open_contribution(opening=request.POST.get("opening", ""), **where)


@command(moves=True)
def cancel(request: HttpRequest, **where: Any) -> None:
    tables.cancel(**where)


@command()
def back(request: HttpRequest, **where: Any) -> None:
    presence.come_back(**where)


@command()
def seen(request: HttpRequest, **where: Any) -> None:
    """What was done for the viewer while they were away need not be told any more."""
    preferences.forget_absence(**where)


@command()
def auto(request: HttpRequest, **where: Any) -> None:
    """Which passes the house may play for the viewer's seat: the names of those ticked."""
    preferences.set_auto(names=request.POST.getlist("auto"), **where)


@command()
def guide(request: HttpRequest, **where: Any) -> None:
    """Hints on or off, for the viewer alone."""
    preferences.set_guided(on=request.POST.get("on") == "1", **where)


@command()
def stop(request: HttpRequest, **where: Any) -> None:
    stopping.agree_to_stop(agrees=request.POST.get("agrees") == "1", **where)


@command()
def pause(request: HttpRequest, **where: Any) -> None:
    """`until`: a day, or the very moment that somebody else proposes; none takes it back."""
    pausing.agree_to_pause(until=moment_of(request.POST.get("until", "")), **where)


@login_required
@require_POST
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Goes to the table at which the match is played again; against bots alone, to the match."""
    try:
        match = starting.play_again(
            user=request.user,
            public_id=public_id,
            key=_key(request),
            commitment=commitment_of(request),
        )
    except Refusal as refusal:
        return refuse(request, public_id, refusal)
    return go(request, reverse("games:match", args=[match.public_id]))


def _count_again(public_id: str) -> None:
    """Somebody has left: all who are still there may have agreed already."""
    stopping.count_again(public_id=public_id)
    pausing.count_again(public_id=public_id)


def _key(request: HttpRequest) -> str:
    return request.POST.get("key", "")
