"""Page sockets without a server."""

from __future__ import annotations

from typing import Any

from channels.testing import WebsocketCommunicator

from chat.live.consumer import PageConsumer, PageRequest
from tests.support.patience import PATIENCE


class PageSocket(WebsocketCommunicator):
    """A communicator that waits for `PATIENCE`, where Channels would wait a second."""

    async def connect(self) -> tuple[bool, Any]:
        connected: tuple[bool, Any] = await super().connect(PATIENCE)
        return connected

    async def receive_output(self, *_seconds: float) -> Any:
        return await super().receive_output(PATIENCE)

    async def disconnect(self) -> None:
        await super().disconnect(timeout=PATIENCE)


def socket_of(visit: PageRequest) -> PageSocket:
    """Return the socket of the requested page, not yet connected."""
    return PageSocket(PageConsumer(visit), f"/live/{visit.kind}/{visit.argument}/")
