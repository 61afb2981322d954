"""Messages, for moderators to remove or restore, or to mute their authors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from chat.admin.confirmed_actions import ActAdmin, UntilForm, act, with_reason
from chat.admin.filters import Narrowing, ReachFilter, SearchesNewest, everything
from chat.core.refusals import ChatCode, Refusal
from chat.models import Message, Report
from chat.moderation import services as moderation

if TYPE_CHECKING:
    _Inline = admin.TabularInline[Report, Message]
else:  # Django's own classes take no type
    _Inline = admin.TabularInline


class StandsFilter(Narrowing):
    title = _("state")
    parameter_name = "state"
    narrowings = {
        "all": (_("All"), everything),
        "standing": (_("Not removed"), lambda rows: rows.filter(removed_at=None)),
        "removed": (_("Removed"), lambda rows: rows.filter(removed_at__isnull=False)),
    }


class ReportInline(_Inline):
    """The reports on a message."""

    model = Report
    fields = readonly_fields = ("at", "reporter", "reason", "decision", "decided_by")
    extra = 0
    can_delete = False
    ordering = ("-id",)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return super().get_queryset(request).select_related("reporter", "decided_by")


def _mute_author(moderator: Any, message: Message, form: UntilForm) -> None:
    if message.author is None:
        raise Refusal(ChatCode.NO_SUCH_USER)
    moderation.mute(
        moderator=moderator,
        user=message.author,
        room=message.room,
        until=form.until,
        reason=form.cleaned_data["reason"],
    )


def _of(message: Message) -> dict[str, Any]:
    return {"message": message}


@admin.register(Message)
class MessageAdmin(SearchesNewest, ActAdmin):
    list_display = ("id", "at", "room", "author", "text", "reported", "removed_by")
    list_filter = (StandsFilter, ReachFilter)
    list_select_related = ("room", "author")
    search_fields = ("text", "=author__username_key", "=room__key")
    search_help_text = _(
        "Words of the text, a username or a room key, in the newest messages; for older ones, use "
        "the filter “search range”"
    )
    ordering = ("-id",)
    fields = ("at", "room", "author", "text", "removed_at", "removed_by", "reason")
    inlines = (ReportInline,)
    actions = (
        act(
            "remove",
            _("Remove the message"),
            title=_("Remove messages"),
            do=with_reason(moderation.remove_message, _of),
        ),
        act(
            "restore",
            _("Restore the message"),
            title=_("Restore messages"),
            do=with_reason(moderation.restore_message, _of),
        ),
        act(
            "mute_author",
            _("Mute the author in this room"),
            title=_("Mute authors in these rooms"),
            do=_mute_author,
            form_class=UntilForm,
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        rows: QuerySet[Message] = super().get_queryset(request)
        # One count for each row that is shown; a join would count all reports before it shows any
        # row.
        reports = Report.objects.filter(message=OuterRef("pk")).order_by().values("message")
        count = Subquery(reports.annotate(count=Count("pk")).values("count"))
        return rows.select_related("room", "author").annotate(report_count=Coalesce(count, 0))

    @admin.display(description=_("reports"))
    def reported(self, message: Any) -> int:
        count: int = message.report_count
        return count
