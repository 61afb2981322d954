"""What each answer says to browsers and caches, besides what Django's own middleware says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from csp.constants import UNSAFE_INLINE
from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.decorators import sync_only_middleware

# Django's pages, with the same bounds but for the attributes that its scripts write into the page
# (Select2). No script in a page is carried out there either.
ADMIN_POLICY: dict[str, Any] = {
    **settings.CONTENT_SECURITY_POLICY["DIRECTIVES"],
    "style-src-attr": [UNSAFE_INLINE],
}
UNUSED = ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "publickey-credentials-get", "usb")  # fmt: skip
PERMISSIONS = ", ".join(f"{feature}=()" for feature in UNUSED)

Respond = Callable[[HttpRequest], HttpResponseBase]


class ContentSecurityPolicy(CSPMiddleware):
    """The admin's pages are Django's, and have a policy of their own."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if not report_only and request.path_info.startswith(reverse("admin:index")):
            parts.config = ADMIN_POLICY
        return parts


@sync_only_middleware
def permissions(get_response: Respond) -> Respond:
    """No page, and nothing in one, asks for a camera, a place or a payment."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        answer = get_response(request)
        answer["Permissions-Policy"] = PERMISSIONS
        return answer

    return middleware


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
