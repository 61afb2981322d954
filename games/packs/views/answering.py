"""How an act on a pack is answered."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from chat.refusals import Refusal as ChatRefusal
from games.refusals import Refusal

CODE_HEADER = "X-Ridotto-Code"
REFUSALS = (Refusal, ChatRefusal)


def carry_out(
    request: HttpRequest, command: Callable[[], object], *, done: str, then: str, else_: str
) -> HttpResponse:
    """Runs the command; goes to `then` and says `done`, or to `else_` with the refusal."""
    try:
        command()
    except REFUSALS as refusal:
        return _refuse(request, refusal, else_)
    messages.success(request, done)
    return HttpResponseRedirect(then)


def _refuse(request: HttpRequest, refusal: Refusal | ChatRefusal, where: str) -> HttpResponse:
    headers = {CODE_HEADER: refusal.code}
    if "text/html" in request.headers.get("Accept", ""):
        messages.error(request, refusal.message)
        return HttpResponseRedirect(where, headers=headers)
    return HttpResponse(
        f"{refusal.code}: {refusal.message}", status=422, headers=headers, content_type="text/plain"
    )
