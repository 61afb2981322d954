"""The site's middleware: headers of every answer, and answers to faults of the machine.

Play and bids answer such a fault with their fresh view (`games/services/play.py`); everything else
is answered here with `busy`, so that no view has to think of it. A command is one transaction: none
of it is carried out.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from csp.constants import UNSAFE_INLINE
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
from chat.core.templates import url

log = logging.getLogger(__name__)


# --- What each answer says to browsers and caches, besides what Django's own says. ---


POLICY: dict[str, Any] = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
# Django's pages, with the same bounds but for the attributes that its scripts write into the page
# (Select2). No script in a page is carried out there either.
ADMIN_POLICY: dict[str, Any] = {
    **POLICY,
    "style-src-attr": [UNSAFE_INLINE],
}
UNUSED = ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "usb")  # fmt: skip
PERMISSIONS = ", ".join(f"{feature}=()" for feature in UNUSED)

Respond = Callable[[HttpRequest], HttpResponseBase]


@sync_only_middleware
def bounds(get_response: Respond) -> Respond:
    """What a page may load and run, and which of a device's senses it may ask for.

    django-csp's own middleware puts the same words together anew for each answer.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        answer = get_response(request)
        is_admin = request.path_info.startswith(url("admin:index"))
        answer["Content-Security-Policy"] = _policy(is_admin=is_admin)
        answer["Permissions-Policy"] = PERMISSIONS
        return answer

    return middleware


@sync_only_middleware
def head_as_get(get_response: Respond) -> Respond:
    """Answer HEAD as GET, whatever methods a view or a library names; the server sends no body."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method != "HEAD":
            return get_response(request)
        request.method = "GET"
        try:
            return get_response(request)
        finally:
            request.method = "HEAD"

    return middleware


@cache
def _policy(*, is_admin: bool) -> str:
    """The admin's pages are Django's, and have a policy of their own."""
    return str(build_policy(config=ADMIN_POLICY if is_admin else POLICY))


@sync_only_middleware
def no_store(get_response: Respond) -> Respond:
    """No cache keeps what was made for somebody who is logged in; not the browser's either, which
    shows it to whoever presses "back" after them.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        was_in = _is_in(request)
        answer = get_response(request)
        if was_in or request.user.is_authenticated:
            answer["Cache-Control"] = "private, no-store"
        return answer

    return middleware


def _is_in(request: HttpRequest) -> bool:
    """Strangers without a cookie are not looked for."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated


# --- Faults of the machine. ---


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
