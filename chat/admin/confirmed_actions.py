"""Admin actions of moderators, which ask for a reason and then call a service."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from chat.core.clock import now
from chat.core.refusals import Refusal
from chat.messages.rooms import places_of
from chat.models import Room
from chat.models.moderation import MAX_REASON
from chat.moderation.services import MODERATE

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Any]
else:  # Django's own classes take no type
    _Admin = admin.ModelAdmin

M = TypeVar("M", bound=Model)
Action = Callable[[Any, HttpRequest, QuerySet[Any]], HttpResponse | None]
MOST_AT_ONCE = 100  # rows of one action


class ReasonForm(forms.Form):
    """The reason for an act."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON,
        widget=forms.TextInput({"size": 80}),
        help_text=_("Stored permanently, so don't include names."),
    )


LENGTHS = {
    "hour": (_("1 hour"), timedelta(hours=1)),
    "day": (_("1 day"), timedelta(days=1)),
    "week": (_("7 days"), timedelta(days=7)),
    "month": (_("30 days"), timedelta(days=30)),
    "year": (_("365 days"), timedelta(days=365)),
}
EXACT = "exact"


class UntilForm(ReasonForm):
    """The reason for an act, and how long it lasts."""

    length = forms.ChoiceField(
        label=_("Duration"),
        choices=[
            *((name, label) for name, (label, _length) in LENGTHS.items()),
            (EXACT, _("until the time below")),
        ],
        initial="day",
    )
    exactly = forms.DateTimeField(
        label=_("Until"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}),
        help_text=_("In your time zone."),
    )

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if self.cleaned_data.get("length") == EXACT and not self.cleaned_data.get("exactly"):
            self.add_error("exactly", gettext("Enter the time when it ends."))
        return cleaned

    @property
    def until(self) -> datetime:
        """The time at which the effect of the act ends."""
        length = self.cleaned_data["length"]
        if length == EXACT:
            exactly: datetime = self.cleaned_data["exactly"]
            return exactly
        return now() + LENGTHS[length][1]


class ActAdmin(_Admin):
    """Rows that are read-only; moderators who may view them may also act on them."""

    list_per_page = 50
    empty_value_display = ""
    show_full_result_count = False
    change_form_template = "admin/chat/act_form.html"
    all_rows = ""  # the query string that lists every row, if the list opens with fewer
    lookups: tuple[str, ...] = ()  # allowed in the query string besides the filters of the list

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        shown = super().get_changelist_instance(request)
        shown.result_list = list(shown.result_list)
        self.prepare(shown.result_list)
        return shown

    def prepare(self, rows: Sequence[Any]) -> None:
        """Read what the columns of these rows need, with the same few queries for any number."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Allow only what the list's filters offer."""
        # Django would let a query string filter by any column, which reveals, letter by letter, the
        # contents of those that nobody is shown.
        filters = self.get_list_filter(request) if request is not None else self.list_filter
        named = {getattr(one, "parameter_name", one) for one in filters}
        parts = lookup.split("__")
        return lookup in self.lookups or (parts[0] in named and len(parts) <= 2)

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(MODERATE))

    def acts(self, request: HttpRequest) -> dict[str, str]:
        """Return the acts that this person may do here: their labels by name."""
        found = [action for action in self.get_actions(request).values() if action]
        return {name: str(words) for _do, name, words in found}

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {"title": capfirst(self.opts.verbose_name_plural), **(extra_context or {})}
        return super().changelist_view(request, context)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        context = {
            **(extra_context or {}),
            "acts": self.acts(request),
            "all_rows": self.all_rows,
        }
        return super().change_view(request, object_id, form_url, context)

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        row = super().get_object(request, object_id, from_field)
        if row is not None:
            self.prepare([row])
        return row

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        if row := context["original"]:
            context |= {"title": str(row), "subtitle": None}
        return super().render_change_form(request, context, *args, **options)


def find_places(rows: Collection[Any]) -> None:
    """Set the `place` of rows in rooms, or of rooms; it is None for those in no room."""
    places = places_of(filter(None, map(_room_key, rows)))
    for row in rows:
        row.place = places.get(_room_key(row))
    for room in (row for row in rows if isinstance(row, Room)):
        room.shown_name = places[room.key].title


