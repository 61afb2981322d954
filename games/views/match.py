"""The page of a match, its door, and files to download."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
)
from django.shortcuts import render
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from chat.core.responses import as_file
from chat.core.templates import CSRF
from chat.live.batch import one_batch
from chat.live.fragments import Denied, Part, with_token
from games.page.frame import PARTS, match_values
from games.page.match_page import end_told, page_parts
from games.page.receipt import receipt_of
from games.page.viewer import Viewing, viewing_of
from games.refusals import Refusal
from games.registry import game_of, games
from games.services.record import program_of
from games.services.table_access import is_invited
from games.views.responses import fresh

_TABLE = re.compile(r"/m/[a-z0-9]{10}/(come/[A-Za-z0-9_-]{1,64}/)?", re.ASCII)


def show_match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render the match as this viewer may see it, or its door if they may not enter."""
    with one_batch():
        try:
            viewing = viewing_of(request.user, public_id, request.GET.dict())
            viewing.recheck()
        except Denied as nothing:
            raise Http404 from nothing
        except Refusal as refusal:
            return _show_door(request, viewing, refusal)
        return _show_page(request, viewing)


def _show_page(request: HttpRequest, viewing: Viewing) -> HttpResponse:
    parts = {part.id: _render_fragment(part, request) for part in page_parts(viewing)}
    context = {
        **_context(viewing),
        **viewing.page_values(),
        "parts": {name.replace("-", "_"): html for name, html in parts.items()},
        "columns": _columns(parts),
        # The page header expects its live fragments under these names.
        "bell": parts.get("bell"),
        "my_matches": parts.get("my-matches"),
    }
    return render(request, game_of(viewing.match.game).page_template, context)


def _render_fragment(part: Part, request: HttpRequest) -> SafeString:
    return with_token(part.html(), request)


def _columns(parts: dict[str, SafeString]) -> dict[str, list[SafeString]]:
    """Return the rendered fragments of the frame by the column that they belong to."""
    columns: dict[str, list[SafeString]] = {}
    for name, part in PARTS.items():
        columns.setdefault(part.place, []).append(parts[f"m-{name}"])
    return columns


def _context(viewing: Viewing) -> dict[str, Any]:
    """Return the context that whole pages of a match share."""
    game = game_of(viewing.match.game)
    return {
        **match_values(viewing),
        "csrf": CSRF,
        "me": viewing.user,
        "game": game.title.slug,
        "scripts": game.scripts,
        "sprite": game.sprite,
        "guests_allowed": settings.GUESTS,
    }


def _show_door(request: HttpRequest, viewing: Viewing, refusal: Refusal) -> HttpResponse:
    """Render the page for a user outside: the table's name, the reason, the options."""
    match, invited = viewing.match, is_invited(viewing.match, request.user)
    if match.settings.access == "invite" and not invited:
        # Tables by invitation only stay private, even their names.
        return render(request, "games/closed_door.html", {"refusal": refusal}, status=403)
    asks = match.settings.access == "password" and not invited
    context = {**_context(viewing), "refusal": refusal, "asks_password": asks}
    context["remark"] = game_of(match.game).remarks([match]).get(match.pk, "")
    context["end"] = end_told(viewing)
    return render(request, "games/door.html", context, status=403)


# --- Pages and files
#
# A record may be too large for memory, so `as_file` writes it to a file first and streams that. The
# database connection is given back before a response is sent (`config/server/internals.py`), so
# nothing may be queried while streaming.


@login_required
@require_safe
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the page of a table and its match, as its game renders it."""
    return show_match(request, public_id)


@login_required
@require_safe
def news(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the fragments as they are now, for a page whose socket does not connect."""
    return fresh(request, public_id)


@login_required
@require_safe
def record(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Download the record of an ended match.

    It is the same file for everybody who may see the result.
    """
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
    """Download what a player keeps while the match lasts (`games.page.receipt`)."""
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
    """Show how randomness is sealed, what that proves, and what it does not."""
    return render(request, "games/chance.html")


@require_safe
def verifier(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the one-file Python program that checks the records of this game."""
    if slug not in games():
        raise Http404
    program = program_of(games()[slug].checks)
    response = HttpResponse(program, content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="verify.py"'
    return response


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the site's rules of a game."""
    if slug not in games():
        raise Http404
    try:
        get_template(f"rules/{slug}.html")
    except TemplateDoesNotExist as missing:
        raise Http404 from missing
    back = request.GET.get("back", "")
    # The table or invitation from which the reader came: no other page of this site or another.
    context = {"title": games()[slug].title, "back": back if _TABLE.fullmatch(back) else ""}
    return render(request, f"rules/{slug}.html", context)
