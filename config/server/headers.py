"""What each answer says to browsers and caches, besides what Django's own middleware says."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from csp.constants import UNSAFE_INLINE
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_only_middleware

from chat.core.templates import url

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
