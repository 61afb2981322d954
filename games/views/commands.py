"""Commands of a match by POST, and the reading of their forms."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache, wraps
from typing import Any, get_args, get_origin, get_type_hints

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from chat.core.clock import now
from chat.core.limits import address_of
from chat.core.numbers import whole_number
from chat.core.responses import go
from games.refusals import HouseCode, Refusal
from games.services import interruption, play, seats, start as starting, table_access, tables
from games.services.match_engine import action_type_of
from games.services.tables import HOUSE
from games.views.responses import (
    Command,
    answer_with_fragments,
    answer_with_page,
    answer_with_position,
    refuse,
)

# --- Reading forms


_MOST_VALUES = 200


@cache
def _fields(action_type: Any) -> dict[str, dict[str, bool]]:
    """Return by an action's tag its fields, and whether each is a list."""
    found = {}
    for kind in get_args(action_type) or (action_type,):
        hints = get_type_hints(kind)
        found[kind.__struct_config__.tag] = {
            name: get_origin(hints[name]) in (tuple, list) for name in kind.__struct_fields__
        }
    return found


def commitment_of(request: HttpRequest) -> str:
    """Return the hash of the contribution that the browser announces, "" for none."""
    return request.POST.get("commitment", "")  # a script adds it to forms that sit down


def moment_of(text: str) -> datetime | None:
    """Return the time or day in this text, or None if the text is empty.

    A day begins at midnight in the user's time zone. Raise `Refusal("bad_pause")` for other text.
    """
    if not text:
        return None
    try:
        said = datetime.fromisoformat(text)
    except ValueError:
        raise Refusal(HouseCode.BAD_PAUSE) from None
    return said if said.tzinfo else timezone.make_aware(said)


def minutes_from_now(text: str) -> datetime:
    """Return the time in so many minutes. Raise `Refusal("bad_pause")` for other text."""
    minutes = whole_number(text, 3)
    if minutes is None:
        raise Refusal(HouseCode.BAD_PAUSE)
    return now() + timedelta(minutes=minutes)


def raw_action(post: QueryDict, action_type: Any) -> dict[str, Any]:
    """Return the posted action with its fields; other fields of the form are ignored.

    Raise `Refusal("malformed")` for an action that the game does not have.
    """
    tag = post.get("action", "")
    fields = _fields(action_type).get(tag)
    if fields is None:
        raise Refusal(HouseCode.MALFORMED)
    raw: dict[str, Any] = {"action": tag}
    for name, many in fields.items():
        values = [value for value in post.getlist(name) if value != ""]
        if len(values) > _MOST_VALUES:
            raise Refusal(HouseCode.MALFORMED)
        if many:
            raw[name] = values
        elif values:
            raw[name] = values[-1]
    return raw


View = Callable[..., HttpResponse]
Answer = Callable[[HttpRequest, str, Command], HttpResponse]


def command(answer: Answer = answer_with_fragments) -> Callable[[Callable[..., object]], View]:
    """Make a POST view of a command, which `answer` runs and responds to."""

    def made(do: Callable[..., object]) -> View:
        @login_required
        @require_POST
        @wraps(do)
        def view(request: HttpRequest, public_id: str, **more: Any) -> HttpResponse:
            def done() -> object:
                return do(request, user=request.user, public_id=public_id, **more)

            return answer(request, public_id, done)

        return view

    return made


@command(answer_with_position)
def act(request: HttpRequest, *, public_id: str, **who: Any) -> object:
    """Apply an action of the viewer's seat."""
    raw = raw_action(request.POST, action_type_of(public_id))
    return play.act(public_id=public_id, raw=raw, key=_key(request), **who)


@command(answer_with_page)
def join(request: HttpRequest, **where: Any) -> None:
    said = request.POST
    seats.join(
        password=said.get("password"),
        key=_key(request),
        address=address_of(request),
        hints=said.get("hints") == "1",  # the forms of pages ask for them
        commitment=commitment_of(request),
        **where,
    )


