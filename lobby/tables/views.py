"""The front page, the lobby, and "my matches"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from chat.core.responses import CODE_HEADER, go, is_htmx
from chat.core.templates import render as render_fragment
from chat.live.batch import one_batch
from chat.live.fragments import Part, with_token
from games.refusals import Refusal
from games.services.seats import join
from games.views.commands import commitment_of
from lobby.requests import PersonRequest
from lobby.tables.fragments import (
    filters_context,
    front_parts,
    header_parts,
    lobby_page_parts,
    mine_parts,
)
from lobby.tables.lists import Filters, house_games


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the front page with all games."""
    with one_batch():
        parts = rendered(front_parts(request.user), request)
    context = {"parts": parts, "games": house_games(), **header_of(parts)}
    return render(request, "home.html", context)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show open and running tables; with people and chat if logged in."""
    filters, user = Filters.of(request.GET.dict()), request.user
    with one_batch():
        parts = rendered(lobby_page_parts(user, filters), request)
    context = {
        "parts": parts,
        "games": house_games(),
        **filters_context(filters),
    }
    return render(request, "lobby/lobby.html", context | header_of(parts))


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Show a person's matches; those that wait for them come first."""
    with one_batch():
        parts = rendered([*mine_parts(request.user), *header_parts(request.user)], request)
    context = {"parts": parts, "games": house_games(), **header_of(parts)}
    return render(request, "lobby/mine.html", context)


def rendered(parts: Sequence[Part], request: HttpRequest) -> dict[str, SafeString]:
    """Return the HTML of the fragments by id, with underscores for hyphens."""
    return {part.id.replace("-", "_"): with_token(part.html(), request) for part in parts}


def header_of(parts: Any) -> dict[str, SafeString]:
    """Return the header's HTML under the names its template uses."""
    # Passed to the template, they are not rendered a second time.
    return {name: parts[name] for name in ("my_matches", "bell") if name in parts}


@login_required
@require_POST
def sit(request: PersonRequest, public_id: str) -> HttpResponse:
    """Join a table from a list."""
    where = reverse("games:match", args=[public_id])
    try:
        key = request.POST.get("key", "")
        commitment = commitment_of(request)
        join(user=request.user, public_id=public_id, key=key, hints=True, commitment=commitment)
    except Refusal as refusal:
        if refusal.code == "already_joined":
            return go(request, where)
        return _refused(request, refusal)
    return go(request, where)


def _refused(request: PersonRequest, refusal: Refusal) -> HttpResponse:
    """Return the code and message of a refusal.

    The lobby's lists get their changes as live updates, "my matches" gets its lists here.
    """
    headers = {CODE_HEADER: refusal.code}
    in_mine = request.POST.get("here") == "mine"
    if not is_htmx(request):
        messages.error(request, refusal.message)
        where = "lobby:mine" if in_mine else "lobby:lobby"
        return HttpResponseRedirect(reverse(where), headers=headers)
    text = render_fragment("lobby/parts/refusal.jinja", refusal=refusal)
    lists = mine_parts(request.user) if in_mine else []
    return HttpResponse(text + "".join(part.changes(whole=True) for part in lists), headers=headers)
