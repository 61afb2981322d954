"""Profiles, settings, sessions, blocked people and account deletion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chat.contacts.blocks import block as block_person, unblock as unblock_person
from chat.messages.selectors import blocked_ids
from chat.people import Viewer
from chat.rights import new_until
from games.models import Invitation, Match, Seat
from games.page.access import may_moderate
from games.page.charts import Line, line_picture
from games.registry import games
from games.selectors import finished_seats
from games.selectors.ratings import Rated, ratings_of
from games.selectors.reliability import reliability_of
from games.services.seats import refresh_matches
from lobby.accounts.forms import SettingsForm
from lobby.accounts.guests import tell_apart
from lobby.accounts.name_registry import RESTS_DAYS, save_with_names
from lobby.accounts.services import delete_account
from lobby.accounts.sessions import SessionsAdapter
from lobby.models import User
from lobby.profiles.friends import standing
from lobby.requests import PersonRequest, next_url

# --- History


A_PAGE = 20


@dataclass(frozen=True)
class Played:
    """A finished match of a person."""

    seat: Seat
    game: str  # its name
    table: str  # the table's name, or "" if the viewer may not know it
    hidden: bool  # practice that only the person sees


def history_of(
    user: User, viewer: Viewer, page: str | None = None
) -> tuple[Sequence[Played], Page[Any]]:
    """Return the person's finished matches on a page, the latest first, and the page.

    Others do not see practice against bots unless the person shows it. The name of an
    invitation-only table is shown only to people who were invited or played there, and to
    moderators, even after its end.
    """
    rows = _finished(user, viewer)
    won = Exists(Seat.objects.filter(match=OuterRef("match"), winner=True))
    ordered = rows.annotate(won=won).select_related("match").defer("match__snapshot")
    found = Paginator(ordered.order_by("-match__ended_at", "-pk"), A_PAGE).get_page(page)
    names = {slug: game.title.name for slug, game in games().items()}
    known = _known(found, viewer)
    played = [
        Played(
            seat=seat,
            game=names.get(seat.match.game, seat.match.game),
            table=seat.match.name if seat.match_id in known else "",
            hidden=seat.match.practice and not user.shows_practice,
        )
        for seat in found
    ]
    return played, found


def _finished(user: User, viewer: Viewer) -> QuerySet[Seat]:
    """Return the person's seats in the finished matches that this viewer may see here."""
    rows = finished_seats(user)
    if user.shows_practice or viewer.pk == user.pk:
        return rows
    return rows.exclude(match__practice=True)


@dataclass(frozen=True)
class GameStatistics:
    """A person's matches and rating in one game."""

    slug: str
    game: str  # its name
    matches: int  # finished ones, as in the history
    wins: int
    rated: Rated | None
    picture: SafeString  # the course of the rating, empty for fewer than two matches

    @property
    def percent(self) -> int:
        return round(100 * self.wins / self.matches)


def statistics_of(user: User, viewer: Viewer) -> list[GameStatistics]:
    """Return the person's statistics in each game that they have finished a match of."""
    # A person who left and came back has several seats in a match.
    counted = (
        _finished(user, viewer)
        .order_by()
        .values("match__game")
        .annotate(
            matches=Count("match", distinct=True),
            wins=Count("match", distinct=True, filter=Q(winner=True)),
        )
    )
    by_game = {row["match__game"]: row for row in counted}
    ratings = {rated.slug: rated for rated in ratings_of(user)}
    return [
        GameStatistics(
            slug=slug,
            game=game.title.name,
            matches=row["matches"],
            wins=row["wins"],
            rated=(rated := ratings.get(slug)),
            picture=_picture(rated) if rated is not None else SafeString(""),
        )
        for slug, game in games().items()
        if (row := by_game.get(slug)) is not None
    ]


def _known(seats: Iterable[Seat], viewer: Viewer) -> set[int]:
    """Return the ids of the matches whose name this viewer may know."""
    closed = {seat.match_id for seat in seats if seat.match.settings.access == "invite"}
    known = {seat.match_id for seat in seats} - closed
    if not closed or not viewer.is_authenticated:
        return known
    if may_moderate(viewer):
        return known | closed
    mine = {"match__in": closed, "user": viewer}
    for rows in (Seat.objects.filter(**mine), Invitation.objects.filter(**mine)):
        known.update(rows.values_list("match", flat=True))
    return known


def seats_now(user: User) -> QuerySet[Seat]:
    """Return the person's seats at open tables and in running matches."""
    return Seat.objects.filter(
        user=user,
        status=Seat.Status.SEATED,
        match__status__in=[Match.Status.OPEN, Match.Status.RUNNING, Match.Status.STALLED],
    )