def _room_key(row: Any) -> str:
    room = row if isinstance(row, Room) else row.room
    return room.key if room is not None else ""


def link_to_room(row: Any) -> str:
    """Return a link to the admin's page of a row's room, or "" for a row in no room."""
    if row.place is None:
        return ""
    return link_to(reverse("admin:chat_room_change", args=[row.room_id]), row.place.title)


def reports_in_words(count: int) -> str:
    """Return "3 reports", or "" for none."""
    return ngettext("%(n)s report", "%(n)s reports", count) % {"n": count} if count else ""


def link_to(url: str, text: Any) -> str:
    """Return a link, with its text escaped."""
    return format_html('<a href="{}">{}</a>', url, text)


def link_to_row(row: Model) -> str:
    """Return a link to the page of this row in the admin."""
    meta = row._meta
    return link_to(reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk]), row)


def act(
    name: str,
    words: Any,
    *,
    title: Any,
    do: Callable[[Any, Any, Any], Any],
    form_class: type[ReasonForm] = ReasonForm,
    permission: str = "moderate",
    joined: Sequence[str] = (),
) -> Action:
    """Return an admin action that asks for a reason, then calls `do` for each row.

    `words`: its label in the list of actions. `do` and `form_class` are as in `ask`. `joined`:
    relations to read together with the rows.
    """

    @admin.action(description=words, permissions=[permission])
    def action(
        model_admin: ActAdmin, request: HttpRequest, queryset: QuerySet[Any]
    ) -> HttpResponse | None:
        rows = queryset.select_related(*joined) if joined else queryset
        return ask(
            model_admin, request, rows, act=name, title=str(title), do=do, form_class=form_class
        )

    action.__name__ = name
    return action


def with_reason(
    service: Callable[..., Any], named: Callable[[Any], dict[str, Any]]
) -> Callable[[Any, Any, ReasonForm], Any]:
    """Return a `do` for `ask` that calls a service with the moderator and the reason.

    `named` returns the keyword arguments by which the service is given the row.
    """

    def do(by: Any, row: Any, form: ReasonForm) -> Any:
        return service(moderator=by, reason=form.cleaned_data["reason"], **named(row))

    return do


def ask(
    model_admin: ActAdmin,
    request: HttpRequest,
    queryset: QuerySet[M],
    *,
    act: str,
    title: str,
    do: Callable[[Any, M, Any], None],
    form_class: type[ReasonForm] = ReasonForm,
) -> HttpResponse | None:
    """Ask for the reason, or, once it is given, do the act to each row.

    The admin action returns the result: the page that asks, or None once the act is done. `act` is
    the action's own name. `do(moderator, row, form)` calls the service; a refusal is shown.
    """
    rows = list(queryset[: MOST_AT_ONCE + 1])
    if len(rows) > MOST_AT_ONCE:
        model_admin.message_user(request, gettext("Select at most 100 rows."), messages.ERROR)
        return None
    model_admin.prepare(rows)
    form = form_class(request.POST if "confirmed" in request.POST else None)
    if form.is_valid():
        for row in rows:
            _do_one(model_admin, request, row, title, partial(do, request.user, row, form))
        return None
    context = {
        **model_admin.admin_site.each_context(request),
        "title": title,
        "opts": model_admin.model._meta,
        "rows": rows,
        "form": form,
        "act": act,
        "checkbox": ACTION_CHECKBOX_NAME,
    }
    return TemplateResponse(request, "admin/chat/ask_reason.html", context)


def _do_one(
    model_admin: ActAdmin, request: HttpRequest, row: M, title: str, do: Callable[[], None]
) -> None:
    shown = str(row)
    try:
        do()
    except Refusal as refusal:
        model_admin.message_user(request, f"{shown}: {refusal.message}", messages.ERROR)
    else:
        text = gettext("%(action)s: done for “%(row)s”.") % {"action": title, "row": shown}
        model_admin.message_user(request, text, messages.SUCCESS)
