"""The chat app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = _("Chat and moderation")

    def ready(self) -> None:
        from chat.messages import rooms  # noqa: PLC0415  # once the apps are loaded

        rooms.register_policy(rooms.LOBBY, rooms.lobby_policy)
