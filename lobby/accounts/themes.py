"""Light or dark: the person's own wish, or what this browser was last told."""

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
    """`auto`, `light` or `dark`: what the page shows from its first moment on."""
    user = getattr(request, "user", None)
    if isinstance(user, User):
        return user.theme
    return wished_theme(request)


def wished_theme(request: HttpRequest) -> str:
    """What this browser was told, whoever sits before it."""
    wish = request.COOKIES.get(COOKIE, "")
    return wish if wish in User.Theme.values else User.Theme.AUTO


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Keeps the choice: with the account, and in a cookie for when nobody is logged in."""
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
