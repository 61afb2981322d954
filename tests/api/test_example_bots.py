"""The example bot plays whole matches against a site, over HTTP, as somebody would run it."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest

from games.registry import games
from tests.support.site import ROOT, EmbeddedSite

pytestmark = pytest.mark.deep

FILE = ROOT / "docs" / "bots" / "random_player.py"
PLAYED = sorted(slug for slug, game in games().items() if hasattr(game.title, "engines"))
TOKEN = """
from lobby.api.tokens import make_token
from lobby.models import User
user = User.objects.create_user("{name}")
print(make_token(user=user, name="bot", scopes=["play"])[1])
"""


def _bot() -> Any:
    spec = importlib.util.spec_from_file_location("random_player", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.AT_REST = 0.25  # type: ignore[attr-defined]
    return module


@pytest.mark.parametrize("game", PLAYED)
def test_it_plays_to_the_end_with_bots_of_the_house(
    site: EmbeddedSite, game: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    token = site.shell(TOKEN.format(name=f"random-{game}")).split()[-1]
    monkeypatch.setenv("RIDOTTO_TOKEN", token)
    _bot().main(site.url, "make", game)
    told = capsys.readouterr().out
    assert '"standings"' in told
    assert told.count("Refused") == 0
