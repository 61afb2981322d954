"""Sockets of pages without a server."""

from __future__ import annotations

from channels.testing import WebsocketCommunicator

from chat.live.consumer import PageConsumer, PageRequest


def socket_of(visit: PageRequest) -> WebsocketCommunicator:
    """The socket of the page that is asked for; it does not connect by itself."""
    return WebsocketCommunicator(PageConsumer(visit), f"/live/{visit.kind}/{visit.argument}/")
