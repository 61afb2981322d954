"""Answers to commands: fragments for pages with script, redirects without."""

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
    """A refusal by any app."""

    @property
    def code(self) -> str: ...

    @property
    def message(self) -> str: ...


def coded(view: View) -> View:
    """Make a view answer a `Refusal` with its code and sentence."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            return refused(request, refusal)

    return answered


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return the answer to a refused command.

    A page with script is sent the sentence for its error slot. A page without is redirected back,
    and a program gets status 422.
    """
    if is_htmx(request):
        slot = "chat-dialog-error" if "dialog" in request.POST else "chat-error"
        html = render("chat/slot.jinja", slot=slot, text=refusal.message)
        return HttpResponse(html, headers={CODE_HEADER: refusal.code})
    return refused_plainly(request, refusal, back_to(request))


def refused_plainly(request: HttpRequest, refusal: Coded, where: str) -> HttpResponse:
    """Return the answer to a refused command without script, or by a program.

    The page is redirected to `where`, which shows the sentence; a program gets status 422.
    """
    headers = {CODE_HEADER: refusal.code}
    if "text/html" in request.headers.get("Accept", ""):
        messages.error(request, refusal.message)
        return HttpResponseRedirect(where, headers=headers)
    return HttpResponse(
        f"{refusal.code}: {refusal.message}", status=422, headers=headers, content_type="text/plain"
    )


def done(request: HttpRequest, text: str) -> HttpResponse:
    """Return the answer to a command that was executed; `text` says what was done.

    The page stays, and its dialog closes.
    """
    if is_htmx(request):
        html = render("chat/confirmation.jinja", text=text)
        return HttpResponse(html, headers={"HX-Trigger": "chat:done"})
    messages.success(request, text)
    return HttpResponseRedirect(back_to(request))


def is_htmx(request: HttpRequest) -> bool:
    """Return True if a script of the page sent this request, and expects fragments."""
    # Every action asks this, and `request.headers` would copy all of `META`.
    return request.META.get("HTTP_HX_REQUEST") == "true"


def go(request: HttpRequest, where: str) -> HttpResponse:
    """Redirect the browser to another page, with or without script."""
    if is_htmx(request):
        return HttpResponse(headers={"HX-Redirect": where})
    return HttpResponseRedirect(where)


def back_to(request: HttpRequest) -> str:
    """Return the path to go back to: the posted `next`, or our previous page.

    Without either, it is the notices page.
    """
    asked_for = _path_of(request, request.POST.get("next", ""))
    return asked_for or page_of(request) or reverse("chat:notices")


def page_of(request: HttpRequest) -> str:
    """Return the path and query of the page that sent this request, or "" if unknown."""
    shown = _path_of(request, request.headers.get("HX-Current-URL", ""))
    return shown or _path_of(request, request.headers.get("Referer", ""))


def _path_of(request: HttpRequest, url: str) -> str:
    if not url or not _is_ours(request, url):
        return ""
    parts = urlsplit(url)
    # Two leading slashes would lead to another site.
    path = "/" + parts.path.lstrip("/")
    return f"{path}?{parts.query}" if parts.query else path


def _is_ours(request: HttpRequest, url: str) -> bool:
    return url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )


_IN_MEMORY = 2**20  # bytes; a smaller answer is sent in one piece


_AT_ONCE = 2**16  # bytes per read


def as_file(pieces: Iterable[str]) -> HttpResponseBase:
    """Return a response with this text, streamed if it is large.

    Errors raised by `pieces` are raised here, before the response begins.
    """
    file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115  (the one who sends it closes it)
    for piece in pieces:
        file.write(piece.encode())
    size = file.tell()
    file.seek(0)
    if size <= _IN_MEMORY:
        return HttpResponse(file.read())
    # GZipMiddleware would compress each piece by itself, and browsers read only the first of them.
    headers = {"Content-Length": str(size), "Content-Encoding": "identity"}
    return StreamingHttpResponse(_read(file), headers=headers)


async def _read(file: SpooledTemporaryFile[bytes]) -> AsyncIterator[bytes]:
    with file:
        while piece := file.read(_AT_ONCE):
            yield piece
