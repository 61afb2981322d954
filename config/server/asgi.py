"""The ASGI application: pages over HTTP, live updates over WebSockets."""

import gc
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")  # noqa: TID251  (names the settings)
django.setup(set_prefix=False)

from chat.api import streams  # noqa: E402  (needs Django to be set up)
from chat.live import consumer  # noqa: E402
from config import checks  # noqa: E402
from config.server import health, http_limits, internals, static_files  # noqa: E402

checks.insist_or_end()  # a server runs no system checks
http_limits.bound_requests()

pages = static_files.before(internals.ThreadedHandler())


async def application(
    scope: internals.Scope, receive: consumer.Receive, send: consumer.Send
) -> None:
    """Route a connection to health checks, static files, pages or sockets."""
    if scope["type"] == "http":
        is_health = scope["path"] in health.ADDRESSES
        await (health.answer if is_health else pages)(scope, receive, send)
    elif scope["type"] == "websocket" and streams.is_stream(scope):
        await streams.serve(scope, receive, send)
    elif scope["type"] == "websocket":
        await consumer.serve(scope, receive, send)
    else:
        raise ValueError(f"nothing answers to {scope['type']}")


# Garbage collection stops all pages. What is loaded stays and is skipped; these thresholds keep
# most pauses short, and make full collections, which take much longer, rare (docs/performance.md).
gc.freeze()
gc.set_threshold(3_000, 4, 330)

# Switch between computing threads ten times as often as by default. A request with fifty queries
# releases the interpreter as often, and each time waits for a thread that computes all the while.
sys.setswitchinterval(0.0005)
