"""Pages of a match: the table itself, its door, its record, the rules."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import get_template
from django.views.decorators.http import require_safe

from chat.live.parts import Denied
from games.page.viewing import viewing_of
from games.receipts import receipt_of
from games.refusals import Refusal
from games.registry import game_of, games
from games.verifiers import program_of
from games.views.answering import fresh
from games.views.files import as_file
from games.views.match_page import show_match


@login_required
@require_safe
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page of a table and its match, as its game shows it."""
    return show_match(request, public_id)


@login_required
@require_safe
def news(request: HttpRequest, public_id: str) -> HttpResponse:
    """The parts of the match as they stand, for a page whose socket does not get through."""
    return fresh(request, public_id)


@login_required
@require_safe
def record(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The record of an ended match: one file, the same for everybody who may see the result."""
    try:
        viewing = viewing_of(request.user, public_id, {})
        viewing.check()
        match = viewing.match
        response = as_file(game_of(match.game).record_pieces(match))
    except (Denied, Refusal) as refusal:
        raise Http404(refusal.message) from refusal
    response["Content-Type"] = "application/json"
    response["Content-Disposition"] = f'attachment; filename="ridotto-{public_id}.json"'
    return response


@login_required
@require_safe
def receipt(request: HttpRequest, public_id: str) -> HttpResponse:
    """What a player keeps while the match lasts (`games.receipts`)."""
    try:
        viewing = viewing_of(request.user, public_id, {})
        viewing.check()
    except Denied as denied:
        raise Http404(denied.message) from denied
    told = receipt_of(viewing)
    response = JsonResponse(told, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="ridotto-{public_id}-receipt.json"'
    return response


@require_safe
def chance(request: HttpRequest) -> HttpResponse:
    """How chance is sealed, what that proves, and what not."""
    return render(request, "games/chance.html")


@require_safe
def verifier(request: HttpRequest, slug: str) -> HttpResponse:
    """One Python file that checks a record of this game, with the standard library only."""
    if slug not in games():
        raise Http404
    program = program_of(games()[slug].checks)
    response = HttpResponse(program, content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="verify.py"'
    return response


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a game in the house's own words."""
    if slug not in games():
        raise Http404
    try:
        get_template(f"rules/{slug}.html")
    except TemplateDoesNotExist as missing:
        raise Http404 from missing
    return render(request, f"rules/{slug}.html", {"title": games()[slug].title})
