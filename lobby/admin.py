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
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.act_forms import ActForm, MuteForm, ReasonForm, UntilForm
from chat.admin.desk import Line
from chat.admin.filters import Narrowing, everything
from chat.admin.links import find_places, link_to, suspension_in_words
from chat.admin.row_acts import Act, ActAdmin, passes, with_reason
from chat.core.clock import nearly_now, now, present
from chat.models import ModeratorNote, Report
from chat.models.rooms import MAX_TEXT
from chat.moderation import case, moderators as appointing, services as moderation
from chat.people import shown_name
from chat.rights import GROUP
from games.models import Match
from games.page.public_view import PUBLIC_FIELDS
from lobby.accounts import recovery, services as people
from lobby.models import User

# Models that superusers could otherwise edit without the services. Nobody may see second factors.
for _model in (Group, EmailAddress, Authenticator, UserSession):
    if admin.site.is_registered(_model):
        admin.site.unregister(_model)


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


def _suspend(by: User, user: User, form: UntilForm) -> None:
    people.suspend(moderator=by, user=user, until=form.until, reason=form.cleaned_data["reason"])


def _mute(by: User, user: User, form: MuteForm) -> None:
    reason = form.cleaned_data["reason"]
    moderation.mute(moderator=by, user=user, until=form.end, reason=reason)


def _unmute(by: User, user: User, form: ReasonForm) -> None:
    for mute in case.mutes_of(user):
        moderation.unmute(moderator=by, mute=mute, reason=form.cleaned_data["reason"])


class NoteForm(ActForm):
    """A note about a person, for other moderators."""

    text = forms.CharField(
        label=_("Note"),
        max_length=MAX_TEXT,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Only moderators read it. It is deleted after a year, or with the account."),
    )


def _note(by: User, user: User, form: NoteForm) -> None:
    moderation.write_note(moderator=by, user=user, text=form.cleaned_data["text"])


def _of(user: User) -> dict[str, Any]:
    return {"user": user}


def _password_link(by: User, user: User, form: ReasonForm) -> str:
    """Return the link, which is shown once and stored nowhere."""
    path = recovery.make_password_link(moderator=by, user=user, reason=form.cleaned_data["reason"])
    link = form.request.build_absolute_uri(path)
    return render_to_string("admin/lobby/password_link.html", {"link": link})


def _may_bind(by: Any, user: User) -> bool:
    """Return True if this moderator may mute or suspend the user."""
    ranks = passes(moderation.check_rank, by, user)
    return ranks and user.pk != by.pk and user.deleted_at is None


def _may_recover(by: Any, user: User) -> bool:
    return passes(recovery.check_recoverable, user)


@admin.register(User)
class UserAdmin(ActAdmin):
    list_display = ("shown_name", "username", "kind", "suspended", "date_joined")
    list_filter = (KindFilter,)
    search_fields = ("username_key", "display_name_key")
    search_help_text = _("A part of a username or display name")
    ordering = ("-id",)
    fields = (
        *("profile", "username", "kind", "date_joined", "seen_on"),
        *("suspended", "suspended_for", "deleted_at"),
    )
    readonly_fields = ("profile", "kind", "suspended")
    change_form_template = "admin/lobby/person.html"
    actions = (
        Act(
            "mute",
            _("Mute the user everywhere"),
            title=_("Mute users everywhere"),
            do=_mute,
            form_class=MuteForm,
            applies=_may_bind,
        ),
        Act(
            "unmute",
            _("End the mutes"),
            do=_unmute,
            applies=lambda by, user: _may_bind(by, user) and bool(case.mutes_of(user)),
        ),
        Act(
            "suspend",
            _("Suspend the user"),
            title=_("Suspend users"),
            do=_suspend,
            form_class=UntilForm,
            applies=lambda by, user: _may_bind(by, user) and not user.is_suspended(nearly_now()),
        ),
        Act(
            "lift",
            _("Lift the suspension"),
            title=_("Lift suspensions"),
            do=with_reason(people.lift_suspension, _of),
            applies=lambda by, user: _may_bind(by, user) and user.is_suspended(nearly_now()),
        ),
        Act(
            "note",
            _("Add a note"),
            do=_note,
            form_class=NoteForm,
            applies=lambda by, user: user.deleted_at is None,
        ),
        Act(
            "password_link",
            _("Create a link for a new password"),
            do=_password_link,
            applies=_may_recover,
        ),
        Act(
            "remove_factor",
            _("Remove the second factor"),
            do=with_reason(recovery.remove_second_factor, _of),
            applies=lambda by, user: (
                _may_recover(by, user) and Authenticator.objects.filter(user=user).exists()
            ),
        ),
        Act(
            "appoint",
            _("Appoint as moderator"),
            do=with_reason(appointing.appoint_moderator, _of),
            permission="appoint",
            applies=lambda by, user: not (user.is_guest or user.is_staff or user.deleted_at),
        ),
        Act(
            "dismiss",
            _("Dismiss as moderator"),
            do=with_reason(appointing.dismiss_moderator, _of),
            permission="appoint",
            applies=lambda by, user: user.groups.filter(name=GROUP).exists(),
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
        return suspension_in_words(user)

    @admin.display(description=_("profile"))
    def profile(self, user: User) -> str:
        if user.deleted_at is not None:
            return ""
        return link_to(reverse("lobby:person", args=[user.username]), user.shown_name)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        if user := context["original"]:
            context |= _facts(user)
        return super().render_change_form(request, context, *args, **options)

    def has_appoint_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)


def _facts(user: User) -> dict[str, Any]:
    """Return what the page of a person shows besides the account."""
    messages, mutes = case.messages_of(user), case.mutes_of(user)
    find_places([*messages, *mutes])
    played = Match.objects.filter(seats__user=user, lesson=False).distinct()
    by = Report.objects.filter(reporter=user)
    return {
        "nobody": shown_name(None),
        "notes": ModeratorNote.objects.filter(user=user).select_related("by").order_by("-pk"),
        "mutes": mutes,
        "against": case.reports_about(user).order_by("-pk")[: case.SHOWN],
        "against_count": case.history_of(case.reports_about(user)),
        "by": by.order_by("-pk")[: case.SHOWN],
        "by_count": case.history_of(by),
        "acts_on_person": case.acts_on(user),
        "said": messages,
        "tables": played.only(*PUBLIC_FIELDS).order_by("-created_at")[: case.SHOWN],
    }
