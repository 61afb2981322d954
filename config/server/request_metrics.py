"""What is counted and written down of each request."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from typing import Any

from chat.core.metrics import REQUESTS

log = logging.getLogger("ridotto.requests")

METHODS = {"GET", "HEAD", "POST"}
_counted = cache(REQUESTS.labels)  # of which there are as many as it remembers anyway


def note_request(scope: Mapping[str, Any], status: int, seconds: float) -> None:
    """Routes are those of the URLs, not what was asked for: of those there is no end."""
    method = scope["method"] if scope["method"] in METHODS else "other"
    matched = scope.get("matched")
    route = "/" + matched.route if matched else "none"
    _counted(method, route, status).observe(seconds)
    if log.isEnabledFor(logging.INFO):
        what = {"method": method, "route": route, "status": status, "seconds": round(seconds, 4)}
        log.info("request", extra={**what, **scope["ids"]})
