"""The page of an invitation link: who invites, to what, and a seat, for a stranger as well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import qrcode
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
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

NAMED = 8  # people of a table that are named


@dataclass(frozen=True)
class Invitation:
    """What the page tells. `may`: "sit", "watch", or "" where there is nothing to do any more."""

    match: Match
    game: HouseGame
    inviter: str
    people: list[str]
    taken: int
    remark: str
    length: str  # of this very table, "" where `game.minutes` say it
    may: str

    @property
    def free(self) -> int:
        return max(self.match.settings.most - self.taken, 0)

    @property
    def unnamed(self) -> int:
        """How many sit there besides `people`."""
        return self.taken - len(self.people)


@require_http_methods(["GET", "POST"])
def come(request: HttpRequest, public_id: str, token: str) -> HttpResponse:
    """Shows the invitation; by POST sits down, or looks on where there is no seat any more."""
    match = table_access.match_of_link(public_id=public_id, token=token)
    if match is None:
        refusal = Refusal(HouseCode.INVITE_REQUIRED)
        return render(request, "games/closed_door.html", {"refusal": refusal}, status=403)
    invitation, user = _invitation(match), request.user
    if user.is_authenticated and _sits(match, user):
        return HttpResponseRedirect(_table(match))
    form = GuestNameForm(request.POST or None)
    if request.method == "POST" and invitation.may and (user.is_authenticated or form.is_valid()):
        return _go_in(request, invitation, token, form)
    context = {
        "invitation": invitation,
        "form": form,
        "here": request.path,
        "company": warning_of(blocked_at(user, match)),
    }
    return render(request, "lobby/invitation.html", context)


@require_safe
def qr(request: HttpRequest, public_id: str, token: str) -> HttpResponse:
    """The link as a QR code, for a phone on the other side of the table."""
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
        inviter=match.owner.shown_name if match.owner else "",
        people=[seat.shown_name for seat in people.select_related("user")[:NAMED]],
        taken=taken,
        remark=game.remarks([match]).get(match.pk, ""),
        length=game.length(match),
        may=_may(match, taken=taken),
    )


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
    """A stranger becomes a guest first; then the link is opened and the seat taken."""
    match = invitation.match
    answer: HttpResponse = HttpResponseRedirect(_table(match))
    if not request.user.is_authenticated:
        try:
            answer = enter_as_guest(request, to=_table(match), shown=form.cleaned_data["name"])
        except Refusal as refusal:
            return refused_guest(request, refusal)
    where: dict[str, Any] = {"user": request.user, "public_id": match.public_id}
    try:
        table_access.open_link(token=token, **where)
        if invitation.may == "sit":
            key = request.POST.get("key", "")
            join(key=key, hints=True, commitment=commitment_of(request), **where)
    except Refusal as refusal:
        return refused_plainly(request, refusal, _table(match))
    return answer
