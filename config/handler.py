"""Requests in threads: one hop from the event loop to the view and back.

Every page of this site is a sync view. Django's own handler would run the request on the loop, go
to a new thread for the views and come back for each middleware that is not async; measured, that
is half of a small request. Here the whole of a request, from its first middleware to its last,
runs in one thread of a pool.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http import HttpResponseBase
from django.urls import set_script_prefix

from chat.live.announce import batched_announcements
from chat.live.consumer import Receive, Send

Scope = dict[str, Any]

# Async through and through, for files; they have a handler of their own.
_FOR_FILES = "servestatic.middleware.ServeStaticMiddleware"
_pool = ThreadPoolExecutor(max_workers=16, thread_name_prefix="requests")


class ThreadedHandler(ASGIHandler):
    """Answers pages: a sync chain of middleware, in a thread. Streams nothing."""

    def load_middleware(self, is_async: bool = False) -> None:
        everything = settings.MIDDLEWARE
        settings.MIDDLEWARE = [name for name in everything if name != _FOR_FILES]
        try:
            super().load_middleware(is_async=False)
        finally:
            settings.MIDDLEWARE = everything

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
