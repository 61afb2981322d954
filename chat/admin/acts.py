"""What moderators did: to be read, by moderators too, and changed by nobody."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from chat.admin.asking import ActAdmin
from chat.models import ModeratorAct


@admin.register(ModeratorAct)
class ModeratorActAdmin(ActAdmin):
    list_display = ("at", "moderator", "act", "target_kind", "target_label", "reason")
    list_filter = ("at",)
    list_select_related = ("moderator",)
    search_fields = ("=moderator__username", "act__istartswith", "target_label", "reason")
    search_help_text = _("A moderator's username, an act, its target, or words of the reason")
    ordering = ("-at",)
    actions = None
