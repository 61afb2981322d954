"""Responses to commands: fresh fragments, or a refusal with its code."""

from __future__ import annotations

from collections.abc import Callable, Collection
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString

from chat.core.responses import CODE_HEADER, is_htmx, refused_plainly
from chat.core.templates import render
from chat.live.fragments import Denied
from games.page.match_page import fresh_parts
from games.page.viewer import Viewing, viewing_of
from games.refusals import HouseCode, Refusal
from games.services.advance import Written

# The position of the viewer's stream ("seat:revision"). A page with an open socket says so in its
# request and gets only this position, since the socket sends the fragments. Request headers are
# read from `META`, since Django's `headers` would first convert all of them.
STREAM_HEADER = "X-Ridotto-Stream"


Command = Callable[[], object]


def answer_with_fragments(
    request: HttpRequest,
    public_id: str,
    command: Command,
    *,
    changes: Collection[str] = (),
    back: str = "",
) -> HttpResponse:
    """Run the command and answer with the fresh fragments.

    A receipt that the command returns (safe text) goes before them. `changes`: the ids of fragments
    that it may change; empty means all. `back`: where a page without scripts is redirected, "" for
    its own address.
    """

    def fragments(done: object, before: str) -> HttpResponse:
        receipt = done if isinstance(done, SafeString) else ""
        return HttpResponse(receipt + _fresh(request, public_id, changes, since=before))

    return _run(request, public_id, command, fragments, changes=changes, back=back)


def answer_with_page(request: HttpRequest, public_id: str, command: Command) -> HttpResponse:
    """Run a command that changes the viewer's role at the table, and reload the page."""
    headers = {"HX-Redirect": _page(public_id)}
    return _run(request, public_id, command, lambda *_: HttpResponse(headers=headers))


def answer_with_position(request: HttpRequest, public_id: str, command: Command) -> HttpResponse:
    """Run a command whose changes reach open pages by socket; answer with a position.

    The position is that of the viewer's stream. A page without a socket gets the fragments instead.
    """
    if not (is_htmx(request) and "HTTP_X_LIVE" in request.META):
        return answer_with_fragments(request, public_id, command)
    return _run(request, public_id, command, lambda done, _: _position(request, public_id, done))


def _run(
    request: HttpRequest,
    public_id: str,
    command: Command,
    answer: Callable[[object, str], HttpResponse],
    *,
    changes: Collection[str] = (),
    back: str = "",
) -> HttpResponse:
    """Run the command and return its response, or the refusal.

    A page without scripts is redirected. Otherwise `answer` is called with the command's result and
    the position of the viewer's stream before it.
    """
    script = is_htmx(request)
    try:
        # A page that does not state its position has seen everything up to now.
        says = script and "HTTP_X_SINCE" in request.META
        before = "" if says else viewing_for(request, public_id).stream()
        done = command()
    except Refusal as refusal:
        return refuse(request, public_id, refusal, changes=changes)
    except Denied:
        return refuse(request, public_id, Refusal(HouseCode.NO_SUCH_TABLE))
    if not script:
        return HttpResponseRedirect(back or viewing_for(request, public_id).address(before))
    return answer(done, before)


def _position(request: HttpRequest, public_id: str, done: object) -> HttpResponse:
    """Return a response with the position of the viewer's stream after the command."""
    try:
        if isinstance(done, Written):
            stream = done.match.stream_of(done.entry.seat)
        else:
            viewing = viewing_for(request, public_id)
            viewing.check()
            stream = viewing.stream()
    except Denied:
        return HttpResponse(status=204)
    return HttpResponse(status=204, headers={STREAM_HEADER: stream})


def refuse(
    request: HttpRequest, public_id: str, refusal: Refusal, *, changes: Collection[str] = ()
) -> HttpResponse:
    """Answer with the refusal's code and sentence, and the fresh fragments."""
    if is_htmx(request):
        text = render("games/parts/refusal.jinja", refusal=refusal)
        html = text + _fresh(request, public_id, changes)
        return HttpResponse(html, headers={CODE_HEADER: refusal.code})
    try:
        where = viewing_for(request, public_id).address()
    except Denied:
        where = _page(public_id)
    return refused_plainly(request, refusal, where)


def fresh(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the fragments as they are now, for a page whose socket does not connect."""
    parts = _fresh(request, public_id, polled=True)
    return HttpResponse(parts) if parts else HttpResponse(status=204)


def _fresh(
    request: HttpRequest,
    public_id: str,
    changes: Collection[str] = (),
    *,
    since: str = "",
    polled: bool = False,
) -> str:
    """Render the fragments as this viewer may see them; "" if they may see none."""
    try:
        return fresh_parts(viewing_for(request, public_id, since=since), changes, polled=polled)
    except Denied:
        return ""


def viewing_for(request: HttpRequest, public_id: str, *, since: str = "") -> Viewing:
    """Return the viewing of the page that this request comes from.

    `since`: the stream position that the page has seen; pages with scripts send it in a header.
    Raise `Denied` if there is no such match.
    """
    query = page_query(request)
    query["since"] = since or request.META.get("HTTP_X_SINCE", "")
    return viewing_of(request.user, public_id, query)


def page_query(request: HttpRequest) -> dict[str, str]:
    """Return the query of the page that posts; for a GET request, its own query."""
    if request.method != "POST":
        return request.GET.dict()
    page = request.META.get("HTTP_HX_CURRENT_URL", "") or request.META.get("HTTP_REFERER", "")
    try:
        return QueryDict(urlsplit(page[:2000]).query).dict()
    except ValueError:
        return {}


def _page(public_id: str) -> str:
    return reverse("games:match", args=[public_id])
