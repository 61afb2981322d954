"""Matches for moderators: their public facts, and acts on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Case, QuerySet, Value, When
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import localize
from django.utils.html import format_html_join
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.act_forms import ReasonForm
from chat.admin.desk import Line
from chat.admin.filters import Narrowing, everything
from chat.admin.links import link_to
from chat.admin.row_acts import Act, ActAdmin, with_reason
from chat.core.clock import present
from games.admin.deadlines import game_name_of, late_by
from games.models import GOING_ON, Match, Seat
from games.page.public_view import public_lines, public_matches, public_phase
from games.registry import game_of, games
from games.services import moderation

Status = Match.Status
_STUCK_FIRST = Case(When(status=Status.STALLED, then=Value(0)), default=Value(1))
MOST_BANS = 100


class StatusFilter(Narrowing):
    title = _("status")
    parameter_name = "state"
    narrowings = {
        "going": (_("Active, stalled first"), lambda rows: rows.filter(status__in=GOING_ON)),
        "stalled": (_("Stalled"), lambda rows: rows.filter(status=Status.STALLED)),
        "open": (_("Open"), lambda rows: rows.filter(status=Status.OPEN)),
        "running": (_("Running"), lambda rows: rows.filter(status=Status.RUNNING)),
        "finished": (_("Finished"), lambda rows: rows.filter(status=Status.FINISHED)),
        "aborted": (_("Aborted"), lambda rows: rows.filter(status=Status.ABORTED)),
        "day": (
            _("Created since yesterday"),
            lambda rows: rows.filter(created_at__gte=present() - timedelta(days=1)),
        ),
        "all": (_("All"), everything),
    }


class GameFilter(admin.SimpleListFilter):
    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(slug, game.title.name) for slug, game in games().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(game=self.value()) if self.value() in games() else queryset


LINES = [
    Line(_("stalled matches"), Match, StatusFilter, "stalled"),
    Line(_("new matches since yesterday"), Match, StatusFilter, "day", calls=False),
]


def _id_of(match: Match) -> dict[str, Any]:
    return {"public_id": match.public_id}


class WhichForm(ReasonForm):
    """The reason for an act on one of several parts of a match."""

    which = forms.TypedChoiceField(coerce=int)

    def _offer(self, label: str, choices: Sequence[tuple[int, str]]) -> None:
        field: Any = self.fields["which"]
        field.label, field.choices = label, choices


class SeatForm(WhichForm):
    """The reason for an act on a player."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        seats = [seat for seat in _seats(self.rows[0]) if seat.status == Seat.Status.SEATED]
        self._offer(gettext("Player"), [(seat.index, _sitter(seat)) for seat in seats])


class BanForm(WhichForm):
    """The reason for lifting a ban."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        bans = self.rows[0].bans.select_related("user").order_by("-at")[:MOST_BANS]
        self._offer(gettext("Banned user"), [(ban.pk, str(ban.user)) for ban in bans])


def _on_seat(service: Callable[..., Any]) -> Callable[[Any, Match, SeatForm], None]:
    """Return a `do` of an act that calls a service with the chosen seat."""

    def do(moderator: Any, match: Match, form: SeatForm) -> None:
        given = {"index": form.cleaned_data["which"], "reason": form.cleaned_data["reason"]}
        service(moderator=moderator, public_id=match.public_id, **given)

    return do


def _lift_ban(moderator: Any, match: Match, form: BanForm) -> None:
    given = {"ban_pk": form.cleaned_data["which"], "reason": form.cleaned_data["reason"]}
    moderation.lift_ban(moderator=moderator, **given)


@admin.register(Match)
class MatchAdmin(ActAdmin):
    list_display = ("__str__", "game_name", "status", "owner", "late", "created_at")
    list_filter = (StatusFilter, GameFilter)
    search_fields = ("=public_id", "name__icontains", "=owner__username_key")
    search_help_text = _("A match ID, part of its name, or its host's username")
    fields = (
        *("name", "public_id", "page", "game_name", "status", "phase", "late", "fault", "owner"),
        *("players", "banned", "access", "options_in_words", "seal", "deadline"),
        *("created_at", "started_at", "ended_at", "end_reason", "public_log"),
    )
    readonly_fields = fields
    actions = (
        Act(
            "abort",
            _("Abort the match"),
            title=_("Abort matches"),
            do=with_reason(moderation.abort_match, _id_of),
            applies=lambda moderator, match: match.status in GOING_ON,
        ),
        Act(
            "resume",
            _("Resume the stalled match"),
            title=_("Resume matches"),
            do=with_reason(moderation.resume, _id_of),
            applies=lambda moderator, match: match.status == Status.STALLED,
        ),
        Act(
            "remove_player",
            _("Remove a player"),
            do=_on_seat(moderation.remove_player),
            form_class=SeatForm,
            applies=lambda moderator, match: match.status in GOING_ON,
        ),
        Act(
            "seat_to_bot",
            _("Give a seat to a bot"),
            do=_on_seat(moderation.give_to_bot),
            form_class=SeatForm,
            applies=lambda moderator, match: (
                match.status in GOING_ON and game_of(match.game).title.leaver == "bot"
            ),
        ),
        Act(
            "lift_ban",
            _("Lift a ban from this table"),
            do=_lift_ban,
            form_class=BanForm,
            applies=lambda moderator, match: match.bans.exists(),
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return public_matches()

    def get_ordering(self, request: HttpRequest) -> tuple[Any, ...]:
        """Put stalled matches first among those going on; long lists follow their index."""
        going = request.GET.get("state", "going") == "going"
        return (_STUCK_FIRST, "-created_at") if going else ("-created_at",)

    @admin.display(description=_("game"), ordering="game")
    def game_name(self, match: Match) -> str:
        return game_name_of(match)

    @admin.display(description=_("late"))
    def late(self, match: Match) -> str:
        return late_by(match)

    @admin.display(description=_("page"))
    def page(self, match: Match) -> str:
        url = reverse("games:match", args=[match.public_id])
        return link_to(url, gettext("Watch"))

    @admin.display(description=_("current phase"))
    def phase(self, match: Match) -> str:
        return public_phase(match.public_id)

    @admin.display(description=_("players"))
    def players(self, match: Match) -> str:
        return format_html_join(
            "", "{}. {}<br>", ((seat.index, _sitter(seat)) for seat in _seats(match))
        )

    @admin.display(description=_("banned"))
    def banned(self, match: Match) -> str:
        bans = match.bans.select_related("user").order_by("-at")[:MOST_BANS]
        by = {True: gettext("by a moderator"), False: gettext("by the host")}
        return format_html_join("", "{} ({})<br>", ((b.user, by[b.by_moderator]) for b in bans))

    @admin.display(description=_("options"))
    def options_in_words(self, match: Match) -> str:
        return format_html_join("", "{}: {}<br>", sorted(match.options.items()))

    @admin.display(description=_("public events, newest first"))
    def public_log(self, match: Match) -> str:
        lines = (
            (localize(localtime(line.at)), line.html) for line in public_lines(match.public_id)
        )
        return format_html_join("", "{} {}<br>", lines)


def _seats(match: Match) -> QuerySet[Seat]:
    return match.seats.select_related("user").order_by("index")[:MOST_BANS]


def _sitter(seat: Seat) -> str:
    """Return the player of this seat, with the seat's state in words."""
    words = [seat.shown_name]
    if seat.bot or seat.stand_in:
        words.append(gettext("bot"))
    if seat.away:
        words.append(gettext("away"))
    if seat.status != Seat.Status.SEATED:
        words.append(seat.get_status_display())
    return ", ".join(words)
