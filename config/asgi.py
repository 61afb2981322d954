"""The ASGI application: pages over HTTP, news over WebSockets."""

import gc
import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
files_and_health = get_asgi_application()

from chat.live import consumer  # noqa: E402  (needs Django to be set up)
from chat.live.handshake import page_request_of  # noqa: E402
from config import checks, sockets  # noqa: E402
from config.handler import Scope, ThreadedHandler  # noqa: E402

checks.insist()  # Daphne runs no checks of its own

pages = ThreadedHandler()


async def application(scope: Scope, receive: consumer.Receive, send: consumer.Send) -> None:
    """Files and health are async; every page runs in a thread, and has a socket."""
    if scope["type"] == "http":
        own = scope["path"].startswith(("/static/", "/health/"))
        await (files_and_health if own else pages)(scope, receive, send)
    elif scope["type"] == "websocket":
        asked_for = await page_request_of(scope)
        scope = {}  # what came would be kept as long as the page is open
        if asked_for is None:
            await consumer.refuse(receive, send)
        else:
            await consumer.PageConsumer(asked_for)(scope, receive, send)
    else:
        raise ValueError(f"nothing answers to {scope['type']}")


sockets.use()
# What is loaded by now stays for good: looking through it for garbage again and again stops all
# pages for a tenth of a second. Young objects, mostly of templates, are looked at less often.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 10, 20)
