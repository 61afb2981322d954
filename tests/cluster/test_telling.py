"""A scaled site reports metrics of its web and worker processes, and logs JSON."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.support import blanks_http as blanks
from tests.support.client import guest
from tests.support.patience import PATIENCE, wait_until
from tests.support.servers import Databases, free_port
from tests.support.site import ScaledSite

pytestmark = pytest.mark.deep

TOKEN = "a-token-for-this-test"
ACT = "/m/<slug:public_id>/act/"


AS_TEXT = re.compile(r"\d{4}-\d\d-\d\d |\[\d{4}-|Traceback|  File")


class Telling(ScaledSite):
    def __init__(self, postgres: Databases) -> None:
        self.metrics_port = free_port()
        super().__init__(
            postgres,
            webs=1,
            METRICS_TOKEN=TOKEN,
            METRICS_PORT=str(self.metrics_port),
            LOG_FORMAT="json",
            LOG_LEVEL="INFO",
        )

    def lines(self, logger: str) -> list[dict[str, Any]]:
        """Return the log's JSON records of this logger."""
        # Other lines are what processes print as they start.
        lines = self.log().splitlines()
        assert not any(AS_TEXT.match(line) for line in lines)
        written = [json.loads(line) for line in lines if line.startswith("{")]
        return [line for line in written if line["logger"] == logger]


@pytest.fixture(scope="module")
def telling(postgres: Databases) -> Iterator[Telling]:
    with Telling(postgres) as site:
        yield site


@pytest.fixture(scope="module")
def match(telling: Telling) -> str:
    """Return a match in which a person has acted once and bots have acted."""
    ann = guest(telling.url)
    match = blanks.table([ann], bots="3")
    wait_until(lambda: bool(blanks.forms(ann, match)), what="what is asked")
    assert blanks.act(ann, match, blanks.forms(ann, match)[0].keyed()).accepted
    wait_until(lambda: bool(_of_worker(telling).get(BOTS)), what="the bots' actions")
    return match


def _read(url: str, **headers: str) -> dict[tuple[str, ...], float]:
    """Return each metric's value by its name and labels."""
    request = urllib.request.Request(url, headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        text = answer.read().decode()
    return {
        (sample.name, *(sample.labels[label] for label in sorted(sample.labels))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


BOTS = ("ridotto_actions_total", "bot", "blanks", "accepted")
PEOPLE = ("ridotto_actions_total", "person", "blanks", "accepted")


def _of_worker(site: Telling) -> dict[tuple[str, ...], float]:
    return _read(f"http://127.0.0.1:{site.metrics_port}/metrics")


def test_web_and_worker_log_their_own_work(telling: Telling, match: str) -> None:
    worker = _of_worker(telling)
    assert worker["ridotto_task_seconds_count", "success", "games.tasks.sweep"] > 0
    assert PEOPLE not in worker
    web = _read(f"{telling.url}/metrics", Authorization=f"Bearer {TOKEN}")
    assert web[PEOPLE] == 1
    assert BOTS not in web
    assert web["ridotto_matches_running", "blanks"] == 1
    assert web["ridotto_database_connections",] >= 2
    posts = {name: n for name, n in web.items() if name[:2] == (REQUESTS, "POST")}
    assert [n for name, n in posts.items() if ACT in name] == [1], posts


REQUESTS = "ridotto_request_seconds_count"


def test_every_log_line_is_json_with_its_origin(telling: Telling, match: str) -> None:
    wait_until(lambda: any(one["by"] == "bot" for one in _actions(telling, match)), what="its line")
    (mine,) = [line for line in _actions(telling, match) if line["by"] == "person"]
    requests = telling.lines("ridotto.requests")
    (request,) = [one for one in requests if one["request_id"] == mine["request_id"]]
    assert request["user_id"] == mine["user_id"]
    assert (request["method"], request["route"]) == ("POST", ACT)
    bots = [line for line in _actions(telling, match) if line["by"] == "bot"]
    assert all(line["task"].startswith("games.tasks.") and line["task_id"] for line in bots)


def _actions(site: Telling, match: str) -> list[dict[str, Any]]:
    return [line for line in site.lines("ridotto.actions") if line["match"] == match]
