"""What the hub knows of an open page, and how it is told what changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from chat.live.fragments import Page
from chat.live.rendering import Rendered

# `type`: "news" with `topics` and perhaps `at`, or "leave" with `owner`, `reason` and `spare`.
Message = Mapping[str, Any]


class Listener(Protocol):
    """An open page: what it shows, and how it is sent what changed.

    `owners`: the person and the session it belongs to, by the names they are disconnected under.
    """

    page: Page | None
    owners: Collection[str]

    async def deliver(self, drawn: Rendered) -> None: ...

    async def disconnected(self, reason: str) -> None: ...


@dataclass(frozen=True)
class Opened:
    """A page and the HTML it was opened with.

    `mark`: how many news had been received before. `seconds` of a processor that it took.
    """

    page: Page
    html: str
    mark: int
    seconds: float
