"""A finished match, step by step, from any seat's eyes or with all hands open."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render as render_page
from django.views.decorators.http import require_safe

from chat.core.templates import render
from chat.live.batch import one_batch
from games.engine.base import IllegalAction
from games.registry import game_of
from games.views.opened import opened_for


@login_required
@require_safe
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """One step of a match whose record is open, for whoever may see its result."""
    seat, step = request.GET.get("seat"), _step(request)
    with one_batch():
        viewing = opened_for(request.user, public_id)
        game = game_of(viewing.match.game)
        try:
            shown = game.replay(viewing, seat, step)
        except (LookupError, IllegalAction, ValueError):
            # No such seat, or a log that was changed; it may tell what was drawn.
            raise Http404 from None
        page = {
            "m": viewing.context,
            "frame": game.frame,
            "replay": render("games/parts/replay.jinja", r=shown, m=viewing.context),
            "scripts": game.scripts,
            "sprite": game.sprite,
        }
        return render_page(request, "games/replay.html", page)


def _step(request: HttpRequest) -> int:
    text = request.GET.get("step", "1")
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Http404
    return int(text)
