"""Streams of updates over a WebSocket, the same as waiting requests return.

The token is in a header. A stream takes no commands: those are POST requests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import msgspec
from channels.db import database_sync_to_async

from chat.api.base import Caller, Problem, caller_of, owners_of
from chat.api.refusals import ApiCode
from chat.core.hooks import Registry
from chat.core.limits import scope_address
from chat.core.refusals import Refusal
from chat.live.consumer import (
    CLOSED_TO_YOU,
    PageConsumer,
    PageRequest,
    Receive,
    Send,
    refuse,
)
from chat.live.fragments import Denied, Page

_ADDRESS = re.compile(r"/api/v1/([a-z]+)/([-\w]{1,50})/stream", re.ASCII)

Opener = Callable[[Any, str], Page]
openers: Registry[Opener] = Registry("chat.api.streams.openers")  # by the word in the path


@dataclass(frozen=True, slots=True)
class StreamRequest(PageRequest):
    """A program's request for a stream."""

    topics: Collection[str] = ()  # the owners by which it can be disconnected

    def open(self) -> Page:
        return openers[self.kind](self.user, self.argument)

    def owners(self) -> Collection[str]:
        return self.topics


class StreamConsumer(PageConsumer):
    """A stream, which is closed with a `Problem`."""

    answers_heartbeat = False

    async def _disconnect(self, denied: Denied) -> None:
        if self.gone:
            return
        self.page, self.gone = None, True
        refusal = Refusal(ApiCode.ENDED, why=str(denied))
        await self._send(denied.last or as_text(refusal))
        await self._close(CLOSED_TO_YOU)


def as_text(refusal: Refusal) -> str:
    return msgspec.json.encode(Problem(str(refusal.code), refusal.message)).decode()


def is_stream(scope: dict[str, Any]) -> bool:
    return _path(scope).startswith("/api/")


def _path(scope: dict[str, Any]) -> str:
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


async def serve(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve a stream, or close the socket if it is refused. No reason is given."""
    asked_for = await _request_of(scope)
    scope.clear()  # the callers hold it as long as the stream is open
    if asked_for is None:
        await refuse(receive, send)
    else:
        await StreamConsumer(asked_for)({}, receive, send)


async def _request_of(scope: dict[str, Any]) -> StreamRequest | None:
    found = _ADDRESS.fullmatch(_path(scope))
    if found is None or found[1] not in openers:
        return None
    headers = dict(scope["headers"])
    address = scope_address(scope, headers.get(b"x-forwarded-for", b"").decode("latin-1"))
    token = headers.get(b"authorization", b"").decode("latin-1")
    try:
        caller: Caller = await database_sync_to_async(caller_of)(
            token, address=lambda: address, scope="read"
        )
    except Refusal:
        return None
    kind, argument = found.groups()
    return StreamRequest(caller.user, "", kind, argument, {}, address, topics=owners_of(caller))
