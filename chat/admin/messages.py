"""Messages, for moderators to remove or restore, or to mute their authors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from chat.admin.act_forms import MuteForm
from chat.admin.filters import Narrowing, ReachFilter, SearchesNewest, everything
from chat.admin.links import find_places, link_to_room, reports_in_words
from chat.admin.row_acts import Act, ActAdmin, with_reason
from chat.core.refusals import ChatCode, Refusal
from chat.models import Message
from chat.moderation import services as moderation
from chat.moderation.reports import number_of_reports
from chat.people import is_gone, shown_name


class StandsFilter(Narrowing):
    title = _("state")
    parameter_name = "state"
    narrowings = {
        "all": (_("All"), everything),
        "standing": (_("Not removed"), lambda rows: rows.filter(removed_at=None)),
        "removed": (_("Removed"), lambda rows: rows.filter(removed_at__isnull=False)),
    }


def _mute_author(moderator: Any, message: Message, form: MuteForm) -> None:
    if message.author is None:
        raise Refusal(ChatCode.NO_SUCH_USER)
    moderation.mute(
        moderator=moderator,
        user=message.author,
        room=message.room,
        until=form.end,
        reason=form.cleaned_data["reason"],
    )


def _of(message: Message) -> dict[str, Any]:
    return {"message": message}


@admin.register(Message)
class MessageAdmin(SearchesNewest, ActAdmin):
    list_display = ("text", "author", "where", "at", "reported", "removed_by")
    list_display_links = ("text",)
    list_filter = (StandsFilter, ReachFilter)
    search_fields = ("text", "=author__username_key", "room__key__endswith")
    search_help_text = _(
        "Words of the text, a username or the ID of a table, in the newest messages; for older "
        "ones, use the filter “search range”"
    )
    ordering = ("-id",)
    fields = ("at", "where", "author", "text", "removed_at", "removed_by", "reason", "reports")
    readonly_fields = ("where", "reports")
    actions = (
        Act(
            "remove",
            _("Remove the message"),
            title=_("Remove messages"),
            do=with_reason(moderation.remove_message, _of),
            applies=lambda moderator, message: message.removed_at is None,
        ),
        Act(
            "restore",
            _("Restore the message"),
            title=_("Restore messages"),
            do=with_reason(moderation.restore_message, _of),
            applies=lambda moderator, message: (
                message.removed_by in {Message.Remover.MODERATOR, Message.Remover.HOST}
            ),
        ),
        Act(
            "mute_author",
            _("Mute the author in this room"),
            title=_("Mute authors in these rooms"),
            do=_mute_author,
            form_class=MuteForm,
            applies=lambda moderator, message: not is_gone(message.author),
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        rows: QuerySet[Message] = super().get_queryset(request)
        rows = rows.select_related("room", "author")
        return rows.annotate(report_count=number_of_reports("message"))

    def prepare(self, rows: Sequence[Any]) -> None:
        find_places(rows)

    @admin.display(description=_("where"))
    def where(self, message: Any) -> str:
        return link_to_room(message)

    @admin.display(description=_("reports"))
    def reported(self, message: Any) -> str:
        return reports_in_words(message.report_count)

    @admin.display(description=_("reports"))
    def reports(self, message: Message) -> str:
        """Render all reports on the message, newest first."""
        found = message.reports.select_related("reporter").order_by("-pk")
        given = {"reports": found, "nobody": shown_name(None)}
        return render_to_string("admin/chat/reporters.html", given) if found else ""