@command(answer_with_page)
def watch(request: HttpRequest, **where: Any) -> None:
    table_access.watch(password=request.POST.get("password"), address=address_of(request), **where)


@command(answer_with_page)
def leave(request: HttpRequest, *, public_id: str, **who: Any) -> None:
    """Leave the table. The form's `heir` is the seat of the next owner, if an owner chose one."""
    chosen = request.POST.get("heir", "")
    heir = whole_number(chosen)
    if chosen and heir is None:
        raise Refusal(HouseCode.MALFORMED)
    seats.leave(public_id=public_id, heir=heir, **who)
    _count_again(public_id)


@command()
def kick(request: HttpRequest, *, public_id: str, **who: Any) -> None:
    """Remove the player of seat `index`."""
    seats.kick(public_id=public_id, **who)
    _count_again(public_id)


@command()
def add_bot(request: HttpRequest, **where: Any) -> None:
    """Add a bot. The form's `level` is its level, the usual one if missing."""
    level = request.POST.get("level", HOUSE)[:20]
    tables.add_bot(key=_key(request), level=level, **where)


@command()
def invite(request: HttpRequest, **where: Any) -> None:
    table_access.invite(name=request.POST.get("name", "")[:200], **where)


@command()
def invite_last(request: HttpRequest, **where: Any) -> None:
    """Invite all people of the owner's last match."""
    table_access.invite_last(**where)


@command()
def make_link(request: HttpRequest, **where: Any) -> None:
    table_access.make_link(**where)


@command()
def revoke_links(request: HttpRequest, **where: Any) -> None:
    table_access.revoke_links(**where)


@command()
def start(request: HttpRequest, **where: Any) -> None:
    starting.start(key=_key(request), **where)


@command()
def open_contribution(request: HttpRequest, **where: Any) -> None:
    """Open the contribution that the viewer's browser announced when they sat down.

    A script sends it at the start.
    """
    starting.open_contribution(opening=request.POST.get("opening", ""), **where)


@command(answer_with_page)
def cancel(request: HttpRequest, **where: Any) -> None:
    tables.cancel(**where)


@command()
def back(request: HttpRequest, **where: Any) -> None:
    seats.come_back(**where)


@command()
def seen(request: HttpRequest, **where: Any) -> None:
    """Note that the viewer has read what the site played while they were away."""
    play.forget_absence(**where)


@command()
def auto(request: HttpRequest, **where: Any) -> None:
    """Set the passes that the site plays for the viewer's seat: the ticked ones."""
    play.set_auto(names=request.POST.getlist("auto"), **where)


@command()
def guide(request: HttpRequest, **where: Any) -> None:
    """Turn hints on or off, for the viewer alone."""
    play.set_guided(on=request.POST.get("on") == "1", **where)


@command()
def stop(request: HttpRequest, **where: Any) -> None:
    interruption.agree_to_stop(agrees=request.POST.get("agrees") == "1", **where)


@command()
def pause(request: HttpRequest, **where: Any) -> None:
    """Propose or accept a pause. The form's `until` is a day or the time proposed.

    An empty `until` withdraws the viewer's consent. `minutes` is the length of a pause from now on.
    """
    minutes = request.POST.get("minutes", "")
    until = minutes_from_now(minutes) if minutes else moment_of(request.POST.get("until", ""))
    interruption.agree_to_pause(until=until, **where)


@login_required
@require_POST
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask to play again: redirect to the rematch, or stay until enough players ask for it."""
    try:
        match = starting.play_again(
            user=request.user,
            public_id=public_id,
            key=_key(request),
            commitment=commitment_of(request),
        )
    except Refusal as refusal:
        return refuse(request, public_id, refusal)
    if match is None:
        return answer_with_fragments(request, public_id, lambda: None)
    return go(request, reverse("games:match", args=[match.public_id]))


def _count_again(public_id: str) -> None:
    """Count all votes again after somebody has left."""
    interruption.recount_stop_votes(public_id=public_id)
    interruption.recount_pause_votes(public_id=public_id)


def _key(request: HttpRequest) -> str:
    return request.POST.get("key", "")
