"""Tests of a seat's event streams, by long poll and by WebSocket."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import HttpCommunicator, WebsocketCommunicator

from chat.core.clock import now
from chat.live import consumer as sockets, long_poll
from chat.live.hub import hub
from config.server.asgi import application
from games.engine.dealer import Seeded
from games.models import Match, Seat
from games.services.scheduler import run_due
from games.services.seats import kick
from lobby.accounts.sessions import close_sockets
from lobby.accounts.tokens import revoke_token
from lobby.models import AccessToken
from tests.api.conftest import Bring, Program
from tests.api.test_seats import PLAYED, able, begun, some_answer
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


def _stream(where: str, program: Program, **query: Any) -> Any:
    answer = program.get(f"tables/{where}/stream", **query)
    assert answer.status_code == 200, answer.content
    return answer.json()


OFTEN = PLAYED[-1]  # `make test-deep` runs the others


@pytest.mark.parametrize(
    "game",
    [pytest.param(one, marks=[] if one == OFTEN else pytest.mark.deep) for one in PLAYED],
)
def test_events_are_sent_once_with_the_view_of_the_seat(program: Bring, game: str) -> None:
    where, people = begun(program, game, "Ada", "Bob")
    watcher, chance, match = program("Eve"), Seeded(game), Match.objects.get()
    cursors = dict.fromkeys([*people, watcher], "")
    told = 0
    for _step in range(20):
        run_due(match.pk)
        match.refresh_from_db()
        if match.over:  # spectators may not watch any longer
            break
        for one in cursors:
            news = _stream(where, one, since=cursors[one], wait=0)
            assert news["changed"] == (news["seen"] is not None) == (news["cursor"] != cursors[one])
            if news["changed"]:
                assert news["seen"] == one.get(f"tables/{where}/seat").json()
            told += len(news["events"])
            cursors[one] = news["cursor"]
            again = _stream(where, one, since=cursors[one], wait=0)
            assert (again["changed"], again["seen"], again["events"]) == (False, None, [])
        found = able(where, people)
        if found is not None:
            found[0].post(f"tables/{where}/act", some_answer(found[1], chance))
    assert told > 3


def test_a_stream_from_the_start_equals_the_separate_events(program: Bring) -> None:
    where, people = begun(program, "interop", "Ada", "Bob")
    chance, match = Seeded("all"), Match.objects.get()
    one_by_one: list[Any] = []
    cursor = ""
    for _step in range(8):
        run_due(match.pk)
        news = _stream(where, people[0], since=cursor, wait=0)
        one_by_one += news["events"]
        cursor = news["cursor"]
        found = able(where, people)
        if found is not None:
            found[0].post(f"tables/{where}/act", some_answer(found[1], chance))
    one_by_one += _stream(where, people[0], since=cursor, wait=0)["events"]
    everything = _stream(where, people[0])["events"]
    assert one_by_one[-len(everything) :] == everything
    assert len(everything) > 2


@pytest.mark.parametrize("since", ["x", "1", "99999999999999.1-a", "0.0-", "\x00", "-1.-1-a"])
def test_an_invalid_cursor_counts_as_none(program: Bring, since: str) -> None:
    where, people = begun(program, "blanks", "Ada", "Bob")
    assert _stream(where, people[0], since=since) == _stream(where, people[0])


def test_a_stream_requires_the_right_to_watch(program: Bring) -> None:
    ada, bob = program("Ada"), program("Bob")
    made = ada.post("tables", {"name": "Masks", "game": "interop", "access": "invite"})
    where = made.json()["table"]["id"]
    refused = bob.get(f"tables/{where}/stream")
    assert (refused.status_code, refused.json()["code"]) == (422, "invite_required")


def test_a_missed_decision_is_in_the_stream(program: Bring) -> None:
    where, people = begun(program, "merchants", "Ada", "Bob", "Cem")
    found = able(where, people)
    assert found is not None
    late, seen = found
    assert (seen["late"], seen["played_for"]) == (0, "")
    Match.objects.update(deadline=now() - timedelta(seconds=1), due_at=now())
    run_due(Match.objects.get().pk)
    told = _stream(where, late)["seen"]
    assert told["late"] == 1
    Seat.objects.filter(index=seen["seat"]).update(away=True)
    Match.objects.update(version=10**6)  # forces a fresh read
    assert _stream(where, late)["seen"]["played_for"] == "clock"


# --- Long polls


class Waits:
    """A long poll, sent to the application as a server would."""

    def __init__(self, program: Program, where: str, since: str, seconds: int = 25) -> None:
        path = f"/api/v1/tables/{where}/stream?since={since}&wait={seconds}"
        headers = [(b"authorization", f"Bearer {program.token}".encode()), (b"host", b"testserver")]
        self.asked = HttpCommunicator(application, "GET", path, headers=headers)
        self.asked.scope["client"] = ["127.0.0.1", 1]
        self.answer = asyncio.ensure_future(self.asked.get_response(PATIENCE))

    async def told(self) -> tuple[int, Any]:
        answer = await self.answer
        return answer["status"], json.loads(answer["body"])


async def _until_listening(places: sockets.OpenSockets = sockets.open_sockets) -> None:
    async with asyncio.timeout(PATIENCE):
        while not places:  # noqa: ASYNC110  (there is nothing to await)
            await asyncio.sleep(0.01)


async def _begun(program: Bring) -> tuple[str, list[Program], str]:
    where, people = await sync_to_async(begun)(program, "interop", "Ada", "Bob", "Cem")
    await sync_to_async(run_due)(await _pk())
    seen = await sync_to_async(_stream)(where, people[0])
    return where, people, seen["cursor"]


async def _pk() -> int:
    return (await Match.objects.aget()).pk


def _somebody_acts(where: str, people: list[Program]) -> None:
    found = able(where, people)
    assert found is not None
    done = found[0].post(f"tables/{where}/act", some_answer(found[1], Seeded("x")))
    assert done.status_code == 200, done.content


@pytest.mark.both
async def test_a_waiting_request_is_answered_at_the_next_event(program: Bring) -> None:
    where, people, cursor = await _begun(program)
    waits = Waits(people[0], where, cursor)
    await _until_listening()
    assert not waits.answer.done()
    await sync_to_async(_somebody_acts)(where, people)
    status, news = await waits.told()
    assert (status, news["changed"]) == (200, True)
    assert news["cursor"] != cursor
    assert len(sockets.open_sockets) == 0
    assert not hub()._by_topic, "nothing is left of it"


async def test_a_waiting_request_times_out_with_an_empty_answer(program: Bring) -> None:
    where, people, cursor = await _begun(program)
    begun_at = asyncio.get_running_loop().time()
    status, news = await Waits(people[0], where, cursor, seconds=1).told()
    assert (status, news) == (
        200, {"cursor": cursor, "changed": False, "seen": None, "events": []},
    )  # fmt: skip
    assert asyncio.get_running_loop().time() - begun_at >= 1


@pytest.mark.both
async def test_revoking_a_token_ends_its_waiting_request(program: Bring) -> None:
    where, people, cursor = await _begun(program)
    waits = Waits(people[0], where, cursor)
    await _until_listening()
    token = await AccessToken.objects.aget(user=people[0].user)
    await sync_to_async(revoke_token)(user=people[0].user, pk=token.pk)
    status, told = await waits.told()
    assert (status, told["code"]) == (401, "bad_token")


async def test_the_number_of_waiting_requests_is_limited(program: Bring, settings: Any) -> None:
    where, people, cursor = await _begun(program)
    settings.SOCKETS_PER_PERSON = 1
    first = Waits(people[0], where, cursor, seconds=2)
    await _until_listening()
    status, told = await Waits(people[0], where, cursor).told()
    assert (status, told["code"]) == (429, "too_often")
    assert (await first.told())[0] == 200


async def test_waiting_requests_are_answered_when_the_process_ends(
    program: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = sockets.OpenSockets()
    monkeypatch.setattr(long_poll, "open_sockets", fresh)
    where, people, cursor = await _begun(program)
    waits = Waits(people[0], where, cursor)
    await _until_listening(fresh)
    await fresh.restart()
    status, news = await waits.told()
    assert (status, news["changed"]) == (200, False)


# --- WebSockets


def _socket(program: Program | None, where: str) -> WebsocketCommunicator:
    headers = [] if program is None else [(b"authorization", f"Bearer {program.token}".encode())]
    return WebsocketCommunicator(application, f"/api/v1/tables/{where}/stream", headers=headers)


async def _next(socket: WebsocketCommunicator) -> Any:
    return json.loads(await socket.receive_from(PATIENCE))


async def test_a_socket_sends_past_events_and_then_new_ones(program: Bring) -> None:
    where, people, _cursor = await _begun(program)
    socket = _socket(people[0], where)
    assert (await socket.connect(PATIENCE))[0]
    first = await _next(socket)
    assert first["seen"] == (await sync_to_async(people[0].get)(f"tables/{where}/seat")).json()
    await sync_to_async(_somebody_acts)(where, people)
    second = await _next(socket)
    assert second["changed"]
    assert second["cursor"] != first["cursor"]
    await socket.disconnect(timeout=PATIENCE)


@pytest.mark.parametrize("path", ["tables/{}/stream", "tables/{}/seat", "weeks/x/stream", "x"])
async def test_a_socket_requires_a_token(program: Bring, path: str) -> None:
    where, _people, _cursor = await _begun(program)
    socket = _socket(None, where)
    socket.scope["path"] = f"/api/v1/{path.format(where)}"
    assert not (await socket.connect(PATIENCE))[0]


async def test_a_socket_for_a_hidden_table_is_closed_with_a_code(program: Bring) -> None:
    ada, bob = await sync_to_async(program)("Ada"), await sync_to_async(program)("Bob")
    wish = {"name": "Masks", "game": "interop", "access": "invite"}
    made = await sync_to_async(ada.post)("tables", wish)
    socket = _socket(bob, made.json()["table"]["id"])
    await socket.connect(PATIENCE)
    assert (await _next(socket))["code"] == "invite_required"
    assert (await socket.receive_output(PATIENCE))["code"] == 4403


@pytest.mark.parametrize("how", ["revoked", "suspended", "removed"])
async def test_a_removed_player_loses_the_stream_at_once(program: Bring, how: str) -> None:
    ada, bob = await sync_to_async(program)("Ada"), await sync_to_async(program)("Bob")
    wish = {"name": "Masks", "game": "interop", "spectators": False}
    where = (await sync_to_async(ada.post)("tables", wish)).json()["table"]["id"]
    await sync_to_async(bob.post)(f"tables/{where}/join")
    socket = _socket(bob, where)
    await socket.connect(PATIENCE)
    assert (await _next(socket))["seen"]["seat"] == 1
    if how == "revoked":
        token = await AccessToken.objects.aget(user=bob.user)
        await sync_to_async(revoke_token)(user=bob.user, pk=token.pk)
    elif how == "suspended":
        await sync_to_async(close_sockets)(user=bob.user, reason="Out.")
    else:
        await sync_to_async(kick)(user=ada.user, public_id=where, index=1)
    told = await _next(socket)
    assert told["code"] == {"removed": "banned"}.get(how, "ended")
    assert (await socket.receive_output(PATIENCE))["code"] == 4403
