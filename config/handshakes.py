"""What a socket lets go of when it is open: the request it began with.

Twisted, Autobahn and Daphne each keep that request in a form of their own for as long as the socket
is open. Measured, that was a tenth of the memory of an open page.
"""

from __future__ import annotations

from daphne.ws_protocol import WebSocketProtocol
from twisted.web.http import HTTPChannel

# What came and what was answered, as Autobahn and Daphne keep it.
OF_THE_HANDSHAKE = (
    "_raw_query_string", "clean_headers", "http_headers", "http_request_data",
    "http_request_params", "http_request_uri", "http_response_data", "http_status_line",
)  # fmt: skip


def forget(socket: WebSocketProtocol) -> None:
    """Lets go of how this socket, which is open, was opened."""
    socket.request.headers = {}  # of the request its path is asked for
    for name in OF_THE_HANDSHAKE:
        setattr(socket, name, None)
    channel = getattr(socket.transport, "producer", None)
    if isinstance(channel, HTTPChannel):
        socket.transport.unregisterProducer()
        channel.requests.clear()  # or each would hold the other until garbage is looked for
