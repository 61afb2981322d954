"""Tests of the API's documentation page, which shows the whole OpenAPI document."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.test import Client

from config import api
from tests.support.site import ROOT, EmbeddedSite

PAGE = "/api/v1/docs/"


@pytest.mark.django_db
def test_the_page_shows_every_operation_and_type_without_scripts() -> None:
    text = Client().get(PAGE).text
    document = api.document()
    for path, methods in document["paths"].items():
        for method in methods.keys() & {"get", "post"}:
            assert f"{method.upper()} {path}" in text
    for name in document["components"]["schemas"]:
        assert f'id="type-{name.replace(".", "-")}"' in text
    assert "integer, 0 to 50" in text, "bounds are shown"
    assert "Give every command an <code>Idempotency-Key</code>" in text
    assert "<script src=" not in text.partition("<main")[2]


@pytest.mark.django_db
def test_the_page_is_small() -> None:
    told = Client().get(PAGE, headers={"Accept-Encoding": "gzip"})
    assert told.headers["Content-Encoding"] == "gzip"
    assert len(told.content) < 40_000


@pytest.mark.django_db
def test_the_page_leads_to_the_example_bots() -> None:
    text = Client().get(PAGE).text
    for file in (ROOT / "docs" / "bots").iterdir():
        if file.suffix:
            address = f"{PAGE}{file.name}"
            assert f'href="{address}"' in text
            assert Client().get(address).content == file.read_bytes()
    assert Client().get(f"{PAGE}README").status_code == 404


@pytest.mark.nightly
def test_the_ten_lines_of_curl_play_a_move(site: EmbeddedSite) -> None:
    token = site.shell(
        "from lobby.models import User\n"
        "from lobby.accounts.tokens import make_token\n"
        "user = User.objects.create_user('curler')\n"
        "print(make_token(user=user, name='curl', scopes=['play'])[1])"
    ).split()[-1]
    lines = (ROOT / "templates" / "api_example.sh").read_text().splitlines()
    assert len(lines) <= 10
    script = "\n".join(lines).replace("{{ origin }}", site.url)
    script = script.replace("TOKEN=ridotto_…", f"TOKEN={token}")
    told = subprocess.run(["bash", "-ec", script], capture_output=True, text=True, check=True)
    assert '"status":"running"' in told.stdout.splitlines()[-1], told.stdout


@pytest.mark.parametrize("name", ["random_player", "venice_player"])
def test_an_example_bot_without_arguments_prints_its_usage(name: str) -> None:
    file = ROOT / "docs" / "bots" / f"{name}.py"
    told = subprocess.run([sys.executable, file], capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert f"python {name}.py https://ridotto.example make" in told.stderr
    assert "Traceback" not in told.stderr
