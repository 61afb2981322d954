"""Acts of moderators on rows of the admin: a form on each row's page, or for rows of a list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext

from chat.admin.act_forms import ActForm, ReasonForm
from chat.core.refusals import Refusal
from chat.moderation.services import MODERATE

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Any]
else:  # Django's own classes take no type
    _Admin = admin.ModelAdmin

MOST_AT_ONCE = 100  # rows of one action


def passes(check: Callable[..., None], *given: Any) -> bool:
    """Return False if this check of a service raises `Refusal`."""
    try:
        check(*given)
    except Refusal:
        return False
    return True


def _always(moderator: Any, row: Any) -> bool:
    return True


@dataclass(frozen=True)
class Act:
    """An act of moderators: an action of Django's lists, and a form on the page of each row."""

    name: str
    words: str | Promise  # on its button
    # Called with the moderator, a row and the valid form. Raises `Refusal`. What it returns, if
    # anything, is shown on the row's page once.
    do: Callable[[Any, Any, Any], str | None]
    title: str | Promise = ""  # for several rows of a list; without one, it is only on their pages
    form_class: type[ActForm] = ReasonForm
    permission: str = "moderate"
    joined: tuple[str, ...] = ()  # relations to read together with the rows
    applies: Callable[[Any, Any], bool] = _always  # to this row, by this moderator
    is_open: bool = False  # True if its form is not folded on the page of a row

    do_not_call_in_templates: ClassVar[bool] = True

    # What Django reads from the action of a list.

    @property
    def __name__(self) -> str:
        return self.name

    @property
    def short_description(self) -> str | Promise:
        return self.words

    @property
    def allowed_permissions(self) -> tuple[str, ...]:
        return (self.permission,)

    def __call__(
        self, model_admin: ActAdmin, request: HttpRequest, queryset: QuerySet[Any]
    ) -> HttpResponse | None:
        """Ask for what the form needs, or, once it is given, do the act to each row."""
        rows = list(queryset.select_related(*self.joined)[: MOST_AT_ONCE + 1])
        if len(rows) > MOST_AT_ONCE:
            model_admin.message_user(request, gettext("Select at most 100 rows."), messages.ERROR)
            return None
        model_admin.prepare(rows)
        data = request.POST if "confirmed" in request.POST else None
        form = self.form_class(data, request=request, rows=rows)
        if form.is_valid():
            for row in rows:
                self._do_one(model_admin, request, row, form)
            return None
        context = {
            **model_admin.admin_site.each_context(request),
            "title": self.title,
            "opts": model_admin.model._meta,
            "rows": rows,
            "form": form,
            "act": self.name,
            "checkbox": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "admin/chat/ask_reason.html", context)

    def _do_one(self, model_admin: ActAdmin, request: HttpRequest, row: Any, form: ActForm) -> None:
        shown = str(row)
        try:
            self.do(request.user, row, form)
        except Refusal as refusal:
            model_admin.message_user(request, f"{shown}: {refusal.message}", messages.ERROR)
        else:
            text = gettext("%(action)s: done for “%(row)s”.") % {"action": self.title, "row": shown}
            model_admin.message_user(request, text, messages.SUCCESS)


def with_reason(
    service: Callable[..., Any], named: Callable[[Any], dict[str, Any]]
) -> Callable[[Any, Any, ActForm], None]:
    """Return a `do` of an act that calls a service with the moderator and the reason.

    `named` returns the keyword arguments by which the service is given the row.
    """

    def do(by: Any, row: Any, form: ActForm) -> None:
        service(moderator=by, reason=form.cleaned_data["reason"], **named(row))

    return do


class ActAdmin(_Admin):
    """Rows that are read-only; moderators who may view them may also act on them."""

    list_per_page = 50
    empty_value_display = ""
    show_full_result_count = False
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

    def get_actions(self, request: HttpRequest) -> Any:
        """Return the acts that rows of the list offer."""
        found: dict[str, Any] = super().get_actions(request)
        return {name: action for name, action in found.items() if action[0].title}

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {"title": capfirst(self.opts.verbose_name_plural), **(extra_context or {})}
        return super().changelist_view(request, context)

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        row = super().get_object(request, object_id, from_field)
        if row is not None:
            self.prepare([row])
        return row

    # --- The page of a row

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a row, or do the posted `act` to it."""
        if request.method == "POST":
            for act in self._acts(request):
                if act.name == request.POST.get("act"):
                    return self._act_on(request, object_id, act)
        return super().change_view(request, object_id, form_url, extra_context)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        if row := context["original"]:
            tried: ActForm | None = context.get("tried")
            forms_of = list(self._forms(request, row, tried, context.get("tried_act")))
            context |= {"title": str(row), "subtitle": None, "acts": forms_of}
        return super().render_change_form(request, context, *args, **options)

    def _acts(self, request: HttpRequest) -> list[Act]:
        """Return the acts that this moderator may do to rows of this kind."""
        acts = [act for act in self.actions or () if isinstance(act, Act)]
        return [act for act in acts if getattr(self, f"has_{act.permission}_permission")(request)]

    def _forms(
        self, request: HttpRequest, row: Any, tried: ActForm | None, tried_act: Act | None
    ) -> Iterator[tuple[Act, ActForm]]:
        """Yield the acts that apply to this row, each with its form."""
        for act in self._acts(request):
            if act.applies(request.user, row):
                yield act, tried if tried and act is tried_act else self._form(act, request, row)

    def _form(self, act: Act, request: HttpRequest, row: Any, data: Any = None) -> ActForm:
        # Several forms are on one page, so their fields need different ids.
        return act.form_class(data, request=request, rows=[row], auto_id=f"{act.name}-%s")

    def _act_on(self, request: HttpRequest, object_id: str, act: Act) -> HttpResponse:
        row = self.get_object(request, unquote(object_id))
        if row is None:
            raise Http404
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        form, shown_once = self._form(act, request, row, request.POST), None
        if form.is_valid():
            try:
                shown_once = act.do(request.user, row, form)
            except Refusal as refusal:
                self.message_user(request, refusal.message, messages.ERROR)
            else:
                text = gettext("%(action)s: done.") % {"action": act.words}
                self.message_user(request, text, messages.SUCCESS)
                if not shown_once:
                    return self._after(request, row)
        # The page is shown with what was entered, as if it had been requested: Django's own view
        # would take a POST for a change of the row.
        request.method = "GET"
        tried = {} if shown_once else {"tried": form, "tried_act": act}
        return super().change_view(
            request, object_id, extra_context={**tried, "shown_once": shown_once}
        )

    def _after(self, request: HttpRequest, row: Any) -> HttpResponse:
        """Redirect to the page of the row, or to the list if the act has deleted it."""
        if self.model._default_manager.filter(pk=row.pk).exists():
            return redirect(request.get_full_path())
        return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
