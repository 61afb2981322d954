"""How an act on a pack is answered."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from chat.core.responses import refused_plainly
from games.refusals import Refusal


def carry_out(
    request: HttpRequest, command: Callable[[], object], *, done: str, then: str, else_: str
) -> HttpResponse:
    """Runs the command; goes to `then` and says `done`, or to `else_` with the refusal."""
    try:
        command()
    except Refusal as refusal:
        return refused_plainly(request, refusal, else_)
    messages.success(request, done)
    return HttpResponseRedirect(then)
