"""Sockets of pages without a server."""

from __future__ import annotations

from channels.testing import WebsocketCommunicator

from chat.live.consumer import PageConsumer, Receive, Send, Visit


def socket_of(visit: Visit) -> WebsocketCommunicator:
    """The socket of the page that is asked for; it does not connect by itself."""

    async def serve(scope: object, receive: Receive, send: Send) -> None:
        await PageConsumer(visit, send).serve(receive)

    return WebsocketCommunicator(serve, f"/live/{visit.kind}/{visit.argument}/")
