"""What a socket lets go of when it is open: the request it began with.

Twisted, Autobahn and Daphne each keep that request in a form of their own for as long as the socket
is open. Measured, that was a tenth of the memory of an open page.
"""

from __future__ import annotations

from daphne.ws_protocol import WebSocketFactory
from twisted.web.http import HTTPChannel

from config.sockets import PromptSocket

# What only the handshake reads: what came, what was answered, and how it may be.
OF_THE_HANDSHAKE = frozenset(
    {
        "_raw_query_string", "_wskey", "application_deferred", "clean_headers", "http_headers",
        "http_request_data", "http_request_host", "http_request_params", "http_request_path",
        "http_request_uri", "http_status_line", "protocol_to_accept", "root_path", "server_addr",
        "websocket_extensions", "websocket_origin", "websocket_protocols",
        "http_response_data", "websocket_extensions_in_use", "websocket_protocol_in_use",
        "allowNullOrigin", "allowedOrigins", "allowedOriginsPatterns", "flashSocketPolicy",
        "maxConnections", "openHandshakeTimeout", "perMessageCompressionAccept",
        "serveFlashSocketPolicy", "tcpNoDelay", "trustXForwardedFor", "versions", "webStatus",
    }
)  # fmt: skip


class LightSocket(PromptSocket):
    """A socket that forgets how it was opened."""

    def onOpen(self) -> None:  # noqa: N802  (the name is Autobahn's)
        super().onOpen()
        self.request.headers = {}  # of the request its path is asked for
        # A new dictionary, since one that loses its entries does not get smaller.
        kept = {name: value for name, value in vars(self).items() if name not in OF_THE_HANDSHAKE}
        self.__dict__ = kept
        channel = getattr(self.transport, "producer", None)
        if isinstance(channel, HTTPChannel):
            self.transport.unregisterProducer()
            channel.requests.clear()  # or each would hold the other until garbage is looked for


def use() -> None:
    """From here on Daphne's sockets are these."""
    WebSocketFactory.protocol = LightSocket
