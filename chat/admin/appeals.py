"""Appeals against mutes and suspensions, each to be answered once."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.utils.formats import localize
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.confirmed_actions import ActAdmin, ReasonForm, act, link_to_row
from chat.admin.desk import Line
from chat.admin.filters import Narrowing, everything
from chat.models import Appeal
from chat.moderation.appeals import answer_appeal
from chat.moderation.names_in_acts import with_names


class UnansweredFilter(Narrowing):
    title = _("state")
    parameter_name = "state"
    narrowings = {
        "open": (_("Unanswered"), lambda rows: rows.filter(answered_at=None)),
        "answered": (_("Answered"), lambda rows: rows.filter(answered_at__isnull=False)),
        "all": (_("All"), everything),
    }


LINES = [Line(_("appeals to answer"), Appeal, UnansweredFilter, "open")]


class AnswerForm(ReasonForm):
    """The answer to an appeal, and the choice to end what binds the person."""

    reason = forms.CharField(
        label=_("Answer"),
        max_length=300,
        widget=forms.TextInput({"size": 80}),
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
    fields = (
        *("who", "decided", "decided_by", "reason", "text", "at"),
        *("answer", "outcome", "answered_by", "answered_at"),
    )
    readonly_fields = ("who", "decided", "decided_by", "reason", "outcome")
    all_rows = "?state=all"
    actions = (
        act(
            "reply",
            _("Answer the appeal"),
            title=_("Answer appeals"),
            do=_answer,
            form_class=AnswerForm,
        ),
    )

    @admin.display(description=_("user"))
    def who(self, appeal: Appeal) -> str:
        return link_to_row(appeal.user)

    @admin.display(description=_("decision"))
    def decided(self, appeal: Appeal) -> str:
        return appeal.act.act

    @admin.display(description=_("decided by"))
    def decided_by(self, appeal: Appeal) -> str:
        return f"{appeal.act.moderator}, {localize(localtime(appeal.act.at))}"

    @admin.display(description=_("outcome"))
    def outcome(self, appeal: Appeal) -> str:
        words = {True: gettext("granted"), False: gettext("declined"), None: ""}
        return words[appeal.granted]

    @admin.display(description=_("reason"))
    def reason(self, appeal: Appeal) -> str:
        return with_names([appeal.act.reason])[0]
