"""How a command is answered: with the fresh view, or with a coded refusal beside its cause."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse

from chat.core.responses import CODE_HEADER, is_htmx, refused_plainly
from chat.live.parts import Denied
from games.live.page import Viewing, since_of
from games.refusals import Refusal
from games.registry import game_of
from games.services.advance import Written

# Says how far the viewer's stream has got ("seat:revision"), in the answer to a page that shows
# it by itself: one whose socket is open says so, and is not sent everything twice.
STREAM_HEADER = "X-Ridotto-Stream"


def carry_out(
    request: HttpRequest,
    public_id: str,
    command: Callable[[], object],
    *,
    moves: bool = False,
    told: bool = False,
) -> HttpResponse:
    """Runs the command and answers it.

    `moves`: the command changes who the viewer is at this table, so the page is opened anew.
    `told`: all that it changes is told to the viewer's open pages as well.
    """
    viewing = Viewing(public_id, request.user, _since(request))
    script = is_htmx(request) and "X-Since" in request.headers
    try:
        # Who does not say what the page has seen has seen all up to here.
        before = "" if script else viewing.stream()
        done = command()
    except Refusal as refusal:
        return refuse(request, public_id, refusal)
    except Denied:
        return refuse(request, public_id, Refusal("no_such_table"))
    if not is_htmx(request):
        return HttpResponseRedirect(f"{_page(public_id)}?since={before}")
    if moves:
        return HttpResponse(headers={"HX-Redirect": _page(public_id)})
    if told and "X-Live" in request.headers:
        return _how_far(viewing, done)
    if not script:
        viewing.since = since_of(before)
    return HttpResponse(_fresh(request, viewing))


def _how_far(viewing: Viewing, done: object) -> HttpResponse:
    """How far the actor's stream got by what was just written, or else is by now."""
    try:
        if isinstance(done, Written):
            stream = done.match.stream_of(done.entry.seat)
        else:
            viewing.check()
            stream = viewing.stream()
    except Denied:
        return HttpResponse(status=204)
    return HttpResponse(status=204, headers={STREAM_HEADER: stream})


def refuse(request: HttpRequest, public_id: str, refusal: Refusal) -> HttpResponse:
    """The code, the sentence, and the fresh view with them."""
    if is_htmx(request):
        viewing = Viewing(public_id, request.user, _since(request))
        text = render_to_string("games/parts/refusal.html", {"refusal": refusal})
        return HttpResponse(text + _fresh(request, viewing), headers={CODE_HEADER: refusal.code})
    return refused_plainly(request, refusal, _page(public_id))


def fresh(request: HttpRequest, public_id: str) -> HttpResponse:
    """What a page without a socket asks for now and then; nothing (204) where it may not look."""
    parts = _fresh(request, Viewing(public_id, request.user, _since(request)))
    return HttpResponse(parts) if parts else HttpResponse(status=204)


def _fresh(request: HttpRequest, viewing: Viewing) -> str:
    """The parts of the match as this viewer may see them now; nothing where he may not look."""
    try:
        viewing.check()
        return game_of(viewing.snapshot().match.game).fresh(request, viewing)
    except Denied:
        return ""


def _page(public_id: str) -> str:
    return reverse("games:match", args=[public_id])


def _since(request: HttpRequest) -> int:
    """Up to where the page knows its stream; pages with script say so in a header."""
    return since_of(request.headers.get("X-Since", ""))
