"""The queue of reports."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.asking import ActAdmin, UntilForm, ask
from chat.admin.desk import Line, lines
from chat.admin.filters import Narrowing, everything
from chat.models import Message, Report
from chat.moderation import services as moderation
from chat.people.names import shown_name

AROUND = 8


class OpenFilter(Narrowing):
    title = _("state")
    parameter_name = "state"
    narrowings = {
        "open": (_("Open"), lambda rows: rows.filter(decided_at=None)),
        "decided": (_("Decided"), lambda rows: rows.filter(decided_at__isnull=False)),
        "all": (_("All"), everything),
    }


class DecisionForm(UntilForm):
    """What is decided; the time counts when the author is muted."""

    decision = forms.ChoiceField(
        label=_("Decision"),
        choices=[
            (Report.Decision.DISMISSED, _("Dismiss: nothing is wrong")),
            (Report.Decision.REMOVED, _("Remove the message")),
            (Report.Decision.MUTED, _("Remove the message and mute its author everywhere")),
            (Report.Decision.HANDLED, _("Close: dealt with elsewhere")),
        ],
    )
    field_order = ("decision", "reason", "length", "exactly")


lines.append(Line(_("open reports"), Report, OpenFilter, "open"))


@admin.register(Report)
class ReportAdmin(ActAdmin):
    list_display = ("id", "at", "kind", "subject", "place", "reporter", "reason", "decision")
    list_filter = (OpenFilter,)
    list_select_related = ("reporter",)
    search_fields = ("subject", "reason", "=reporter__username")
    ordering = ("-id",)
    fields = (
        *("kind", "subject", "place", "link", "around"),
        *("reporter", "reason", "at"),
        *("decision", "decision_reason", "decided_by", "decided_at"),
    )
    readonly_fields = ("link", "around")
    all_rows = "?state=all"
    actions = ("decide",)

    @admin.display(description=_("message"))
    def link(self, report: Report) -> str:
        if report.message_id is None:
            return "-"
        url = reverse("admin:chat_message_change", args=[report.message_id])
        return format_html('<a href="{}">{}</a>', url, report.message_id)

    @admin.display(description=_("what was said around it"))
    def around(self, report: Report) -> str:
        """A few messages before and after, so that nobody is judged by half a sentence."""
        if report.message is None:
            return "-"
        lines = [(shown_name(one.author), one.text) for one in _around(report.message)]
        return format_html_join("", "<div><b>{}</b>: {}</div>", lines)

    @admin.action(description=_("Decide"), permissions=["moderate"])
    def decide(self, request: HttpRequest, queryset: QuerySet[Report]) -> HttpResponse | None:
        return ask(
            self,
            request,
            queryset,
            act="decide",
            title=gettext("Decide reports"),
            do=_decide,
            form_class=DecisionForm,
        )


def _around(message: Message) -> list[Message]:
    said = Message.objects.filter(room=message.room_id).select_related("author")
    before = said.filter(pk__lte=message.pk).order_by("-pk")[: AROUND + 1]
    after = said.filter(pk__gt=message.pk).order_by("pk")[:AROUND]
    return [*reversed(before), *after]


def _decide(moderator: Any, report: Report, form: DecisionForm) -> None:
    moderation.decide_report(
        moderator=moderator,
        report=report,
        decision=form.cleaned_data["decision"],
        reason=form.cleaned_data["reason"],
        until=form.until,
    )
