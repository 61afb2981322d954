"""Creates matches of Merchant Kings at chosen positions; runs inside a site."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from chat.core.clock import now
from games.engine.base import Step
from games.models import Match, MatchSetup, Seat
from games.services.advance import write_step
from games.services.match_engine import encode_setup
from tests.games.merchants.positions import Position, position

PLAYERS = ("Nina", "Orso", "Pia", "Rocco")
_NO_WISH: dict[str, object] = {"without_usable": False}  # only pending seats act


def stage(person: str, names: Sequence[str]) -> list[str]:
    """Create a match in each of these positions; return their ids.

    `person` takes the seat that has to act.
    """
    user, others = _player(person), [_player(name) for name in PLAYERS]
    with transaction.atomic():
        return [_staged(position(name), user, others) for name in names]


def _player(name: str) -> Any:
    return get_user_model().objects.get_or_create(username=name)[0]


def _staged(found: Position, user: Any, others: Sequence[Any]) -> str:
    table, at = found.table, now()
    match = Match.objects.create(
        game="merchants", engine_version=1, name="The staged table", status="running",
        owner=user, options={"mode": table.mode}, least=3, most=4,
        seal="0" * 64, secret="5" * 64, created_at=at, started_at=at,
    )  # fmt: skip
    MatchSetup.objects.create(match=match, data=encode_setup(table.engine.setup))
    seats = [
        Seat.objects.create(
            match=match, index=one.seat, user=user if one.seat == found.seat else others[one.seat],
            hue=one.seat, auto=_NO_WISH, joined_at=at,
        )
        for one in table.state.players
    ]  # fmt: skip
    events = tuple(one.event for one in table.told if one.chapter >= table.state.round - 1)
    step = Step(table.state, events, table.state.round)
    write_step(
        match=match, engine=table.engine, step=step, seat=None, action={"action": "begin"},
        drawn=(), at=at, seats=seats,
    )  # fmt: skip
    match.deadline = at + timedelta(hours=1)
    match.due_at = match.deadline
    match.save(update_fields=["deadline", "due_at"])
    return match.public_id
