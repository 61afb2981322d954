"""Tests that the socket of a match page serves or refuses each kind of user without an error."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from chat.core.clock import now
from chat.live.consumer import CLOSED_TO_YOU, PageRequest
from games.models import Match
from games.services.seats import join
from games.services.tables import TableWish, create_table
from lobby.models import User
from tests.support.matches import begun
from tests.support.sockets import socket_of

pytestmark = pytest.mark.django_db(transaction=True)

Status = Match.Status


def _scene(game: str, access: str, status: str, *, started: bool) -> tuple[str, dict[str, Any]]:
    """Return the id of a match in this status, and one user for each role."""
    people = {name: User.objects.create_user(name) for name in ("owner", "player", "member")}
    people["guest"] = User.objects.create_user("guest", is_guest=True)
    people["admin"] = User.objects.create_superuser("admin")
    sits = [people["owner"], people["player"]]
    wish: dict[str, Any] = {"access": access, "invited": ("player",), "late_join": False}
    if started:
        match = begun(sits, game, 1, **wish)
    else:
        match = create_table(
            user=sits[0], game=game, wish=TableWish(name="A table", least=2, most=3, **wish)
        )
        join(user=sits[1], public_id=match.public_id)
    over = {"ended_at": now(), "decision_id": ""} if status in ("finished", "aborted") else {}
    Match.objects.filter(pk=match.pk).update(status=status, **over)
    return match.public_id, {"stranger": AnonymousUser(), **people}


async def _ends(user: Any, public_id: str) -> int | None:
    """Return the code that this user's socket is closed with, or None if it is served."""
    socket = socket_of(PageRequest(user, "", "match", public_id, {}))
    assert (await socket.connect())[0]
    sent = await socket.receive_output()
    while sent["type"] == "websocket.send":  # the page and its updates, or why it is closed
        if await socket.receive_nothing(timeout=0.2):
            await socket.disconnect()
            return None
        sent = await socket.receive_output()
    return int(sent.get("code", 0))


@pytest.mark.parametrize("game", ["blanks", "venice"])
@pytest.mark.parametrize("access", ["open", "invite"])
@pytest.mark.parametrize(
    ("status", "started"),
    [
        (Status.OPEN, False), (Status.ABORTED, False), (Status.RUNNING, True),
        (Status.STALLED, True), (Status.FINISHED, True), (Status.ABORTED, True),
    ],
)  # fmt: skip
async def test_a_socket_is_served_or_closed_with_a_reason(
    game: str, access: str, status: str, started: bool
) -> None:
    public_id, people = await sync_to_async(_scene)(game, access, status, started=started)
    codes = {role: await _ends(user, public_id) for role, user in people.items()}
    assert codes["stranger"] == CLOSED_TO_YOU
    assert set(codes.values()) <= {None, CLOSED_TO_YOU}, codes
    assert not started or codes["owner"] is codes["player"] is codes["admin"] is None
