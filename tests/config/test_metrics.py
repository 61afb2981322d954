"""Tests of the metrics and of access to them."""

from __future__ import annotations

import io
import json
import re
from importlib import import_module
from typing import Any

import pytest
from django.core.mail import EmailMessage, get_connection
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from config.operations import mail_backends, metrics
from tests.config.test_health import ask
from tests.laws.source import ROOT, nothing

TOKEN = "a token for this test"
DASHBOARD = ROOT / "docs/grafana.json"


async def _ask(authorization: str = f"Bearer {TOKEN}") -> tuple[int, str]:
    return await ask("/metrics", headers=[(b"authorization", authorization.encode())])


@pytest.mark.parametrize("token", [TOKEN, ""])
@pytest.mark.parametrize(
    "brought", ["", "Bearer", "Bearer ", "Bearer another", TOKEN, f"Basic {TOKEN}"]
)
async def test_metrics_require_a_token(settings: Any, brought: str, token: str) -> None:
    settings.METRICS_TOKEN = token
    status, text = await _ask(brought)
    assert (status, text.count("\n")) == (404, 1)


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
async def test_with_a_token_metrics_are_in_prometheus_format(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    import_module("chat.tasks")  # as a process that delivers notices does
    status, text = await _ask()
    assert status == 200
    families = [family.name for family in text_string_to_metric_families(text)]
    assert len(families) == len(set(families)), "a name stands there twice"
    assert _names_in_use() <= set(families)


def _names_in_use() -> set[str]:
    """Return the names of this site's metrics in the sources."""
    made = re.compile(r'(?:Counter|Histogram|_gauges?)\(\s*"(?:ridotto_)?(\w+)"')
    sources = [path for app in ("chat", "config", "games") for path in (ROOT / app).rglob("*.py")]
    names = {name for path in sources for name in made.findall(path.read_text("utf-8"))}
    assert len(names) > 15
    return {f"ridotto_{name}" for name in names}


def test_every_metric_of_the_dashboard_exists() -> None:
    board = json.loads(DASHBOARD.read_text("utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    named = {name for expr in asked for name in re.findall(r"\bridotto_\w+", expr)}
    bare = {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in named}
    assert len(asked) >= 12
    assert bare - _names_in_use() == set()
    assert _names_in_use() - bare == set(), "figures that the dashboard does not show"


def test_every_metric_is_documented_for_operators() -> None:
    told = (ROOT / "docs/operations.md").read_text("utf-8")
    short = (name.removeprefix("ridotto_") for name in _names_in_use())
    nothing(name for name in short if f"`{name}`" not in told)


def _value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.mark.django_db
def test_requests_are_counted_by_route_and_not_by_path(client: Any) -> None:
    scope = {"method": "GET", "matched": client.get("/lobby/").resolver_match, "ids": {}}
    labels = {"method": "GET", "route": "/lobby/", "status": "200"}
    before = _value("ridotto_request_seconds_count", **labels)
    metrics.note_request(scope, 200, 0.01)
    assert _value("ridotto_request_seconds_count", **labels) == before + 1
    unknown = {"method": "other", "route": "none", "status": "404"}
    before = _value("ridotto_request_seconds_count", **unknown)
    metrics.note_request({"method": "BREW", "ids": {}}, 404, 0.01)
    assert _value("ridotto_request_seconds_count", **unknown) == before + 1


def test_mails_are_counted_by_result(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = [EmailMessage("Hello", "You won.", to=[f"{name}@example.org"]) for name in "ab"]
    sent, failed = (_value("ridotto_mails_total", fate=fate) for fate in ("sent", "failed"))
    get_connection(
        "config.operations.mail_backends.ConsoleBackend", stream=io.StringIO()
    ).send_messages(letters)
    assert _value("ridotto_mails_total", fate="sent") == sent + 2
    backend = mail_backends.SmtpBackend(host="127.0.0.1", port=1)
    with pytest.raises(OSError, match="refused"):
        backend.send_messages(letters)
    assert _value("ridotto_mails_total", fate="failed") == failed + 2
