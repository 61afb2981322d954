"""The record of moderators' actions, which they can read and nobody can change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from chat.admin.confirmed_actions import ActAdmin, link_to
from chat.models import ModeratorAct
from chat.moderation.names_in_acts import with_names


@admin.register(ModeratorAct)
class ModeratorActAdmin(ActAdmin):
    list_display = ("at", "moderator", "act", "target", "now_called", "why")
    list_filter = ("at",)
    list_select_related = ("moderator",)
    search_fields = ("=moderator__username_key", "act__istartswith", "target_label", "reason")
    search_help_text = _("A moderator's username, an action, its target, or words of the reason")
    ordering = ("-at",)
    fields = ("at", "moderator", "act", "target", "why")
    readonly_fields = fields
    actions = None

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        shown = super().get_changelist_instance(request)
        shown.result_list = list(shown.result_list)
        _find(shown.result_list)
        said = with_names([act.reason for act in shown.result_list])
        for act, text in zip(shown.result_list, said, strict=True):
            act.reason = text  # without "user 12", so `why` needs no query for each row
        return shown

    @admin.display(description=_("target"))
    def target(self, act: ModeratorAct) -> str:
        kind = act.target_kind.replace(".", "_")
        try:
            url = reverse(f"admin:{kind}_change", args=[act.target_id])
        except NoReverseMatch:
            return act.target_label
        return link_to(url, act.target_label)

    @admin.display(description=_("current name"))
    def now_called(self, act: Any) -> str:
        """Return the target's present name, which the act itself does not contain."""
        return str(act.found or "-")

    @admin.display(description=_("reason"))
    def why(self, act: ModeratorAct) -> str:
        """Return the reason with people's present names."""
        return with_names([act.reason])[0]


def _find(acts: Iterable[Any]) -> None:
    """Set each act's `found` to its target, or None, with one query for each kind."""
    by_kind = defaultdict(set)
    for act in acts:
        by_kind[act.target_kind].add(act.target_id)
    found = {kind: _rows(kind, keys) for kind, keys in by_kind.items()}
    for act in acts:
        act.found = found[act.target_kind].get(act.target_id)


def _rows(kind: str, keys: set[str]) -> dict[str, Any]:
    try:
        model = apps.get_model(kind)
    except (LookupError, ValueError):
        return {}
    return {str(pk): row for pk, row in model._default_manager.in_bulk(keys).items()}
