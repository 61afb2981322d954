"""Pages of a match that is over: replay and numbers."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render as render_page
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from chat.core.numbers import whole_number
from chat.core.templates import render
from chat.live.batch import one_batch
from chat.live.fragments import Denied
from games.engine.base import IllegalAction
from games.page.frame import match_values
from games.page.html_cache import cached_html
from games.page.viewer import Viewing, viewing_of
from games.refusals import Refusal
from games.registry import game_of
from games.services.record import check_opened


def opened_for(user: Any, public_id: str) -> Viewing:
    """Return the viewing of this match for a user who may see its record.

    Raise `Http404` if the record is not open, or not to this user.
    """
    try:
        viewing = viewing_of(user, public_id, {})
        viewing.check()
        check_opened(viewing.match)
    except (Denied, Refusal) as refusal:
        raise Http404(refusal.message) from refusal
    return viewing


# --- Replay: one step at a time, from any seat or with all hands open


@login_required
@require_safe
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show one step of a match, to everybody who may see its record."""
    seat, step = request.GET.get("seat"), _step(request)
    with one_batch():
        viewing = opened_for(request.user, public_id)
        game = game_of(viewing.match.game)
        try:
            shown = game.replay(viewing, seat, step)
        except (LookupError, IllegalAction, ValueError):
            # No such seat, or the log was changed. Not chained: the error may reveal draws.
            raise Http404 from None
        page = {
            **match_values(viewing),
            "frame": game.frame,
            "replay": render("games/parts/replay.jinja", r=shown, table=viewing.table),
            "scripts": game.scripts,
            "sprite": game.sprite,
        }
        return render_page(request, "games/replay.html", page)


def _step(request: HttpRequest) -> int:
    step = whole_number(request.GET.get("step", "1"))
    if step is None:
        raise Http404
    return step


# --- Numbers: charts, each with the same data as a table


@login_required
@require_safe
def numbers(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the numbers of a match, to everybody who may see its record."""
    with one_batch():
        viewing = opened_for(request.user, public_id)
        if not game_of(viewing.match.game).has_numbers():
            raise Http404
        try:
            html = _numbers_html(viewing)
        except (IllegalAction, ValueError):  # the log was changed; the error may reveal draws
            raise Http404 from None
        page = {**match_values(viewing), "numbers": html}
        return render_page(request, "games/numbers.html", page)


def _numbers_html(viewing: Viewing) -> SafeString:
    # Cached for good: nothing changes any more but the names of players, which are in the key.
    present, version = viewing.table.present, viewing.match.version
    key = ("numbers", viewing.public_id, viewing.number, present, version)
    return cached_html(key, lambda: _render_numbers(viewing))


def _render_numbers(viewing: Viewing) -> SafeString:
    figures = game_of(viewing.match.game).numbers(viewing)
    return render("games/parts/numbers.jinja", figures=figures)
