"""Leaderboards."""

from __future__ import annotations

import re
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.registry import game_of, games
from games.selectors.ratings import PROVISIONAL, best_of, months_of

_MONTH = re.compile(r"(2\d{3})-(0[1-9]|1[0-2])", re.ASCII)


@require_safe
def best(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Show a game's leaderboard, current or of the month in the query.

    Without a slug it is the site's first game.
    """
    slug = slug or next(iter(games()))
    if slug not in games():
        raise Http404
    month = _month(request.GET.get("month", ""))
    context = {
        "title": game_of(slug).title,
        "games": [game.title for game in games().values()],
        "best": best_of(slug, month),
        "month": month,
        "months": months_of(slug),
        "needed": PROVISIONAL,
    }
    return render(request, "lobby/profiles/best.html", context)


def _month(text: str) -> date | None:
    """Return the first day of a month such as "2026-11".

    Return None for any other text.
    """
    match = _MONTH.fullmatch(text)
    return date(int(match[1]), int(match[2]), 1) if match else None
