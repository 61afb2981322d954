"""The full page of a week, or the door for whoever may not come in as he is."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from auctions.pages.look import Look
from auctions.pages.page import around_parts, week_parts
from auctions.pages.viewing import Viewing, light_snapshot
from auctions.pages.waiting import base_context
from chat.core.clock import now
from chat.live.batch import one_batch
from chat.live.parts import Denied, Page, with_token
from games.refusals import Refusal
from games.views.table_page import show_door


def show_week(request: HttpRequest, public_id: str) -> HttpResponse:
    """Raises `Http404` when there is no such match."""
    viewing = Viewing(public_id, request.user, Look.of(request.GET.dict()))
    with one_batch():
        try:
            viewing.look_anew()
        except Denied as nothing:
            raise Http404 from nothing
        except Refusal as refusal:
            return show_door(request, light_snapshot(viewing.match, viewing.seat), refusal)
        return _page(request, viewing)


def _page(request: HttpRequest, viewing: Viewing) -> HttpResponse:
    page = Page(parts=[*week_parts(viewing), *around_parts(viewing)])
    parts = {part.id.replace("-", "_"): with_token(part.html(), request) for part in page.parts}
    context = {
        **base_context(viewing),
        "parts": parts,
        # The header takes its live parts under these names.
        "bell": parts.get("bell"),
        "my_matches": parts.get("my_matches"),
        "look": viewing.look.with_(done=False),
        "server_now": now(),
    }
    return render(request, "games/venice/page.html", context)
