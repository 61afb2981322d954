"""The record of moderators' actions, which they can read and nobody can change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from chat.admin.links import find_places, link_to
from chat.admin.row_acts import ActAdmin
from chat.models import ModeratorAct, Room
from chat.moderation.names_in_acts import in_words, with_names
from chat.people import is_gone


@admin.register(ModeratorAct)
class ModeratorActAdmin(ActAdmin):
    list_display = ("what", "target", "moderator", "at", "why")
    list_filter = ("at",)
    list_select_related = ("moderator",)
    search_fields = ("=moderator__username_key", "act__istartswith", "target_label", "reason")
    search_help_text = _("A moderator's username, an action, its target, or words of the reason")
    ordering = ("-at",)
    fields = ("at", "moderator", "what", "target", "why")
    readonly_fields = fields
    actions = None

    def prepare(self, rows: Sequence[Any]) -> None:
        found = _targets(rows)
        said = with_names([act.reason for act in rows])
        for act, text, words in zip(rows, said, in_words(rows), strict=True):
            act.found, act.said = found[act.target_kind].get(act.target_id), text
            act.words = words

    @admin.display(description=_("action"), ordering="act")
    def what(self, act: Any) -> str:
        return str(act.words)

    @admin.display(description=_("target"))
    def target(self, act: Any) -> str:
        """Return a link with the target's present name, which the act itself does not contain."""
        if act.found is None:
            return str(act.target_label)
        name = _name_of(act)
        kind = act.target_kind.replace(".", "_")
        try:
            return link_to(reverse(f"admin:{kind}_change", args=[act.target_id]), name)
        except NoReverseMatch:
            return name

    @admin.display(description=_("reason"))
    def why(self, act: Any) -> str:
        """Return the reason with people's present names."""
        return str(act.said)


def _name_of(act: Any) -> str:
    """Return the present name of an act's target, which still exists."""
    # Deleted accounts share a name.
    return f"{act.found} ({act.target_label})" if is_gone(act.found) else str(act.found)


def _targets(acts: Sequence[Any]) -> dict[str, dict[str, Any]]:
    """Return the targets of acts that still exist, by kind and key, with a query for each kind."""
    by_kind = defaultdict(set)
    for act in acts:
        by_kind[act.target_kind].add(act.target_id)
    found = {kind: _rows(kind, keys) for kind, keys in by_kind.items()}
    find_places(found.get(Room._meta.label_lower, {}).values())
    return found


def _rows(kind: str, keys: set[str]) -> dict[str, Any]:
    try:
        model = apps.get_model(kind)
    except (LookupError, ValueError):
        return {}
    return {str(pk): row for pk, row in model._default_manager.in_bulk(keys).items()}
