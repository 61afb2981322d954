"""Reports: the queue, and a page for each case on which it is decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.act_forms import FOR_GOOD, ActForm, UntilForm
from chat.admin.desk import Line
from chat.admin.filters import Narrowing, everything
from chat.admin.links import find_places, reports_in_words, suspension_in_words
from chat.admin.row_acts import Act, ActAdmin, passes
from chat.core.clock import nearly_now
from chat.live import presence
from chat.messages.rooms import LOBBY
from chat.models import Report
from chat.moderation import case, decisions
from chat.moderation.reports import number_of_reports
from chat.moderation.services import check_rank
from chat.people import is_gone, shown_name

Decision = Report.Decision


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


class KindFilter(Narrowing):
    title = _("about")
    parameter_name = "kind"
    narrowings = {
        "all": (_("Everything"), everything),
        "message": (_("Messages"), lambda rows: rows.filter(kind="message")),
        "other": (_("Cards"), lambda rows: rows.exclude(kind="message")),
    }


class PlaceFilter(Narrowing):
    title = _("place")
    parameter_name = "place"
    narrowings = {
        "any": (_("Any place"), everything),
        "lobby": (_("Lobby"), lambda rows: rows.filter(room__key=LOBBY)),
        "tables": (_("Tables"), lambda rows: rows.exclude(room=None).exclude(room__key=LOBBY)),
    }


class RepeatedFilter(Narrowing):
    title = _("reports")
    parameter_name = "reports"
    narrowings = {
        "any": (_("Any number"), everything),
        "several": (_("Several"), lambda rows: rows.filter(others__gt=0)),
    }


LINES = [Line(_("open reports"), Report, OpenFilter, "open")]
LABELS = {
    Decision.DISMISSED: _("Dismiss: no rule was broken"),
    Decision.REMOVED: _("Remove"),
    Decision.MUTED_HERE: _("Remove and mute here"),
    Decision.MUTED: _("Remove and mute everywhere"),
    Decision.SUSPENDED: _("Remove and suspend"),
    Decision.HANDLED: _("Close: dealt with elsewhere"),
}
USUAL_REASONS: dict[str, Any] = {
    Decision.DISMISSED: _("No rule was broken"),
    Decision.HANDLED: _("Dealt with elsewhere"),
}


class DecisionForm(UntilForm):
    """The decision on a report; its duration applies to a mute or suspension."""

    decision = forms.ChoiceField(label=_("Decision"), widget=forms.RadioSelect)
    field_order = ("decision", "listed", "reason", "length", "exactly")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        choice: Any = self.fields["decision"]
        choice.choices = [(one, LABELS[one]) for one in self._possible()]
        self.fields["length"].help_text = _("For a mute or suspension.")

    def _possible(self) -> list[Decision]:
        """Return the decisions that this moderator can make on the report."""
        found = decisions.possible_decisions(self.rows[0])
        about = self.rows[0].about
        if about is not None and not passes(check_rank, self.request.user, about):
            binding = {*decisions.MUTES, Decision.SUSPENDED}
            found = [one for one in found if one not in binding]
        return found

    def usual_reason(self) -> str:
        return str(USUAL_REASONS.get(self.cleaned_data.get("decision", ""), ""))

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        data = self.cleaned_data
        if data.get("decision") in decisions.MUTES and data.get("length") == FOR_GOOD:
            self.add_error("length", gettext("A mute needs an end. Choose how long it lasts."))
        return cleaned


def _decide(moderator: Any, report: Report, form: DecisionForm) -> None:
    decisions.decide_report(
        moderator=moderator,
        report=report,
        decision=form.cleaned_data["decision"],
        reason=form.cleaned_data["reason"],
        until=form.until,
    )


def _undo(moderator: Any, report: Report, form: ActForm) -> None:
    decisions.undo_decision(moderator=moderator, report=report)


@admin.register(Report)
class ReportAdmin(ActAdmin):
    list_display = ("subject", "reported", "where", "age", "reports", "decision", "opened")
    list_filter = (OpenFilter, KindFilter, PlaceFilter, RepeatedFilter)
    search_fields = (
        "subject",
        "reason",
        "=reporter__username_key",
        "=about__username_key",
    )
    search_help_text = _("Words of what was reported or of the reason, or a username")
    ordering = ("-id",)
    fields = ("subject",)
    change_form_template = "admin/chat/case.html"
    actions = (
        Act(
            "decide",
            _("Apply the decision"),
            do=_decide,
            form_class=DecisionForm,
            applies=lambda moderator, report: report.decided_at is None,
            is_open=True,
        ),
        Act(
            "undo",
            _("Undo the decision"),
            do=_undo,
            form_class=ActForm,
            applies=lambda moderator, report: (
                report.notify_at is not None and report.notify_at > nearly_now()
            ),
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        rows: QuerySet[Report] = super().get_queryset(request)
        rows = rows.select_related("about", "room", "message", "decided_by", "act")
        return rows.annotate(others=number_of_reports("duplicate_of"))

    def prepare(self, rows: Sequence[Any]) -> None:
        find_places(rows)
        here = presence.people_in([case.room_of(row.pk) for row in rows])
        for row in rows:
            row.opened_by = here.get(case.room_of(row.pk), [])

    @admin.display(description=_("reported"), ordering="about")
    def reported(self, report: Report) -> str:
        # Cards of the site itself have no author.
        return shown_name(report.about) if report.about or report.kind == "message" else ""

    @admin.display(description=_("where"))
    def where(self, report: Any) -> str:
        title = report.found_place.title if report.found_place else ""
        return " · ".join(filter(None, (title, report.place)))

    @admin.display(description=_("age"), ordering="at")
    def age(self, report: Report) -> str:
        return render_to_string("admin/age.html", {"at": report.at})

    @admin.display(description=_("reports"))
    def reports(self, report: Any) -> str:
        return reports_in_words(1 + int(report.others))

    @admin.display(description=_("open with"))
    def opened(self, report: Any) -> str:
        return ", ".join(map(str, report.opened_by))

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        if report := context["original"]:
            context |= _facts(request, report)
        return super().render_change_form(request, context, *args, **options)


def _facts(request: HttpRequest, report: Any) -> dict[str, Any]:
    """Return what the page of a case shows besides the acts."""
    together = list(case.together_with(report)) or [report]
    before = case.histories_of({one.reporter_id for one in together}, before=together[0])
    lead = report.duplicate_of or report
    following = folded(Report.objects.filter(pk__lt=lead.pk, decided_at=None))
    return {
        "status": "" if report.decided_at else case.case_status(request.user, report.pk).html(),
        "nobody": shown_name(None),
        "about": None if is_gone(report.about) else report.about,
        "person": _person_facts(report, together[0]) if report.about else {},
        "reports": [(one, before.get(one.reporter_id or 0, case.History())) for one in together],
        "lines": lead.lines.order_by("pk"),
        "following": following.order_by("-pk").first(),
        "appeal": getattr(report.act, "appeal", None) if report.act else None,
        "now": nearly_now(),
    }


def _person_facts(report: Any, first: Report) -> dict[str, Any]:
    """Return what is known about the person reported. `first`: the first report of the case."""
    about = report.about
    earlier = case.reports_about(about).filter(pk__lt=first.pk)
    return {
        "before": case.history_of(earlier),
        "earlier": earlier.order_by("-pk")[:5],
        "acts": case.acts_on(about),
        "mutes": case.mutes_of(about),
        "suspended_until": suspension_in_words(about),
    }
