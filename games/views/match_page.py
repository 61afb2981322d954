"""The full page of a match of any game, or its door."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from chat.core.templates import CSRF
from chat.live.batch import one_batch
from chat.live.parts import Denied, Part, with_token
from games.page.frame import PARTS
from games.page.page import page_parts
from games.page.parting import end_told
from games.page.viewing import Viewing, viewing_of
from games.refusals import Refusal
from games.registry import game_of
from games.services.facts import is_invited


def show_match(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page as this viewer may see it, or its door for whoever may not come in as they are."""
    with one_batch():
        try:
            viewing = viewing_of(request.user, public_id, request.GET.dict())
            viewing.look_anew()
        except Denied as nothing:
            raise Http404 from nothing
        except Refusal as refusal:
            return _show_door(request, viewing, refusal)
        return _show_page(request, viewing)


def _show_page(request: HttpRequest, viewing: Viewing) -> HttpResponse:
    parts = {part.id: _drawn(part, request) for part in page_parts(viewing)}
    context = {
        **_context(viewing),
        **viewing.page_values(),
        "parts": {name.replace("-", "_"): html for name, html in parts.items()},
        "columns": _columns(parts),
        # The header takes its live parts under these names.
        "bell": parts.get("bell"),
        "my_matches": parts.get("my-matches"),
    }
    return render(request, game_of(viewing.match.game).page_template, context)


def _drawn(part: Part, request: HttpRequest) -> SafeString:
    return with_token(part.html(), request)


def _columns(parts: dict[str, SafeString]) -> dict[str, list[SafeString]]:
    """The parts of the frame by the places where they stand."""
    columns: dict[str, list[SafeString]] = {}
    for name, part in PARTS.items():
        columns.setdefault(part.place, []).append(parts[f"m-{name}"])
    return columns


def _context(viewing: Viewing) -> dict[str, Any]:
    """What the templates of whole pages are given."""
    game = game_of(viewing.match.game)
    return {
        "m": viewing.context,
        "csrf": CSRF,
        "me": viewing.user,
        "game": game.title.slug,
        "scripts": game.scripts,
        "sprite": game.sprite,
        "guests_allowed": settings.GUESTS,
    }


def _show_door(request: HttpRequest, viewing: Viewing, refusal: Refusal) -> HttpResponse:
    """What somebody outside sees: the name of the table, why they are outside, what they can do."""
    match, invited = viewing.match, is_invited(viewing.match, request.user)
    if match.access == match.Access.INVITE and not invited:
        # Tables by invitation are nobody's business: not even their names.
        return render(request, "games/closed_door.html", {"refusal": refusal}, status=403)
    asks = match.access == match.Access.PASSWORD and not invited
    context = {**_context(viewing), "refusal": refusal, "asks_password": asks}
    context["remark"] = game_of(match.game).remarks([match]).get(match.pk, "")
    context["end"] = end_told(viewing)
    return render(request, "games/door.html", context, status=403)
