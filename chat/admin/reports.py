"""The queue of reports."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from chat.admin.confirmed_actions import ActAdmin, UntilForm, act, link_to
from chat.admin.desk import Line
from chat.admin.filters import Narrowing
from chat.models import Report
from chat.moderation import services as moderation
from chat.people import shown_name


def folded(rows: QuerySet[Report]) -> QuerySet[Report]:
    """Return one report on each subject, however many people have reported it."""
    return rows.filter(duplicate_of=None)


class OpenFilter(Narrowing):
    title = _("state")
    parameter_name = "state"
    narrowings = {
        "open": (_("Open"), lambda rows: folded(rows).filter(decided_at=None)),
        "decided": (_("Resolved"), lambda rows: folded(rows).filter(decided_at__isnull=False)),
        "all": (_("All"), folded),
    }


class DecisionForm(UntilForm):
    """The decision on a report; its duration applies if the author is muted."""

    decision = forms.ChoiceField(
        label=_("Decision"),
        choices=[
            (Report.Decision.DISMISSED, _("Dismiss: nothing wrong")),
            (Report.Decision.REMOVED, _("Remove the message")),
            (Report.Decision.MUTED, _("Remove the message and mute its author everywhere")),
            (Report.Decision.HANDLED, _("Close: dealt with elsewhere")),
        ],
    )
    field_order = ("decision", "reason", "length", "exactly")


LINES = [Line(_("open reports"), Report, OpenFilter, "open")]


def _decide(moderator: Any, report: Report, form: DecisionForm) -> None:
    moderation.decide_report(
        moderator=moderator,
        report=report,
        decision=form.cleaned_data["decision"],
        reason=form.cleaned_data["reason"],
        until=form.until,
    )


@admin.register(Report)
class ReportAdmin(ActAdmin):
    list_display = (
        "id", "at", "kind", "subject", "place", "reports", "reporter", "reason", "decision",
    )  # fmt: skip
    list_filter = (OpenFilter,)
    list_select_related = ("reporter",)
    search_fields = ("subject", "reason", "=reporter__username_key")
    ordering = ("-id",)
    fields = (
        *("kind", "subject", "place", "link", "around", "said_of_it"),
        *("decision", "decision_reason", "decided_by", "decided_at"),
    )
    readonly_fields = ("link", "around", "said_of_it")
    all_rows = "?state=all"
    actions = (
        act(
            "decide",
            _("Resolve the report"),
            title=_("Resolve reports"),
            do=_decide,
            form_class=DecisionForm,
        ),
    )

    @admin.display(description=_("message"))
    def link(self, report: Report) -> str:
        if report.message_id is None:
            return "-"
        url = reverse("admin:chat_message_change", args=[report.message_id])
        return link_to(url, report.message_id)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        others = Report.objects.filter(duplicate_of=OuterRef("pk")).order_by()
        count = Subquery(others.values("duplicate_of").annotate(n=Count("pk")).values("n"))
        rows: QuerySet[Report] = super().get_queryset(request)
        return rows.annotate(others=Coalesce(count, 0))

    @admin.display(description=_("reports"))
    def reports(self, report: Any) -> int:
        return 1 + int(report.others)

    @admin.display(description=_("surrounding messages at the time"))
    def around(self, report: Report) -> str:
        """Render the messages around the reported one, as they were at the first report."""
        # Stored with the report, so that messages deleted since are not missing.
        given = {"lines": report.lines.order_by("pk"), "nobody": shown_name(None)}
        return render_to_string("admin/chat/message_context.html", given)

    @admin.display(description=_("who reported it and why"))
    def said_of_it(self, report: Report) -> str:
        together = Report.objects.filter(Q(pk=report.pk) | Q(duplicate_of=report.pk))
        reports = together.select_related("reporter").order_by("pk")
        given = {"reports": reports, "nobody": shown_name(None)}
        return render_to_string("admin/chat/reporters.html", given)
