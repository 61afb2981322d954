"""The page of a table game: the table itself, or its door."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from chat.live.parts import Page, with_token
from games.live.access import check_access
from games.live.context import context_for
from games.live.page import Viewing, around_parts, match_parts, since_of
from games.live.snapshot import MatchSnapshot, snapshot_of
from games.refusals import Refusal
from games.registry import game_of
from games.services.facts import is_invited


def present_moment(public_id: str) -> MatchSnapshot:
    """Raises `Http404` when there is no such match."""
    snapshot = snapshot_of(public_id)
    if snapshot is None:
        raise Http404
    return snapshot


def show_table(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page as this viewer may see it, or its door for whoever may not come in as he is."""
    snapshot = present_moment(public_id)
    try:
        check_access(snapshot, request.user)
    except Refusal as refusal:
        return show_door(request, snapshot, refusal)
    viewing = Viewing(public_id, request.user, _since(request, snapshot))
    page = Page(parts=[*match_parts(viewing), *around_parts(viewing)])
    parts = {part.id.replace("-", "_"): with_token(part.html(), request) for part in page.parts}
    context = {
        **context_for(snapshot, request.user),
        "parts": parts,
        # The header takes its live parts under these names.
        "bell": parts.get("bell"),
        "my_matches": parts.get("my_matches"),
        "since": snapshot.stream(snapshot.seat_of(request.user)),
    }
    return render(request, "games/match.html", context)


def _since(request: HttpRequest, snapshot: MatchSnapshot) -> int:
    """A page opened now has missed nothing; one that comes back from a post without script has."""
    here = since_of(snapshot.stream(snapshot.seat_of(request.user)))
    return min(here, since_of(request.GET.get("since", ""))) if "since" in request.GET else here


def show_door(request: HttpRequest, snapshot: MatchSnapshot, refusal: Refusal) -> HttpResponse:
    """What somebody outside sees: the name of the table, why he is outside, what he can do."""
    match, invited = snapshot.match, is_invited(snapshot.match, request.user)
    if match.access == match.Access.INVITE and not invited:
        # Tables by invitation are nobody's business: not even their names.
        return render(request, "games/closed_door.html", {"refusal": refusal}, status=403)
    asks = match.access == match.Access.PASSWORD and not invited
    context = {**context_for(snapshot, request.user), "refusal": refusal, "asks_password": asks}
    context["remark"] = game_of(match.game).remarks([match]).get(match.pk, "")
    return render(request, "games/door.html", context, status=403)
