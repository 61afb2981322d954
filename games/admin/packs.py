"""Card packs for moderators, submitted ones first."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.html import format_html_join
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.act_forms import ReasonForm
from chat.admin.desk import Line
from chat.admin.filters import Narrowing, everything
from chat.admin.links import link_to
from chat.admin.row_acts import Act, ActAdmin, with_reason
from games.blanks.packs import moderation
from games.models import Pack, PackBar, PackCard

State = Pack.State


class StateFilter(Narrowing):
    title = _("state")
    parameter_name = "state"
    narrowings = {
        "queue": (_("Submitted, oldest first"), lambda rows: rows.filter(state=State.SUBMITTED)),
        "approved": (_("Approved"), lambda rows: rows.filter(state=State.APPROVED)),
        "rejected": (_("Rejected"), lambda rows: rows.filter(state=State.REJECTED)),
        "retired": (_("Retired"), lambda rows: rows.filter(state=State.RETIRED)),
        "private": (_("Private"), lambda rows: rows.filter(state=State.PRIVATE)),
        "all": (_("All"), everything),
    }


LINES = [Line(_("packs to review"), Pack, StateFilter, "queue")]


def _slug_of(pack: Pack) -> dict[str, Any]:
    return {"slug": pack.slug}


class ReadForm(ReasonForm):
    """A form that asks for a reason, and knows which state of the packs was read."""

    seen = forms.JSONField(label="", widget=forms.HiddenInput)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        changed = {str(pack.pk): pack.changed_at.isoformat() for pack in self.rows}
        self.fields["seen"].initial = changed

    def clean_seen(self) -> dict[str, Any]:
        seen = self.cleaned_data["seen"]
        if not isinstance(seen, dict):
            raise forms.ValidationError(gettext("Reload the page and try again."))
        return seen

    def seen_at(self, pack: Pack) -> datetime | None:
        """Return when the pack, as the moderator read it, was last changed."""
        return parse_datetime(str(self.cleaned_data["seen"].get(str(pack.pk), "")))


class RejectForm(ReadForm):
    block = forms.BooleanField(
        label=_("Block the pack for its author as well"),
        required=False,
        help_text=_("Then nobody can play it."),
    )


def _approve(moderator: Any, pack: Pack, form: ReadForm) -> None:
    given = {"reason": form.cleaned_data["reason"], "seen_at": form.seen_at(pack)}
    moderation.approve_pack(moderator=moderator, slug=pack.slug, **given)


def _reject(moderator: Any, pack: Pack, form: RejectForm) -> None:
    given = {"block": form.cleaned_data["block"], "seen_at": form.seen_at(pack)}
    reason = form.cleaned_data["reason"]
    moderation.reject_pack(moderator=moderator, slug=pack.slug, reason=reason, **given)


@admin.register(Pack)
class PackAdmin(ActAdmin):
    list_display = ("name", "owner", "state_in_words", "language", "min_age", "submitted_at")
    list_filter = (StateFilter,)
    list_select_related = ("owner",)
    search_fields = ("name__icontains", "=slug", "=owner__username_key")
    search_help_text = _("Part of a pack's name, its ID, or its author's full username")
    fields = (
        *("name", "slug", "owner", "state_in_words", "state_reason", "language"),
        *("min_age", "description", "author_line", "licence", "created_at", "changed_at"),
        *("submitted_at", "to_cards", "cards"),
    )
    readonly_fields = ("state_in_words", "to_cards", "cards")
    actions = (
        Act(
            "approve",
            _("Approve the pack"),
            title=_("Approve packs"),
            do=_approve,
            form_class=ReadForm,
            applies=lambda moderator, pack: pack.state == State.SUBMITTED,
        ),
        Act(
            "reject",
            _("Reject the pack"),
            title=_("Reject packs"),
            do=_reject,
            form_class=RejectForm,
            applies=lambda moderator, pack: pack.state == State.SUBMITTED,
        ),
        Act(
            "retire",
            _("Retire the pack"),
            title=_("Retire packs"),
            do=with_reason(moderation.retire_pack, _slug_of),
            applies=lambda moderator, pack: pack.state == State.APPROVED and not pack.house,
        ),
        Act(
            "bar_author",
            _("Bar the author from creating packs"),
            title=_("Bar authors"),
            do=with_reason(moderation.bar_author, _slug_of),
            applies=lambda moderator, pack: (
                pack.owner is not None and not PackBar.objects.filter(user=pack.owner).exists()
            ),
        ),
    )

    def get_ordering(self, request: HttpRequest) -> tuple[Any, ...]:
        queue = request.GET.get("state", "queue") == "queue"
        return ("submitted_at",) if queue else ("-changed_at",)

    @admin.display(description=_("state"), ordering="state")
    def state_in_words(self, pack: Pack) -> str:
        words = pack.get_state_display()
        if pack.blocked:
            return gettext("%(state)s, blocked for its author too") % {"state": words}
        return gettext("%(state)s, comes with the site") % {"state": words} if pack.house else words

    @admin.display(description=_("hide or show cards"))
    def to_cards(self, pack: Pack) -> str:
        url = reverse("admin:games_packcard_changelist")
        return link_to(f"{url}?pack__id__exact={pack.pk}", gettext("Cards"))

    @admin.display(description=_("cards"))
    def cards(self, pack: Pack) -> str:
        hidden = gettext("hidden")
        rows = pack.cards.order_by("colour", "place")
        return format_html_join(
            "",
            "{}: {} {}<br>",
            (
                (f"{colour} {pick}" if pick else colour, text, f"[{hidden}]" if is_hidden else "")
                for colour, text, pick, is_hidden in rows.values_list(
                    "colour", "text", "pick", "hidden"
                )
            ),
        )


class AuthorFilter(Narrowing):
    title = _("kind")
    parameter_name = "state"
    narrowings = {
        "all": (_("All"), everything),
        "people": (_("Members"), lambda rows: rows.filter(user__is_guest=False)),
        "guests": (_("Guests"), lambda rows: rows.filter(user__is_guest=True)),
    }


@admin.register(PackBar)
class PackBarAdmin(ActAdmin):
    list_display = ("user", "reason", "at")
    list_filter = (AuthorFilter,)
    list_display_links = ("user",)
    list_select_related = ("user",)
    search_fields = ("=user__username_key", "reason")
    ordering = ("-at",)
    actions = (
        Act(
            "lift",
            _("Allow the author to create packs again"),
            title=_("Lift bars"),
            do=with_reason(moderation.lift_bar, lambda bar: {"bar": bar}),
            joined=("user",),
        ),
    )


# --- Single cards: search, hide, show again


class HiddenFilter(Narrowing):
    title = _("state")
    parameter_name = "state"
    narrowings = {
        "all": (_("All"), everything),
        "dealt": (_("Dealt"), lambda rows: rows.filter(hidden=False)),
        "hidden": (_("Hidden"), lambda rows: rows.filter(hidden=True)),
    }


def _of(card: PackCard) -> dict[str, Any]:
    return {"card_pk": card.pk}


@admin.register(PackCard)
class PackCardAdmin(ActAdmin):
    list_display = ("text", "colour", "pack", "name", "dealt")
    list_display_links = ("text",)
    list_filter = (HiddenFilter, "colour")
    lookups = ("pack__id__exact",)
    list_select_related = ("pack",)
    search_fields = ("text__icontains", "=pack__slug", "=name")
    search_help_text = _("Part of the text, the pack's ID, or the card's ID in its pack")
    ordering = ("pack", "colour", "place")
    fields = ("pack", "colour", "name", "text", "pick", "draw", "dealt")
    readonly_fields = ("dealt",)
    actions = (
        Act(
            "hide",
            _("Hide the card"),
            title=_("Hide cards"),
            do=with_reason(moderation.hide_card, _of),
            applies=lambda moderator, card: not card.hidden,
        ),
        Act(
            "show",
            _("Show the card again"),
            title=_("Show cards again"),
            do=with_reason(moderation.show_card, _of),
            applies=lambda moderator, card: card.hidden,
        ),
    )

    @admin.display(description=_("state"), ordering="hidden")
    def dealt(self, card: PackCard) -> str:
        return gettext("hidden") if card.hidden else gettext("dealt")
