"""Metrics of this process for Prometheus; see config/operations/metrics.py.

The tasks of a worker run in processes that it forks, and Prometheus can query only one of them.
With `METRICS_PORT` their numbers are in files which the library adds up; a web process counts in
memory. The library chooses when it is imported, so import it from here.
"""

from __future__ import annotations

import os
import tempfile

from django.conf import settings

if settings.METRICS_PORT:
    _folder = tempfile.TemporaryDirectory(prefix="ridotto-metrics-")  # removed with this process
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", _folder.name)  # noqa: TID251  (read by its library)

from prometheus_client import (  # it reads the variable set above
    REGISTRY,
    CollectorRegistry,
    Counter as Counter,  # noqa: PLC0414  (handed on)
    Histogram as Histogram,  # noqa: PLC0414  (too)
    disable_created_metrics,
)
from prometheus_client.multiprocess import MultiProcessCollector

# The times at which counting began: many more lines, read by nobody.
disable_created_metrics()  # type: ignore[no-untyped-call]  # the library names no types

# Seconds. Most requests take milliseconds; one that takes ten seconds has failed.
TIMES = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REQUESTS = Histogram(
    "ridotto_request_seconds",
    "Requests by method, route and status: from the whole request to the end of its answer.",
    ("method", "route", "status"),
    buckets=TIMES,
)
SENT = Histogram(
    "ridotto_news_seconds",
    "From the commit of a change until it was sent to all pages of a batch; between machines, by "
    "their clocks.",
    buckets=TIMES,
)
GAPS = Counter(
    "ridotto_news_gaps",
    "Connections to Redis for updates that were made (one at the start of each process) or lost; "
    "after any other, pages are rendered again, because updates may have been missed.",
)


def registry() -> CollectorRegistry:
    """Return the metrics of this process and of those it has forked."""
    if not settings.METRICS_PORT:
        return REGISTRY
    counted = CollectorRegistry()
    MultiProcessCollector(counted)  # type: ignore[no-untyped-call]  # nor here
    return counted
