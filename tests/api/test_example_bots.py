"""Tests that example bots and a generated client play whole matches over HTTP."""

from __future__ import annotations

import importlib
import itertools
import json
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from websockets.sync.client import connect

from games.registry import games
from tests.api.generated_client import Answered, client_of
from tests.support.patience import PATIENCE
from tests.support.site import ROOT, EmbeddedSite

pytestmark = pytest.mark.nightly

FOLDER = ROOT / "docs" / "bots"
PLAYED = sorted(slug for slug, game in games().items() if hasattr(game.title, "engines"))
TOKEN = """
from lobby.accounts.tokens import make_token
from lobby.models import User
from lobby.accounts.tokens import become_bot
user = User.objects.create_user("{name}")
if {bot}:
    become_bot(user=user)
print(make_token(user=user, name="bot", scopes=["bot" if {bot} else "play"])[1])
"""


def _bot(name: str = "random_player") -> Any:
    """Import an example bot as if its folder was the current one."""
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(FOLDER))


def _token(site: EmbeddedSite, name: str, *, bot: bool = False) -> str:
    return site.shell(TOKEN.format(name=name, bot=bot)).split()[-1]


@pytest.mark.parametrize("game", PLAYED)
def test_the_example_bot_plays_a_match_with_house_bots(
    site: EmbeddedSite, game: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("RIDOTTO_TOKEN", _token(site, f"random-{game}"))
    _bot().main(site.url, "make", game)
    told = capsys.readouterr().out
    assert '"standings"' in told
    assert told.count("Refused") == 0


@pytest.mark.parametrize("game", PLAYED)
def test_the_example_bot_plays_with_two_people(site: EmbeddedSite, game: str) -> None:
    """Play as two people with the example bot's code as well."""
    player = _bot()
    ada, cem = (player.House(site.url, _token(site, f"{name}-{game}")) for name in ("ada", "cem"))
    bot = player.House(site.url, _token(site, f"bot-{game}", bot=True))
    wish = {"game": game, "name": "Let in", "least": 3, "most": 3, "bot_accounts": True}
    table = ada.post("tables", wish)["table"]["id"]
    for one in (cem, bot):
        told = one.post(f"tables/{table}/join", {})
    assert [one["bot"] for one in told["players"]] == [False, False, True]
    ada.post(f"tables/{table}/start", {})
    with ThreadPoolExecutor(3) as threads:
        ends = [*threads.map(lambda one: player.play(one, table), (ada, cem, bot))]
    assert all(len(seen["outcome"]["standings"]) == 3 for seen in ends)


def test_a_week_is_played_to_its_standings(
    site: EmbeddedSite, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("RIDOTTO_TOKEN", _token(site, "venetian"))
    _bot("venice_player").main(site.url, "make")
    told = capsys.readouterr().out.splitlines()
    ranks = [line for line in told if "venetian" in line]
    assert len(ranks) == 1, told


@pytest.mark.parametrize("game", PLAYED)
def test_a_generated_client_plays_a_match(site: EmbeddedSite, game: str) -> None:
    """Play a match; the client validates all requests and responses."""
    with urllib.request.urlopen(f"{site.url}/api/v1/openapi.json") as answer:
        document = json.load(answer)
    client = client_of(document, site.url, _token(site, f"generated-{game}"))
    keys = map(str, itertools.count())
    wish = {"game": game, "name": "Generated", "least": 3, "most": 4, "bots": 2}
    made = client.api_v1_tables_post(body=wish, idempotency_key=next(keys))
    where = made["table"]["id"]
    client.api_v1_tables__public_id__start_post(public_id=where, idempotency_key=next(keys))
    seen, cursor = client.api_v1_tables__public_id__seat_get(public_id=where), ""
    while seen["status"] == "running":
        body = _bot().choose(seen) if seen["view"]["mine"] else None
        if body is None:
            news = client.api_v1_tables__public_id__stream_get(public_id=where, since=cursor)
            cursor, seen = news["cursor"], news["seen"] or seen
            continue
        try:
            seen = client.api_v1_tables__public_id__act_post(
                public_id=where, body=body, idempotency_key=next(keys)
            )
        except Answered:
            seen = client.api_v1_tables__public_id__seat_get(public_id=where)
    assert seen["outcome"]["standings"]
    record = client.api_v1_tables__public_id__record_get(public_id=where)
    assert len(record["entries"]) > 5


def test_a_request_waits_as_asked_while_a_socket_is_open(
    site: EmbeddedSite,
) -> None:
    """Wait over HTTP and on a socket through a real server.

    Its limits on the time of a request must not end a stream.
    """
    token = _token(site, "patient")
    house = _bot().House(site.url, token)
    table = house.post("tables", {"game": "interop", "name": "Nobody"})["table"]["id"]
    look = f"tables/{table}/stream"
    cursor, begun = house.get(look)["cursor"], time.monotonic()
    address = f"{site.url.replace('http', 'ws', 1)}/api/v1/{look}"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        assert json.loads(socket.recv(PATIENCE))["cursor"] == cursor
        news = house.get(f"{look}?since={cursor}&wait=25")
        assert (news["changed"], news["cursor"]) == (False, cursor)
        assert time.monotonic() - begun >= 25
        other = _bot().House(site.url, _token(site, "guest-of-patient"))
        other.post(f"tables/{table}/join", {})
        other.post(f"tables/{table}/leave", {})
        house.post(f"tables/{table}/leave", {})
        told = json.loads(socket.recv(PATIENCE))
        while "code" not in told:  # updates about who joined and left
            told = json.loads(socket.recv(PATIENCE))
        assert told["code"] in ("not_active", "other_seat")
