"""What people say to mutes and suspensions, to be answered once."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.asking import ActAdmin, ReasonForm, ask
from chat.admin.desk import Line, lines
from chat.admin.filters import Narrowing, everything
from chat.models import Appeal
from chat.moderation.appeals import answer_appeal
from chat.moderation.naming import with_names


class UnansweredFilter(Narrowing):
    title = _("state")
    parameter_name = "state"
    narrowings = {
        "open": (_("To answer"), lambda rows: rows.filter(answered_at=None)),
        "answered": (_("Answered"), lambda rows: rows.filter(answered_at__isnull=False)),
        "all": (_("All"), everything),
    }


lines.append(Line(_("appeals to answer"), Appeal, UnansweredFilter, "open"))


class AnswerForm(ReasonForm):
    """What is answered, and whether it ends what bound them."""

    reason = forms.CharField(
        label=_("Answer"),
        max_length=300,
        widget=forms.TextInput({"size": 80}),
        help_text=_("They read it. It is kept for good with the act: name nobody in it."),
    )
    granted = forms.BooleanField(label=_("End the mute or suspension now"), required=False)


@admin.register(Appeal)
class AppealAdmin(ActAdmin):
    list_display = ("id", "at", "user", "decided", "text", "answer", "granted")
    list_filter = (UnansweredFilter,)
    list_select_related = ("user", "act")
    search_fields = ("=user__username", "text")
    ordering = ("-id",)
    fields = (
        *("who", "decided", "decided_by", "reason", "text", "at"),
        *("answer", "granted", "answered_by", "answered_at"),
    )
    readonly_fields = ("who", "decided", "decided_by", "reason")
    all_rows = "?state=all"
    actions = ("reply",)

    @admin.display(description=_("user"))
    def who(self, appeal: Appeal) -> str:
        meta = appeal.user._meta
        url = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[appeal.user_id])
        return format_html('<a href="{}">{}</a>', url, appeal.user)

    @admin.display(description=_("act"))
    def decided(self, appeal: Appeal) -> str:
        return appeal.act.act

    @admin.display(description=_("by"))
    def decided_by(self, appeal: Appeal) -> str:
        return f"{appeal.act.moderator}, {appeal.act.at:%Y-%m-%d %H:%M}"

    @admin.display(description=_("reason"))
    def reason(self, appeal: Appeal) -> str:
        return with_names([appeal.act.reason])[0]

    @admin.action(description=_("Answer"), permissions=["moderate"])
    def reply(self, request: HttpRequest, queryset: QuerySet[Appeal]) -> HttpResponse | None:
        return ask(
            self,
            request,
            queryset,
            act="reply",
            title=gettext("Answer appeals"),
            form_class=AnswerForm,
            do=_answer,
        )


def _answer(moderator: Any, appeal: Appeal, form: AnswerForm) -> None:
    answer_appeal(
        moderator=moderator,
        appeal=appeal,
        answer=form.cleaned_data["reason"],
        granted=form.cleaned_data["granted"],
    )
