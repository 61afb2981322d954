"""What the pages of games share."""

from __future__ import annotations

from chat.admin.asking import ActAdmin as ChatActAdmin
from chat.core.refusals import Refusal as ChatRefusal
from games.refusals import Refusal


class ActAdmin(ChatActAdmin):
    """Services of games refuse in their own way as well."""

    refusals = (ChatRefusal, Refusal)
    list_display_links: tuple[str, ...] | None = ("__str__",)
