"""How commands are answered: fragments for a page with script, a redirect for one without."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from functools import wraps
from tempfile import SpooledTemporaryFile
from typing import Any, Protocol
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from chat.core.refusals import Refusal
from chat.core.templates import render

CODE_HEADER = "X-Ridotto-Code"
View = Callable[..., HttpResponse]


class Coded(Protocol):
    """A refusal, of whatever app."""

    @property
    def code(self) -> str: ...

    @property
    def message(self) -> str: ...


def coded(view: View) -> View:
    """Answers the view's `Refusal` with its code and sentence."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            return refused(request, refusal)

    return answered


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """To a page with script the sentence for its error slot; else back, or 422 to a program."""
    if is_htmx(request):
        slot = "chat-dialog-error" if "dialog" in request.POST else "chat-error"
        told = render("chat/slot.jinja", slot=slot, text=refusal.message)
        return HttpResponse(told, headers={CODE_HEADER: refusal.code})
    return refused_plainly(request, refusal, back_to(request))


def refused_plainly(request: HttpRequest, refusal: Coded, where: str) -> HttpResponse:
    """Without script: on to a page that shows the sentence, or 422 to a program."""
    headers = {CODE_HEADER: refusal.code}
    if "text/html" in request.headers.get("Accept", ""):
        messages.error(request, refusal.message)
        return HttpResponseRedirect(where, headers=headers)
    return HttpResponse(
        f"{refusal.code}: {refusal.message}", status=422, headers=headers, content_type="text/plain"
    )


def done(request: HttpRequest, text: str) -> HttpResponse:
    """Something was done, `text` says what: the page stays, its dialog closes."""
    if is_htmx(request):
        told = render("chat/confirmation.jinja", text=text)
        return HttpResponse(told, headers={"HX-Trigger": "chat:done"})
    messages.success(request, text)
    return HttpResponseRedirect(back_to(request))


def is_htmx(request: HttpRequest) -> bool:
    """Whether a script of the page asks, and takes pieces of it for an answer.

    Every action is asked this: `request.headers` would be made of all that stands in `META`.
    """
    return request.META.get("HTTP_HX_REQUEST") == "true"


def go(request: HttpRequest, where: str) -> HttpResponse:
    """Sends the browser to another page, whether it asked by script or not."""
    if is_htmx(request):
        return HttpResponse(headers={"HX-Redirect": where})
    return HttpResponseRedirect(where)


def back_to(request: HttpRequest) -> str:
    """Where the person came from: the posted `next`, else the page before, if of this site."""
    asked_for = _path_of(request, request.POST.get("next", ""))
    return asked_for or page_of(request) or reverse("chat:notices")


def page_of(request: HttpRequest) -> str:
    """Return the path and query of the page that sent this request, or "" if it is not known."""
    shown = _path_of(request, request.headers.get("HX-Current-URL", ""))
    return shown or _path_of(request, request.headers.get("Referer", ""))


def _path_of(request: HttpRequest, url: str) -> str:
    if not url or not _is_ours(request, url):
        return ""
    parts = urlsplit(url)
    # Two slashes at the beginning would lead to another site.
    path = "/" + parts.path.lstrip("/")
    return f"{path}?{parts.query}" if parts.query else path


def _is_ours(request: HttpRequest, url: str) -> bool:
    return url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )


_IN_MEMORY = 2**20  # bytes; what is smaller is an answer like any other


_AT_ONCE = 2**16


def as_file(pieces: Iterable[str]) -> HttpResponseBase:
    """The answer with this text. What `pieces` raises is raised here."""
    file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115  (the one who sends it closes it)
    for piece in pieces:
        file.write(piece.encode())
    size = file.tell()
    file.seek(0)
    if size <= _IN_MEMORY:
        return HttpResponse(file.read())
    return StreamingHttpResponse(_read(file), headers={"Content-Length": str(size)})


async def _read(file: SpooledTemporaryFile[bytes]) -> AsyncIterator[bytes]:
    with file:
        while piece := file.read(_AT_ONCE):
            yield piece
