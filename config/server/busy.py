"""A fault of the machine is answered with `busy`, whatever page was asked for.

Play and bids answer it with their fresh view (`games/services/play.py`); everything else comes
here, so that no view has to think of it. A command is one transaction: none of it is carried out.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.defaults import server_error
from redis.exceptions import RedisError

from chat.core.machine_faults import is_of_machine
from chat.core.refusals import ChatCode, Refusal
from chat.core.responses import CODE_HEADER, is_htmx

log = logging.getLogger(__name__)

COME_AGAIN = 2  # seconds


class BusyMiddleware:
    """For what a view raises."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return busy(request, error) if _will_pass(error) else None


def error_page(request: HttpRequest) -> HttpResponse:
    """For what is raised outside of views: by a middleware that reads who it is, or a session."""
    error = sys.exc_info()[1]
    if error is not None and _will_pass(error):
        return busy(request, error)
    return server_error(request)


def _will_pass(error: BaseException) -> bool:
    return is_of_machine(error) or isinstance(error, RedisError)


def busy(request: HttpRequest, error: BaseException) -> HttpResponse:
    """503 with the code: a page to a person, the sentence to a script or a program."""
    # Never the message: it may hold what nobody may read.
    log.warning("%s %s: not carried out (%s)", request.method, request.path, type(error).__name__)
    refusal = Refusal(ChatCode.BUSY)
    headers = {CODE_HEADER: refusal.code, "Retry-After": str(COME_AGAIN)}
    if is_htmx(request) or "text/html" not in request.headers.get("Accept", ""):
        text = f"{refusal.code}: {refusal.message}"
        return HttpResponse(text, status=503, headers=headers, content_type="text/plain")
    answer = render(None, "503.html", {"refusal": refusal}, status=503)
    for name, value in headers.items():
        answer[name] = value
    return answer
