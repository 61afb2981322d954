"""The admin page of users: search, suspend, mute, and appoint moderators.

Accounts are never edited here: people change their own, and moderators act with a reason.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.formats import localize
from django.utils.html import format_html_join
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.confirmed_actions import ActAdmin, ReasonForm, UntilForm, act, ask, with_reason
from chat.admin.desk import Line
from chat.admin.filters import Narrowing, everything
from chat.core.clock import nearly_now, now, present
from chat.models import ModeratorAct
from chat.moderation import moderators as appointing, services as moderation
from chat.moderation.names_in_acts import with_names
from lobby.accounts import recovery, services as people
from lobby.models import User

# Models that superusers could otherwise edit without the services. Nobody may see second factors.
for _model in (Group, EmailAddress, Authenticator, UserSession):
    if admin.site.is_registered(_model):
        admin.site.unregister(_model)

LAST_ACTS = 20


class KindFilter(Narrowing):
    title = _("kind")
    parameter_name = "kind"
    narrowings = {
        "all": (_("All"), everything),
        "people": (
            _("Members and bots"),
            lambda rows: rows.filter(is_guest=False, deleted_at=None),
        ),
        "guests": (_("Guests"), lambda rows: rows.filter(is_guest=True)),
        "new": (
            _("Last 24 hours"),
            lambda rows: rows.filter(date_joined__gte=present() - timedelta(days=1)),
        ),
        "suspended": (_("Suspended"), lambda rows: rows.filter(suspended_until__gt=now())),
        "staff": (_("Moderators"), lambda rows: rows.filter(is_staff=True)),
        "deleted": (_("Deleted"), lambda rows: rows.filter(deleted_at__isnull=False)),
    }


LINES = [Line(_("new users since yesterday"), User, KindFilter, "new", calls=False)]


class SuspendForm(UntilForm):
    """The form for a suspension: its reason, and its end or that it is permanent."""

    for_good = forms.BooleanField(label=_("Suspend permanently instead"), required=False)


def _suspend(by: User, user: User, form: SuspendForm) -> None:
    until = None if form.cleaned_data["for_good"] else form.until
    people.suspend(moderator=by, user=user, until=until, reason=form.cleaned_data["reason"])


def _mute(by: User, user: User, form: UntilForm) -> None:
    reason = form.cleaned_data["reason"]
    moderation.mute(moderator=by, user=user, until=form.until, reason=reason)


def _of(user: User) -> dict[str, Any]:
    return {"user": user}


@admin.action(description=_("Create a link for a new password"), permissions=["moderate"])
def _password_link(
    model_admin: ActAdmin, request: HttpRequest, queryset: QuerySet[User]
) -> HttpResponse | None:
    """Ask for the reason, then show each person's link once."""
    links: list[tuple[User, str]] = []

    def do(by: User, user: User, form: ReasonForm) -> None:
        reason = form.cleaned_data["reason"]
        path = recovery.make_password_link(moderator=by, user=user, reason=reason)
        links.append((user, request.build_absolute_uri(path)))

    title = gettext("Create links for new passwords")
    answer = ask(model_admin, request, queryset, act="password_link", title=title, do=do)
    if not links:
        return answer
    context = {
        **model_admin.admin_site.each_context(request),
        "title": title,
        "opts": model_admin.opts,
        "links": links,
    }
    return TemplateResponse(request, "admin/lobby/password_links.html", context)


_password_link.__name__ = "password_link"


@admin.register(User)
class UserAdmin(ActAdmin):
    list_display = ("shown_name", "username", "kind", "suspended", "date_joined")
    list_filter = (KindFilter,)
    search_fields = ("username_key", "display_name_key")
    search_help_text = _("A part of a username or display name")
    ordering = ("-id",)
    fields = (
        *("username", "display_name", "kind", "date_joined", "seen_on"),
        *("suspended", "suspended_for", "deleted_at", "last_acts"),
    )
    readonly_fields = ("kind", "suspended", "last_acts")
    actions = (
        act(
            "suspend",
            _("Suspend the user"),
            title=_("Suspend users"),
            do=_suspend,
            form_class=SuspendForm,
        ),
        act(
            "lift",
            _("Lift the suspension"),
            title=_("Lift suspensions"),
            do=with_reason(people.lift_suspension, _of),
        ),
        act(
            "mute",
            _("Mute the user everywhere"),
            title=_("Mute users everywhere"),
            do=_mute,
            form_class=UntilForm,
        ),
        _password_link,
        act(
            "remove_factor",
            _("Remove the second factor"),
            title=_("Remove second factors"),
            do=with_reason(recovery.remove_second_factor, _of),
        ),
        act(
            "appoint",
            _("Appoint as moderator"),
            title=_("Appoint moderators"),
            do=with_reason(appointing.appoint_moderator, _of),
            permission="appoint",
        ),
        act(
            "dismiss",
            _("Dismiss as moderator"),
            title=_("Dismiss moderators"),
            do=with_reason(appointing.dismiss_moderator, _of),
            permission="appoint",
        ),
    )

    @admin.display(description=_("name"), ordering="display_name_key")
    def shown_name(self, user: User) -> str:
        return user.shown_name

    @admin.display(description=_("kind"))
    def kind(self, user: User) -> str:
        """Return what kind of account this is, in a word or two."""
        if user.deleted_at is not None:
            return gettext("deleted")
        if user.is_superuser:
            return gettext("superuser")
        if user.is_staff:
            return gettext("moderator")
        if user.is_bot:
            return gettext("bot")
        return gettext("guest") if user.is_guest else gettext("member")

    @admin.display(description=_("suspended until"), ordering="suspended_until")
    def suspended(self, user: User) -> str:
        """Return until when the account is suspended, or "" if it is not."""
        if user.suspended_until is None or not user.is_suspended(nearly_now()):
            return ""
        if user.suspended_for_good:
            return gettext("permanently")
        return str(localize(localtime(user.suspended_until)))

    @admin.display(description=_("moderators' actions"))
    def last_acts(self, user: User) -> str:
        acts = ModeratorAct.objects.filter(
            target_kind=user._meta.label_lower, target_id=str(user.pk)
        ).select_related("moderator")
        last = acts.order_by("-at")[:LAST_ACTS]
        reasons = with_names([act.reason for act in last])
        lines = [
            (localize(localtime(act.at)), act.moderator, act.act, why)
            for act, why in zip(last, reasons, strict=True)
        ]
        return format_html_join("", "<div>{} {}: {} ({})</div>", lines)

    def has_appoint_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)
