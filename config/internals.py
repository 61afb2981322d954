"""What leans on parts that Django, Daphne and Twisted do not promise to keep: serving requests.

Its like for queries and sockets, and the versions that both were written for, are in
chat/core/internals.py. Only servers import this file: Daphne chooses the event loop of a process.
"""

from __future__ import annotations

import daphne.server  # isort: skip  (first: it chooses the event loop for everything after it)

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from daphne.http_protocol import HTTPFactory, WebRequest
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http import HttpResponseBase
from django.urls import set_script_prefix
from twisted.internet.interfaces import IAddress
from twisted.web.http import HTTPChannel

from chat.live.announce import batched_announcements
from chat.live.consumer import Receive, Send

Scope = dict[str, Any]

# --- requests in threads ---
#
# Every page of this site is a sync view. Django's own handler runs a request on the loop, goes to a
# new thread for the view and comes back for each middleware that is not async; measured, an action
# takes nearly twice the CPU with it (docs/performance.md). Here the whole of a request, from its
# first middleware to its last, runs in one thread of a pool. The request itself, its refusals and
# its answer are made by Django's own functions, which know what a request must not contain.

_pool = ThreadPoolExecutor(max_workers=16, thread_name_prefix="requests")


class ThreadedHandler(ASGIHandler):
    """Answers pages: a sync chain of middleware, in a thread."""

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        with body:
            # A context of its own: language and time zone of one request are not another's.
            response = await loop.run_in_executor(_pool, self._work, copy_context(), scope, body)
            await self.send_response(response, send)

    def _work(self, context: Context, scope: Scope, body: Any) -> HttpResponseBase:
        """What the request has to tell is told when its answer is made, and drawn here.

        One thread after the other would do it, each with its own cold caches; and the loop is woken
        once for the answer and for all that open pages are sent.
        """
        with batched_announcements():
            response = context.run(self._respond, scope, body)
        # Here and not after sending: closing gives this thread's database connection back.
        response.close()
        return response

    def _respond(self, scope: Scope, body: Any) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal if request is None else self.get_response(request)
        assert response is not None  # what is no request has its refusal
        return response


# --- the server ---
#
# Daphne documents its command alone. `house` needs the server itself: to know when it listens, and
# that its port was taken.


def serve(application: Any, *, host: str, port: int, ready: Callable[[], None]) -> bool:
    """Serves until the process is asked to end. False where the address is taken."""
    server = daphne.server.Server(
        application,
        endpoints=build_endpoint_description_strings(host=host, port=port),
        ready_callable=ready,
        server_name="Ridotto",
    )
    server.run()
    return not server.abort_start


# Twisted reads the fields of a posted form before the application is asked, on the loop and
# without a bound: 1 MB of them stops every page for a second, as a multipart form for several.
# Twisted has a switch for that, but Daphne does not hand it on. Django reads them again anyway, in
# the thread of the request and with a bound.


class UnparsedRequest(WebRequest):
    """Daphne's request, whose body is left as it came."""

    def __init__(self, channel: HTTPChannel, *more: Any) -> None:
        super().__init__(channel, *more, parsePOSTFormSubmission=False)


class UnparsedFactory(HTTPFactory):
    """Makes such requests."""

    def buildProtocol(self, addr: IAddress) -> Any:  # noqa: N802  (the name is Twisted's)
        protocol: Any = super().buildProtocol(addr)
        protocol.requestFactory = UnparsedRequest
        return protocol


def leave_forms_unparsed() -> None:
    """From here on, also where `daphne` is run as a command."""
    daphne.server.HTTPFactory = UnparsedFactory
