"""The light or dark theme: the person's setting, or the browser's cookie."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from chat.core.responses import is_htmx
from lobby.models import User
from lobby.requests import next_url

COOKIE = "theme"
A_YEAR = 365 * 24 * 3600


def theme_of(request: HttpRequest) -> str:
    """Return `auto`, `light` or `dark` for this request.

    The page is rendered with it, so it does not flash in another theme first.
    """
    user = getattr(request, "user", None)
    if isinstance(user, User):
        return user.theme
    return wished_theme(request)


def wished_theme(request: HttpRequest) -> str:
    """Return the theme in this browser's cookie, or `auto`."""
    wish = request.COOKIES.get(COOKIE, "")
    return wish if wish in User.Theme.values else User.Theme.AUTO


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Store the theme in the account and in a cookie.

    The cookie is for when nobody is logged in.
    """
    theme = request.POST.get("theme", "")
    if theme not in User.Theme.values:
        theme = User.Theme.AUTO
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(theme=theme)
    answer: HttpResponse = redirect(next_url(request, "home"))
    if is_htmx(request):
        answer = HttpResponse(status=204)
    answer.set_cookie(
        COOKIE,
        theme,
        max_age=A_YEAR,
        samesite="Lax",
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return answer
