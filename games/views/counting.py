"""A match that is over in numbers: pictures with the same as tables."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render as render_page
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from chat.core.templates import render
from chat.live.batch import one_batch
from games.engine.base import IllegalAction
from games.page.html_cache import cached_html
from games.page.viewing import Viewing
from games.registry import game_of
from games.views.opened import opened_for


@login_required
@require_safe
def numbers(request: HttpRequest, public_id: str) -> HttpResponse:
    """For whoever may see the record of the match."""
    with one_batch():
        viewing = opened_for(request.user, public_id)
        if not game_of(viewing.match.game).has_numbers():
            raise Http404
        try:
            drawn = _drawn(viewing)
        except (IllegalAction, ValueError):  # a log that was changed; it may tell what was drawn
            raise Http404 from None
        page = {"m": viewing.context, "numbers": drawn}
        return render_page(request, "games/numbers.html", page)


def _drawn(viewing: Viewing) -> SafeString:
    """Drawn once: nothing changes any more, but what players are called."""
    shown = viewing.context
    key = ("numbers", viewing.public_id, viewing.number, shown.present, viewing.match.version)
    return cached_html(key, lambda: _anew(viewing))


def _anew(viewing: Viewing) -> SafeString:
    figures = game_of(viewing.match.game).numbers(viewing)
    return render("games/parts/numbers.jinja", figures=figures)
