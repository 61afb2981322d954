"""The example bots, and a client generated from the document, play whole matches over HTTP."""

from __future__ import annotations

import importlib
import itertools
import json
import sys
import urllib.request
from typing import Any

import pytest

from games.registry import games
from tests.api.generated import Answered, client_of
from tests.support.site import ROOT, EmbeddedSite

pytestmark = pytest.mark.deep

FOLDER = ROOT / "docs" / "bots"
PLAYED = sorted(slug for slug, game in games().items() if hasattr(game.title, "engines"))
TOKEN = """
from lobby.api.tokens import make_token
from lobby.models import User
user = User.objects.create_user("{name}")
print(make_token(user=user, name="bot", scopes=["play"])[1])
"""


def _bot(name: str = "random_player") -> Any:
    """As Python finds it beside the others."""
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(FOLDER))


def _token(site: EmbeddedSite, name: str) -> str:
    return site.shell(TOKEN.format(name=name)).split()[-1]


@pytest.mark.parametrize("game", PLAYED)
def test_it_plays_to_the_end_with_bots_of_the_house(
    site: EmbeddedSite, game: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("RIDOTTO_TOKEN", _token(site, f"random-{game}"))
    _bot().main(site.url, "make", game)
    told = capsys.readouterr().out
    assert '"standings"' in told
    assert told.count("Refused") == 0


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
    """All it sends and is answered is held to the document."""
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
