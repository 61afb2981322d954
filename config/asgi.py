"""The ASGI application: pages over HTTP, news over WebSockets."""

import gc
import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
files_and_health = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402  (needs Django to be set up)
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.urls import path, re_path  # noqa: E402

from chat.live.consumer import Nowhere, PageConsumer  # noqa: E402
from config import checks, sockets  # noqa: E402
from config.handler import Receive, Scope, Send, ThreadedHandler  # noqa: E402

checks.insist()  # Daphne runs no checks of its own

pages = ThreadedHandler()


async def http(scope: Scope, receive: Receive, send: Send) -> None:
    """Files and health are async; every page runs in a thread."""
    own = scope["path"].startswith(("/static/", "/health/"))
    await (files_and_health if own else pages)(scope, receive, send)


application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(
                URLRouter(
                    [
                        path("live/<slug:page>/<slug:arg>/", PageConsumer.as_asgi()),
                        re_path("", Nowhere.as_asgi()),
                    ]
                )
            )
        ),
    }
)

sockets.use()
# What is loaded by now stays for good: looking through it for garbage again and again stops all
# pages for a tenth of a second. Young objects, mostly of templates, are looked at less often.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 10, 20)
