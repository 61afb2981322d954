"""The editor of packs: one card per line, with a preview of each card beside it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from chat.core.numbers import whole_number
from chat.core.responses import CODE_HEADER
from chat.core.templates import render as render_part
from games.blanks.packs import services
from games.blanks.packs.drafts import draft_of_pack, draft_of_post, preview
from games.blanks.packs.reading.lines import Draft
from games.blanks.packs.refusals import Faulty
from games.blanks.packs.selectors import as_value, bar_of
from games.blanks.packs.views.changes import taken
from games.blanks.packs.views.pages import is_mine, readable
from games.models import Pack
from games.refusals import Refusal


@login_required
@require_http_methods(["GET", "POST"])
def write(request: HttpRequest) -> HttpResponse:
    """Write a new pack."""
    if request.method != "POST":
        return _page(request, None, Draft())
    draft = draft_of_post(request.POST)
    if "check" in request.POST:
        return _page(request, None, draft)
    try:
        return taken(request, *services.write_pack(user=request.user, draft=draft))
    except Refusal as refusal:
        return _page(request, None, draft, refusal)


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit a pack of one's own."""
    old = readable(request.user, slug)
    if not is_mine(request.user, old):
        raise Http404
    if request.method != "POST":
        cards = list(old.cards.order_by("colour", "place"))
        return _page(request, old, draft_of_pack(as_value(old, cards)))
    draft = draft_of_post(request.POST)
    if "check" in request.POST:
        return _page(request, old, draft)
    try:
        saved = services.rewrite_pack(user=request.user, slug=slug, draft=draft)
    except Refusal as refusal:
        return _page(request, old, draft, refusal)
    return taken(request, *saved)


@login_required
@require_POST
def look(request: HttpRequest) -> HttpResponse:
    """Render the preview of a draft for a page with script. Nothing is saved."""
    shown = preview(draft_of_post(request.POST), _lines(request))
    return HttpResponse(render_part("games/blanks/packs/preview.jinja", preview=shown))


def _page(
    request: HttpRequest,
    pack: Pack | None,
    draft: Draft,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """Render the editor. A posted draft is shown with its faults."""
    context: dict[str, Any] = {
        "pack": pack,
        "draft": draft,
        "bar": bar_of(request.user),
        "refusal": refusal,
        "is_refused": isinstance(refusal, Faulty),
        "preview": preview(draft, _lines(request), is_whole=request.method == "POST"),
    }
    status = 422 if refusal else 200
    answer = render(request, "games/blanks/packs/editor.html", context, status=status)
    if refusal is not None:
        answer.headers[CODE_HEADER] = refusal.code
    return answer


def _lines(request: HttpRequest) -> dict[str, int]:
    """Return the number of the line being edited, by colour."""
    sent = {colour: request.POST.get(f"{colour}_at", "") for colour in ("black", "white")}
    found = {colour: whole_number(text, 6) for colour, text in sent.items()}
    return {colour: at for colour, at in found.items() if at is not None}