@login_required
@require_http_methods(["GET", "POST"])
def profile(request: PersonRequest) -> HttpResponse:
    """Show or save one's own settings."""
    # a copy, because even an invalid form changes its instance
    person = User.objects.get(pk=request.user.pk)
    form = SettingsForm(request.POST or None, instance=person)
    if form.is_valid() and _saved(form):
        messages.success(request, _("Settings saved."))
        return redirect("lobby:profile")
    context = {
        "form": form,
        "new_until": new_until(person),
        "pause": settings.NEW_ACCOUNT_LOBBY_SECONDS,
        "invitations": settings.NEW_ACCOUNT_INVITATIONS,
    }
    return render(request, "lobby/accounts/settings.html", context)


def _saved(form: SettingsForm) -> bool:
    try:
        with transaction.atomic():
            save_with_names(form.save(commit=False))
            if "display_name" in form.changed_data:
                tell_apart(form.instance)
                refresh_matches(user=form.instance)
    except ValidationError as error:  # somebody else took the name while the form was checked
        form.add_error("display_name", error)
        return False
    return True


def _person_or_404(username: str, **which: Any) -> User:
    return get_object_or_404(User, username_key=username, **which)


@require_safe
def person(request: HttpRequest, username: str) -> HttpResponse:
    """Show a person's public profile with the finished matches."""
    somebody = _person_or_404(username, deleted_at=None)
    history, page = history_of(somebody, request.user, request.GET.get("page"))
    context = {
        "person": somebody,
        "statistics": statistics_of(somebody, request.user),
        "reliability": reliability_of(somebody),
        "history": history,
        "page": page,
        "standing": standing(request.user, somebody),
        "is_me": somebody.pk == request.user.pk,
        "is_blocked": request.user.is_authenticated and somebody.pk in blocked_ids(request.user),
    }
    return render(request, "lobby/profiles/person.html", context)


def _picture(rated: Rated) -> SafeString:
    """Return a chart of the last ratings; empty for fewer than two."""
    if len(rated.curve) < 2:
        return SafeString("")
    first = rated.matches - len(rated.curve) + 1
    labels = [str(number) for number in range(first, rated.matches + 1)]
    says = _("Rating after each of the last %(game)s matches") % {"game": rated.game}
    lines = [Line(_("Rating"), rated.curve)]
    return line_picture(lines, labels, says, from_zero=False)


@login_required
@require_safe
def own_history(request: PersonRequest) -> HttpResponse:
    """Redirect to one's own profile."""
    return redirect("lobby:person", request.user.username)


@login_required
@require_safe
def blocked(request: PersonRequest) -> HttpResponse:
    """List the people whom one has blocked."""
    people = User.objects.filter(pk__in=blocked_ids(request.user)).order_by("username")
    return render(request, "lobby/profiles/blocked.html", {"people": people})


@login_required
@require_POST
def block(request: PersonRequest, username: str) -> HttpResponse:
    somebody = _person_or_404(username, deleted_at=None)
    if somebody.pk == request.user.pk:
        raise Http404
    block_person(blocker=request.user, blocked=somebody)
    messages.success(
        request,
        _(
            "%(name)s is blocked: you won't see each other's messages or be able to "
            "invite each other. They won't be notified."
        )
        % {"name": somebody.shown_name},
    )
    return _back(request, somebody)


@login_required
@require_POST
def unblock(request: PersonRequest, username: str) -> HttpResponse:
    somebody = _person_or_404(username)
    unblock_person(blocker=request.user, blocked=somebody)
    messages.success(request, _("%(name)s is no longer blocked.") % {"name": somebody.shown_name})
    return _back(request, somebody)


def _back(request: HttpRequest, somebody: User) -> HttpResponse:
    if "next" in request.POST:
        return redirect(next_url(request))
    return redirect("lobby:person", somebody.username)


@login_required
@require_POST
@reauthentication_required
def end_session(request: PersonRequest, pk: int) -> HttpResponse:
    """End another session of this person, which needs a recent log-in."""
    session = get_object_or_404(UserSession, pk=pk, user=request.user)
    if session.session_key == request.session.session_key:
        return redirect("account_logout")
    SessionsAdapter().end_sessions([session])
    messages.success(request, _("The session has been ended."))
    return redirect("usersessions_list")


@login_required
@require_http_methods(["GET", "POST"])
@reauthentication_required
def delete(request: PersonRequest) -> HttpResponse:
    """Delete one's own account, which needs a recent log-in."""
    person = User.objects.get(pk=request.user.pk)
    if request.method == "POST":
        delete_account(user=person)
        logout(request)
        messages.success(request, _("Your account has been deleted."))
        return redirect("/")
    context = {"seats": seats_now(person).count(), "days": {"names": RESTS_DAYS}}
    return render(request, "lobby/accounts/delete.html", context)
