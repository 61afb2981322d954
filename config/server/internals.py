"""The server, using internals of Django, Daphne and Twisted.

config/server/http_limits.py does the same for incoming requests, chat/core/internals.py for
queries and sockets. Only servers import this module, because Daphne chooses the event loop of the
process.
"""

from __future__ import annotations

import daphne.server  # isort: skip  (first: it chooses the event loop for everything after it)

import asyncio
import signal
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from functools import partial
from io import BytesIO
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http import HttpRequest, HttpResponseBase
from django.urls import set_script_prefix
from twisted.internet import reactor
from twisted.internet.defer import maybeDeferred

from chat.core import log_context
from chat.live.announce import batched_announcements
from chat.live.consumer import Receive, Send, sender_of
from chat.live.hub import hub
from chat.live.long_poll import WAITS, answer_with_news
from chat.live.threads import Sender, in_thread, slot, starts, timed
from config.operations.metrics import note_request

Scope = dict[str, Any]

# --- Requests in threads
#
# Every page is a synchronous view. Django's own handler runs a request on the event loop, goes to a
# new thread for the view, and comes back for each middleware that is not async, which costs much
# CPU time (docs/performance.md). Here a thread of a pool runs the whole request. Requests start one
# after another; the pool is large because many only wait (chat/live/threads.py). Django still
# builds the request, its error and its response, and knows what must not be in them.

_pool = ThreadPoolExecutor(max_workers=16, thread_name_prefix="requests")


class ThreadedHandler(ASGIHandler):
    """An ASGI handler that runs the synchronous middleware chain in a thread."""

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        begun, mark = time.perf_counter(), hub().mark()
        with body:
            sender = sender_of(scope)
            response = await self._in_turn(scope, body, sender)
            taken = time.perf_counter() - begun
            if WAITS in scope:  # a long poll, which has no body
                ask = partial(self._in_turn, scope, BytesIO(), sender)
                response = await answer_with_news(
                    scope, response, mark=mark, receive=receive, ask=ask
                )
            await self.send_response(response, send)
            note_request(scope, response.status_code, taken)

    async def _in_turn(self, scope: Scope, body: Any, sender: Sender) -> HttpResponseBase:
        # Each request has its own context, so that language and time zone do not leak into others.
        work = partial(timed, self._work, copy_context(), scope, body)
        async with slot(sender):
            async with starts().one():
                response, sender.used = await in_thread(_pool, work)
            sender.person = scope["ids"].get("user_id", sender.person)
        return response

    def _work(self, context: Context, scope: Scope, body: Any) -> HttpResponseBase:
        """Answer a request, and render and send its updates with the response."""
        # The updates are rendered in this thread, as another one would have cold caches. The event
        # loop is woken only once, for both the response and the updates.
        with batched_announcements():
            request, response = context.run(self._respond, scope, body)
        # Close before sending, because that releases this thread's database connection.
        response.close()
        if request is not None:
            # Breaks the reference cycles with user and messages, which would burden the collector.
            vars(request).clear()
        return response

    def _respond(self, scope: Scope, body: Any) -> tuple[HttpRequest | None, HttpResponseBase]:
        given = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
        scope["ids"] = log_context.begin(request_id=log_context.name_of_request(given))
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal if request is None else self.get_response(request)
        assert response is not None  # a request that cannot be created has an error response
        scope["matched"] = getattr(request, "resolver_match", None)
        return request, response


# --- The server
#
# Daphne's documented interface is its command, which ends by cutting off requests. This site needs
# the server object: to know when it listens or that its port is taken, and to end gracefully.


KILL_AGAIN = 1.0  # seconds
HANDSHAKE_SECONDS = 20  # of a program's stream, which waits until its token was read


class EndingServer(daphne.server.Server):
    """Daphne's server, which can also stop listening and finish its requests."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._ports: list[Any] = []

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self._ports.append(port)

    def answer_last(self) -> None:
        """Make each response from now on the last of its connection."""
        self.http_factory.is_ending = True

    async def stop_listening(self) -> None:
        loop = asyncio.get_running_loop()
        for port in self._ports:
            await maybeDeferred(port.stopListening).asFuture(loop)

    def kill_all_applications(self) -> Any:
        """Cancel the applications, and a second time those that do not react."""
        # Daphne waits until all of them have ended.
        return super().kill_all_applications().addTimeout(KILL_AGAIN, reactor)

    def close_idle(self) -> None:
        """Close connections on which no request has begun."""
        self.http_factory.close_idle()

    @property
    def connections_open(self) -> int:
        """The number of connections that are not WebSockets."""
        return len(self.http_factory.channels)


def serve(
    application: Any,
    *,
    host: str,
    port: int,
    ready: Callable[[], None],
    drain: Callable[[EndingServer], Coroutine[Any, Any, None]],
) -> bool:
    """Serve until the process is told to end and has drained.

    Return False if the port is taken.
    """
    server = EndingServer(
        application,
        endpoints=build_endpoint_description_strings(host=host, port=port),
        ready_callable=ready,
        server_name="Ridotto",
        signal_handlers=False,
        websocket_handshake_timeout=HANDSHAKE_SECONDS,
    )
    later: Any = reactor
    later.callLater(0, _drain_on_signal, server, drain)
    server.run()
    return not server.abort_start


def _drain_on_signal(
    server: EndingServer, drain: Callable[[EndingServer], Coroutine[Any, Any, None]]
) -> None:
    """Drain at the first signal, and stop at once at a second one."""
    loop = asyncio.get_running_loop()
    draining: list[asyncio.Task[None]] = []

    def on_signal() -> None:
        if draining:
            server.stop()
        else:
            draining.append(loop.create_task(drain(server)))
            draining[0].add_done_callback(lambda _task: server.stop())

    for signum in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signum, on_signal)
