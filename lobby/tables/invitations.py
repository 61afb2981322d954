"""The page of an invitation link, where strangers can take a seat too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import qrcode
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from qrcode.image.svg import SvgPathImage

from chat.core.responses import refused_plainly
from games.models import Match
from games.refusals import HouseCode, Refusal
from games.registry import game_of
from games.selectors.seats import blocked_at, seated, warning_of
from games.services import table_access
from games.services.seats import join
from games.views.commands import commitment_of
from lobby.accounts.forms import GuestNameForm
from lobby.accounts.guest_views import enter_as_guest, refused_guest
from lobby.tables.lists import HouseGame, shown_game

NAMED = 8  # players listed by name


@dataclass(frozen=True)
class Invitation:
    """The contents of the page."""

    match: Match
    game: HouseGame
    inviter: str
    people: list[str]
    taken: int
    remark: str
    length: str  # of this table, or "" if `game.minutes` says it
    may: str  # "sit", "watch", or "" if neither is possible any more

    @property
    def heading(self) -> str:
        words = {"name": self.inviter, "game": self.game.name}
        if not self.inviter:
            return _("You are invited to a game of %(game)s") % words
        return _("%(name)s invites you to a game of %(game)s") % words

    @property
    def note(self) -> str:
        """Say what has begun, and who cannot sit down now, why and when they can; "" if all can."""
        match = self.match
        if match.over:
            return _("This match is over. Ask for a link to the next table.")
        if match.started and self.may == "sit":
            return _("The match has begun: sit down now, and you play from the next round.")
        if match.started and match.settings.late_join:
            return _("The match has begun, and all seats are taken. Sit down when one is free.")
        if match.started:
            return _(
                "The match has begun, and nobody can join it any more. Take a seat in the "
                "next one, when this is over."
            )
        if self.may:
            return ""
        if not match.waiting:
            return _("The match is about to begin. Open this link again in a moment.")
        if match.settings.spectators:
            return _(
                "All seats are taken. With this link, you can watch once the match has started."
            )
        return _("All seats are taken, and nobody can watch this match.")

    @property
    def free(self) -> int:
        return max(self.match.settings.most - self.taken, 0)

    @property
    def unnamed(self) -> int:
        """The number of players besides `people`."""
        return self.taken - len(self.people)


@require_http_methods(["GET", "POST"])
def come(request: HttpRequest, public_id: str, token: str) -> HttpResponse:
    """Show the invitation; by POST, take a seat, or watch if none is free."""
    match = table_access.match_of_link(public_id=public_id, token=token)
    if match is None:
        refusal = Refusal(HouseCode.INVITE_REQUIRED)
        return render(request, "games/closed_door.html", {"refusal": refusal}, status=403)
    invitation, user = _invitation(match), request.user
    if user.is_authenticated and _sits(match, user):
        return HttpResponseRedirect(_table(match))
    # Only a stranger who comes in needs the names: a table may have many thousands of seats.
    named = request.method == "POST" and not user.is_authenticated
    form = GuestNameForm(request.POST or None, taken=_names_at(match) if named else ())
    if request.method == "POST" and invitation.may and (user.is_authenticated or form.is_valid()):
        return _go_in(request, invitation, token, form)
    context = {
        "invitation": invitation,
        "form": form,
        "here": request.path,
        "company": warning_of(blocked_at(user, match)),
        "picture": request.build_absolute_uri(_picture(match.game)),
    }
    return render(request, "lobby/invitation.html", context)


@require_safe
def qr(request: HttpRequest, public_id: str, token: str) -> HttpResponse:
    """Return the link as a QR code, to be scanned with another phone."""
    if table_access.match_of_link(public_id=public_id, token=token) is None:
        raise Http404
    link = request.build_absolute_uri(reverse("lobby:come", args=[public_id, token]))
    code = qrcode.make(link, image_factory=SvgPathImage, border=2)
    return HttpResponse(code.to_string(), content_type="image/svg+xml")


def _invitation(match: Match) -> Invitation:
    people, game = seated(match), game_of(match.game)
    taken = people.count()
    return Invitation(
        match=match,
        game=shown_game(game),
        inviter=match.owner.table_name if match.owner else "",
        people=[seat.shown_name for seat in people.select_related("user")[:NAMED]],
        taken=taken,
        remark=game.remarks([match]).get(match.pk, ""),
        length=game.length(match),
        may=_may(match, taken=taken),
    )


def _picture(game: str) -> str:
    """Return the path of the game's preview picture, or of the site's icon."""
    picture = f"games/{game}/invitation.png"
    return static(picture if finders.find(picture) else "art/icon-512.png")


def _names_at(match: Match) -> list[str]:
    return [seat.shown_name for seat in seated(match).select_related("user")]


def _may(match: Match, *, taken: int) -> str:
    opens = match.waiting
    late = match.status == Match.Status.RUNNING and match.settings.late_join
    if (opens or late) and taken < match.settings.most:
        return "sit"
    return "watch" if match.status == Match.Status.RUNNING and match.settings.spectators else ""


def _sits(match: Match, user: Any) -> bool:
    return seated(match).filter(user=user).exists()


def _table(match: Match) -> str:
    return reverse("games:match", args=[match.public_id])


def _go_in(
    request: HttpRequest, invitation: Invitation, token: str, form: GuestNameForm
) -> HttpResponse:
    """Open the link and take the seat.

    A stranger becomes a guest first.
    """
    match = invitation.match
    answer: HttpResponse = HttpResponseRedirect(_table(match))
    if not request.user.is_authenticated:
        try:
            shown = form.cleaned_data["name"]
            answer = enter_as_guest(request, to=_table(match), shown=shown, invited=True)
        except Refusal as refusal:
            return refused_guest(request, refusal, back=request.path)
    where: dict[str, Any] = {"user": request.user, "public_id": match.public_id}
    try:
        table_access.open_link(token=token, **where)
        if invitation.may == "sit":
            key = request.POST.get("key", "")
            join(key=key, hints=True, commitment=commitment_of(request), **where)
    except Refusal as refusal:
        return refused_plainly(request, refusal, _table(match))
    return answer
