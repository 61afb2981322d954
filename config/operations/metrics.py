"""Metrics for Prometheus: counters of a process, and figures from the database.

A web process answers at /metrics if the request has the token. A worker has no web server, so its
main process listens at `METRICS_PORT`; its tasks run in forked processes, whose numbers the
library stores in files (chat/core/metrics.py). Figures of the whole site are read from the
database by the web process that is asked, so they are right even if no worker is left.
"""

from __future__ import annotations

import hmac
import logging
import time
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from celery.signals import task_failure, task_postrun, task_prerun, task_revoked, worker_ready
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import Error, connection
from django.db.backends.signals import connection_created  # noqa: TID251  (documented)
from prometheus_client import CollectorRegistry, generate_latest, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from chat.core import log_context
from chat.core.metrics import REQUESTS, TIMES, Counter, Histogram, registry
from chat.live.consumer import open_sockets
from games.models import Match
from games.selectors import figures

log = logging.getLogger(__name__)


task_log = logging.getLogger("ridotto.tasks")

TASKS = Histogram(
    "ridotto_task_seconds", "Duration of tasks by name and outcome.", ("task", "state"),
    buckets=TIMES,
)  # fmt: skip
TASK_FAILURES = Counter("ridotto_task_failures", "Tasks that failed, by name.", ("task",))
TASKS_DROPPED = Counter(
    "ridotto_tasks_dropped",
    "Tasks dropped after waiting too long; the next sweep sends them again.",
)
CONNECTIONS = Counter("ridotto_database_connects", "Connections opened to the database.")

_begun: dict[str, float] = {}  # by the id of a task, time.perf_counter() of its start


class OfProcess(Collector):
    """The state of this web process."""

    def __init__(self, found: Mapping[str, bool], *, ready: bool) -> None:
        self._found, self._ready = found, ready

    def collect(self) -> Iterable[Metric]:
        yield _gauge("ready", "1 if this web process may get requests.", int(self._ready))
        yield _gauges(
            "found", "Findings of this web process, see docs/operations.md.", "what", self._found
        )
        yield _gauge("sockets", "Open pages.", len(open_sockets))


class OfHouse(Collector):
    """The figures of the whole site, which are the same in every web process."""

    # They are queried from the database.
    def collect(self) -> Iterable[Metric]:
        late = figures.lateness()
        yield _gauge(
            "deadlines_overdue", "Matches with an overdue deadline of a person.", late.deadlines
        )
        yield _gauge(
            "deadlines_late_seconds", "How long the oldest deadline is overdue.", late.seconds
        )
        yield _gauge("bots_overdue", "Matches with an overdue move of a bot.", late.bots)
        yield _gauge(
            "database_connections", "Connections of all web processes and workers.", _connections()
        )
        running, stalled = Match.Status.RUNNING, Match.Status.STALLED
        yield _gauges("matches_running", "Running matches.", "game", figures.matches(running))
        yield _gauges(
            "matches_stalled", "Matches stopped by an error.", "game", figures.matches(stalled)
        )
        failures = figures.task_failures()
        yield _gauges("task_failures_kept", "Of the last 14 days.", "task", failures)


def _gauge(name: str, help_text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"ridotto_{name}", help_text, value)


def _gauges(name: str, help_text: str, label: str, values: Mapping[str, float]) -> Metric:
    """Return a gauge for each value, by its label."""
    family = GaugeMetricFamily(f"ridotto_{name}", help_text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def _connections() -> int:
    """Return the number of open connections to the database; 1 for SQLite."""
    if connection.vendor != "postgresql":
        return 1
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def may_read(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return True if the request has the metrics token and one is configured."""
    given = dict(headers).get(b"authorization", b"")
    wanted = f"Bearer {settings.METRICS_TOKEN}".encode()
    return bool(settings.METRICS_TOKEN) and hmac.compare_digest(given, wanted)


def of_process(found: Mapping[str, bool], *, ready: bool) -> bytes:
    """Return the few figures that are public, as they say nothing about people."""
    return _text(OfProcess(found, ready=ready))


async def everything(found: Mapping[str, bool], *, ready: bool) -> bytes:
    counted = generate_latest(registry()) + of_process(found, ready=ready)
    try:
        of_house: bytes = await database_sync_to_async(_text)(OfHouse())
    except Error as error:  # the rest is then even more useful
        log.warning("no metrics of the site: %s", type(error).__name__)
        return counted
    return counted + of_house


def _text(collector: Collector) -> bytes:
    alone = CollectorRegistry()
    alone.register(collector)
    return generate_latest(alone)


# --- Tasks and connections


def connect() -> None:
    """Connect the handlers to the signals of Celery and Django."""
    for signal, handler in (
        (task_prerun, _task_begins), (task_postrun, _task_ends), (task_failure, _task_fails),
        (task_revoked, _task_dropped), (worker_ready, serve),
    ):  # fmt: skip
        signal.connect(handler, dispatch_uid=f"config.operations.metrics.{handler.__name__}")
    connection_created.connect(_connected, dispatch_uid="config.operations.metrics")


def serve(**_signal: Any) -> None:
    if settings.METRICS_PORT:
        start_http_server(settings.METRICS_PORT, settings.METRICS_HOST, registry=registry())


def _task_begins(task_id: str, task: Any, **_signal: Any) -> None:
    log_context.begin(task_id=task_id, task=task.name)
    _begun[task_id] = time.perf_counter()


def _task_ends(task_id: str, task: Any, state: str | None = None, **_signal: Any) -> None:
    begun, ended = _begun.pop(task_id, None), (state or "unknown").lower()
    if begun is not None:
        seconds = time.perf_counter() - begun
        TASKS.labels(task.name, ended).observe(seconds)
        level = logging.DEBUG if ended == "success" and _is_usual(task.name) else logging.INFO
        task_log.log(level, "task", extra={"state": ended, "seconds": round(seconds, 4)})
    log_context.begin()


def _is_usual(task: str) -> bool:
    """Return True if the schedule runs this task, up to twice a second."""
    return any(entry["task"] == task for entry in settings.CELERY_BEAT_SCHEDULE.values())


def _task_fails(sender: Any = None, **_signal: Any) -> None:
    TASK_FAILURES.labels(getattr(sender, "name", "unknown")).inc()


def _task_dropped(**_signal: Any) -> None:
    TASKS_DROPPED.inc()


def _connected(**_signal: Any) -> None:
    CONNECTIONS.inc()


# --- Requests


request_log = logging.getLogger("ridotto.requests")

METHODS = {"GET", "HEAD", "POST"}
_counted = cache(REQUESTS.labels)  # cached; as many entries as the metric has anyway


def note_request(scope: Mapping[str, Any], status: int, seconds: float) -> None:
    """Count a request and log it. `seconds` is the time it took."""
    method = scope["method"] if scope["method"] in METHODS else "other"
    matched = scope.get("matched")
    # Use the pattern of the URL, because the number of actual paths is unlimited.
    route = "/" + matched.route if matched else "none"
    _counted(method, route, status).observe(seconds)
    if request_log.isEnabledFor(logging.INFO):
        fields = {"method": method, "route": route, "status": status, "seconds": round(seconds, 4)}
        request_log.info("request", extra={**fields, **scope["ids"]})
