"""The page of a table game: the table itself, or its door."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from chat.live.parts import Page, with_token
from games.live.context import context_for
from games.live.looking import check_look
from games.live.moment import Moment, moment_of
from games.live.page import Viewing, around_parts, match_parts, since_of
from games.refusals import Refusal
from games.registry import game_of
from games.services.facts import is_invited


def present_moment(public_id: str) -> Moment:
    """Raises `Http404` when there is no such match."""
    moment = moment_of(public_id)
    if moment is None:
        raise Http404
    return moment


def show_table(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page as this viewer may see it, or its door for whoever may not come in as he is."""
    moment = present_moment(public_id)
    try:
        check_look(moment, request.user)
    except Refusal as refusal:
        return show_door(request, moment, refusal)
    viewing = Viewing(public_id, request.user, _since(request, moment))
    page = Page(parts=[*match_parts(viewing), *around_parts(viewing)])
    parts = {part.id.replace("-", "_"): with_token(part.html(), request) for part in page.parts}
    context = {
        **context_for(moment, request.user),
        "parts": parts,
        # The header takes its live parts under these names.
        "bell": parts.get("bell"),
        "my_matches": parts.get("my_matches"),
        "since": moment.stream(moment.seat_of(request.user)),
    }
    return render(request, "games/match.html", context)


def _since(request: HttpRequest, moment: Moment) -> int:
    """A page opened now has missed nothing; one that comes back from a post without script has."""
    here = since_of(moment.stream(moment.seat_of(request.user)))
    return min(here, since_of(request.GET.get("since", ""))) if "since" in request.GET else here


def show_door(request: HttpRequest, moment: Moment, refusal: Refusal) -> HttpResponse:
    """What somebody outside sees: the name of the table, why he is outside, what he can do."""
    match, invited = moment.match, is_invited(moment.match, request.user)
    if match.access == match.Access.INVITE and not invited:
        # Tables by invitation are nobody's business: not even their names.
        return render(request, "games/closed_door.html", {"refusal": refusal}, status=403)
    asks = match.access == match.Access.PASSWORD and not invited
    context = {**context_for(moment, request.user), "refusal": refusal, "asks_password": asks}
    context["remark"] = game_of(match.game).remarks([match]).get(match.pk, "")
    return render(request, "games/door.html", context, status=403)
