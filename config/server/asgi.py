"""The ASGI application: pages over HTTP, news over WebSockets."""

import gc
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")  # noqa: TID251  (names the settings)
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402  (needs Django to be set up)

from chat.api import streams  # noqa: E402
from chat.core import templates  # noqa: E402
from chat.live import consumer  # noqa: E402
from chat.live.consumer import page_request_of  # noqa: E402
from config import checks  # noqa: E402
from config.server import health, http_limits, internals, static_files  # noqa: E402

checks.insist_or_end()  # Daphne runs no checks of its own
http_limits.bound_requests()
if not settings.SERVED_FROM_SOURCES:  # else files may change, or a test starts one of many webs
    templates.compile_all()  # most of a second, before anybody waits for it

pages = static_files.before(internals.ThreadedHandler())


async def application(
    scope: internals.Scope, receive: consumer.Receive, send: consumer.Send
) -> None:
    """Health and static files are async; every page runs in a thread, and has a socket."""
    if scope["type"] == "http":
        is_health = scope["path"] in health.ADDRESSES
        await (health.answer if is_health else pages)(scope, receive, send)
    elif scope["type"] == "websocket" and streams.is_stream(scope):
        await streams.serve(scope, receive, send)
    elif scope["type"] == "websocket":
        asked_for = await page_request_of(scope)
        scope = {}  # what came would be kept as long as the page is open
        if asked_for is None:
            await consumer.refuse(receive, send)
        else:
            await consumer.PageConsumer(asked_for)(scope, receive, send)
    else:
        raise ValueError(f"nothing answers to {scope['type']}")


# Looking for garbage stops all pages meanwhile: for 2 ms after so many new objects, for 7 ms every
# fifth time, and for a tenth of a second where it goes through all objects of the process, which is
# rare (docs/performance.md).
gc.set_threshold(3_000, 4, 330)

# Threads that compute take turns ten times as often as by default: a request that asks the database
# fifty times gives Python up as often, and each time waits for one that computes all the while.
sys.setswitchinterval(0.0005)
