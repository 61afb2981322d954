"""An echo server as the baseline for Channels: one socket sends to a group."""

from __future__ import annotations

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import path

pages = get_asgi_application()


class Echo(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        self.group: str = self.scope["url_route"]["kwargs"]["group"]
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()
        await self.send("open")

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.channel_layer.group_send(self.group, {"type": "told", "text": text_data})

    async def told(self, message: dict[str, Any]) -> None:
        await self.send(message["text"])

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)


application = ProtocolTypeRouter(
    {"http": pages, "websocket": URLRouter([path("<slug:group>/", Echo.as_asgi())])}
)
