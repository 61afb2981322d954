"""What leans on parts that Django, Daphne and Twisted do not promise to keep: serving requests.

How a request comes in is in config/server/http_limits.py. What leans so on queries and sockets is
in chat/core/internals.py. Only servers import this file: Daphne chooses the event loop of a
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
from chat.live.consumer import Receive, Send, turn_of
from chat.live.hub import hub
from chat.live.long_poll import WAITS, answer_with_news
from chat.live.threads import Turn, in_thread, starts, timed
from config.operations.metrics import note_request

Scope = dict[str, Any]

# --- requests in threads ---
#
# Every page is a sync view. Django's own handler runs a request on the loop, goes to a new thread
# for the view and comes back for each middleware that is not async; an action takes nearly twice
# the CPU with it (docs/performance.md). Here all of a request runs in one thread of a pool. They
# start one after another: the many threads are for those that wait (chat/live/threads.py). The
# request, its refusals and its answer are made by Django, which knows what must not be in them.

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
        begun, mark = time.perf_counter(), hub().mark()
        with body:
            turn = turn_of(scope)
            response = await self._in_turn(scope, body, turn)
            taken = time.perf_counter() - begun
            if WAITS in scope:  # a look, without a body
                ask = partial(self._in_turn, scope, BytesIO(), turn)
                response = await answer_with_news(
                    scope, response, mark=mark, receive=receive, ask=ask
                )
            await self.send_response(response, send)
            note_request(scope, response.status_code, taken)

    async def _in_turn(self, scope: Scope, body: Any, turn: Turn) -> HttpResponseBase:
        async with turn.slots:
            await turn.rest()
            # A context of its own: language and time zone of one request are not another's.
            work = partial(timed, self._work, copy_context(), scope, body)
            async with starts().one():
                response, used = await in_thread(_pool, work)
            turn.use(used)
        return response

    def _work(self, context: Context, scope: Scope, body: Any) -> HttpResponseBase:
        """What the request has to tell is told when its answer is made, and drawn here.

        Another thread would have cold caches; and the loop is woken once for answer and news.
        """
        with batched_announcements():
            request, response = context.run(self._respond, scope, body)
        # Here and not after sending: closing gives this thread's database connection back.
        response.close()
        if request is not None:
            vars(request).clear()  # user and messages point back at it: garbage, to be looked for
        return response

    def _respond(self, scope: Scope, body: Any) -> tuple[HttpRequest | None, HttpResponseBase]:
        given = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
        scope["ids"] = log_context.begin(request_id=log_context.name_of_request(given))
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal if request is None else self.get_response(request)
        assert response is not None  # what is no request has its refusal
        scope["matched"] = getattr(request, "resolver_match", None)
        return request, response


# --- the server ---
#
# Daphne documents its command alone, which ends by cutting off whatever is under way. The house
# needs the server itself: to know when it listens, that its port was taken, and to end well.


KILL_AGAIN = 1.0  # seconds


class EndingServer(daphne.server.Server):
    """Daphne's server, which can also stop accepting and finish what it has."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._ports: list[Any] = []

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self._ports.append(port)

    def answer_last(self) -> None:
        """Each answer from now on is the last of its connection."""
        self.http_factory.is_ending = True

    async def stop_listening(self) -> None:
        loop = asyncio.get_running_loop()
        for port in self._ports:
            await maybeDeferred(port.stopListening).asFuture(loop)

    def kill_all_applications(self) -> Any:
        """Daphne waits until all have ended; who does not heed is told a second time."""
        return super().kill_all_applications().addTimeout(KILL_AGAIN, reactor)

    def close_idle(self) -> None:
        """Closes connections on which no request has begun."""
        self.http_factory.close_idle()

    @property
    def connections_open(self) -> int:
        """Those that are no sockets."""
        return len(self.http_factory.channels)


def serve(
    application: Any,
    *,
    host: str,
    port: int,
    ready: Callable[[], None],
    drain: Callable[[EndingServer], Coroutine[Any, Any, None]],
) -> bool:
    """Serves until the process is told to end, and has drained. False: the address is taken."""
    server = EndingServer(
        application,
        endpoints=build_endpoint_description_strings(host=host, port=port),
        ready_callable=ready,
        server_name="Ridotto",
        signal_handlers=False,
    )
    later: Any = reactor
    later.callLater(0, _drain_when_told, server, drain)
    server.run()
    return not server.abort_start


def _drain_when_told(
    server: EndingServer, drain: Callable[[EndingServer], Coroutine[Any, Any, None]]
) -> None:
    """Whoever says it twice does not want to wait."""
    loop = asyncio.get_running_loop()
    draining: list[asyncio.Task[None]] = []

    def told() -> None:
        if draining:
            server.stop()
        else:
            draining.append(loop.create_task(drain(server)))
            draining[0].add_done_callback(lambda _task: server.stop())

    for signum in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signum, told)
