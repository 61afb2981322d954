"""Streams over a socket: the same news as a request that waits is answered, one after the other.

The token comes in a header. Nothing is taken over it: commands are posts.
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
openers: Registry[Opener] = Registry("chat.api.streams.openers")  # by the word in the address


@dataclass(frozen=True, slots=True)
class StreamRequest(PageRequest):
    """A program that asks for a stream, by this name of its token."""

    topics: Collection[str] = ()

    def open(self) -> Page:
        return openers[self.kind](self.user, self.argument)

    def owners(self) -> Collection[str]:
        return self.topics


class StreamConsumer(PageConsumer):
    """Says why it ends in the shape of all that goes wrong."""

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
    """The life of a stream. Who may not come in is not let in: that is all they are told."""
    asked_for = await _request_of(scope)
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
    person = f"person {caller.user.pk}"  # one turn for all streams of a person
    return StreamRequest(caller.user, person, kind, argument, {}, address, topics=owners_of(caller))
