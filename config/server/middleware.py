"""The site's middleware: security headers, caching, and temporary failures.

Play and bids answer such a failure with the fresh state (`games/services/play.py`). Everything
else is answered here with `busy`, so that views need not handle it. A command is one transaction,
so nothing of it has been executed.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from functools import cache

from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.decorators import sync_only_middleware
from django.views.defaults import server_error
from redis.exceptions import RedisError

from chat.core.machine_faults import is_of_machine
from chat.core.refusals import ChatCode, Refusal
from chat.core.responses import CODE_HEADER, is_htmx

log = logging.getLogger(__name__)


# --- Headers of every response


UNUSED = ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "usb")  # fmt: skip
PERMISSIONS = ", ".join(f"{feature}=()" for feature in UNUSED)

Respond = Callable[[HttpRequest], HttpResponseBase]


@sync_only_middleware
def bounds(get_response: Respond) -> Respond:
    """Set the Content-Security-Policy and Permissions-Policy headers."""

    # The middleware of django-csp builds the same string for each response.
    def middleware(request: HttpRequest) -> HttpResponseBase:
        answer = get_response(request)
        answer["Content-Security-Policy"] = _policy()
        answer["Permissions-Policy"] = PERMISSIONS
        return answer

    return middleware


@sync_only_middleware
def head_as_get(get_response: Respond) -> Respond:
    """Answer HEAD like GET, whatever methods a view allows."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method != "HEAD":
            return get_response(request)
        # The server sends no body.
        request.method = "GET"
        try:
            return get_response(request)
        finally:
            request.method = "HEAD"

    return middleware


@cache
def _policy() -> str:
    """Return the value of the header."""
    return str(build_policy(config=settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]))


@sync_only_middleware
def no_store(get_response: Respond) -> Respond:
    """Prevent caching of responses to logged-in people.

    This includes the browser's cache, which would show them to the next user who presses "back".
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        was_in = _is_in(request)
        answer = get_response(request)
        if was_in or request.user.is_authenticated:
            answer["Cache-Control"] = "private, no-store"
        return answer

    return middleware


def _is_in(request: HttpRequest) -> bool:
    """Return True if somebody is logged in, without a query if there is no cookie."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated


# --- Temporary failures


COME_AGAIN = 2  # seconds


class BusyMiddleware:
    """Answers temporary failures that views raise."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return busy(request, error) if _will_pass(error) else None


def error_page(request: HttpRequest) -> HttpResponse:
    """Answer errors raised outside of views, such as when a session is read."""
    error = sys.exc_info()[1]
    if error is not None and _will_pass(error):
        return busy(request, error)
    return server_error(request)


def _will_pass(error: BaseException) -> bool:
    return is_of_machine(error) or isinstance(error, RedisError)


def busy(request: HttpRequest, error: BaseException) -> HttpResponse:
    """Return status 503 and its code: a page for browsers, plain text for scripts."""
    # Never log the message, as it may contain secrets.
    log.warning("%s %s: not executed (%s)", request.method, request.path, type(error).__name__)
    refusal = Refusal(ChatCode.BUSY)
    headers = {CODE_HEADER: refusal.code, "Retry-After": str(COME_AGAIN)}
    if is_htmx(request) or "text/html" not in request.headers.get("Accept", ""):
        text = f"{refusal.code}: {refusal.message}"
        return HttpResponse(text, status=503, headers=headers, content_type="text/plain")
    answer = render(None, "503.html", {"refusal": refusal}, status=503)
    for name, value in headers.items():
        answer[name] = value
    return answer
