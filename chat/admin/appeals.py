"""Appeals against mutes and suspensions, each to be answered once."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.act_forms import ActForm
from chat.admin.desk import Line
from chat.admin.filters import Narrowing, everything
from chat.admin.row_acts import Act, ActAdmin
from chat.models import Appeal
from chat.moderation import case
from chat.moderation.appeals import answer_appeal, may_answer
from chat.people import shown_name


class UnansweredFilter(Narrowing):
    title = _("state")
    parameter_name = "state"
    narrowings = {
        "open": (_("Unanswered"), lambda rows: rows.filter(answered_at=None)),
        "answered": (_("Answered"), lambda rows: rows.filter(answered_at__isnull=False)),
        "all": (_("All"), everything),
    }


LINES = [Line(_("appeals to answer"), Appeal, UnansweredFilter, "open")]


class AnswerForm(ActForm):
    """The answer to an appeal, and the choice to end what binds the person."""

    reason = forms.CharField(
        label=_("Answer"),
        max_length=300,
        help_text=_("The user will read it. Stored permanently, so don't include names."),
    )
    granted = forms.BooleanField(label=_("End the mute or suspension now"), required=False)


def _answer(moderator: Any, appeal: Appeal, form: AnswerForm) -> None:
    answer_appeal(
        moderator=moderator,
        appeal=appeal,
        answer=form.cleaned_data["reason"],
        granted=form.cleaned_data["granted"],
    )


@admin.register(Appeal)
class AppealAdmin(ActAdmin):
    list_display = ("text", "user", "decided", "at", "answer", "outcome")
    list_display_links = ("text",)
    list_filter = (UnansweredFilter,)
    list_select_related = ("user", "act")
    search_fields = ("=user__username_key", "text")
    ordering = ("-id",)
    fields = ("text",)
    change_form_template = "admin/chat/appeal.html"
    actions = (
        Act(
            "reply",
            _("Answer the appeal"),
            do=_answer,
            form_class=AnswerForm,
            applies=lambda moderator, appeal: (
                appeal.answered_at is None and may_answer(moderator, appeal)
            ),
            is_open=True,
        ),
    )

    @admin.display(description=_("decision"))
    def decided(self, appeal: Appeal) -> str:
        return appeal.act.act

    @admin.display(description=_("outcome"))
    def outcome(self, appeal: Appeal) -> str:
        words = {True: gettext("granted"), False: gettext("declined"), None: ""}
        return words[appeal.granted]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        if appeal := context["original"]:
            by: Any = request.user
            report = appeal.act.reports.select_related("about").first()
            context |= {
                "nobody": shown_name(None),
                "line": case.with_appeals([appeal.act])[0],
                "report": report,
                "lines": report.lines.order_by("pk") if report else (),
                "acts_on_person": case.acts_on(appeal.user),
                "is_own": appeal.answered_at is None and not may_answer(by, appeal),
            }
        return super().render_change_form(request, context, *args, **options)
