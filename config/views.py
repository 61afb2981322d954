"""Pages that belong to no app: errors, an icon, and what a browser asks of a site it installs."""

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from chat.core.responses import CODE_HEADER, is_htmx
from lobby.accounts.second_factor import is_of_account
from lobby.accounts.sessions import log_in_again


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token is out of date so that nothing in it is lost."""
    get_token(request)  # a browser that lost its cookie gets one for the next try
    if not is_htmx(request):
        return render(request, "403_csrf.html", {"fields": _fields_to_resend(request)}, status=403)
    if not request.user.is_authenticated:
        return log_in_again(request)
    return HttpResponse(status=403, headers={CODE_HEADER: "stale_form"})


def _fields_to_resend(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what the form held; empty if it was not sent by a page of this site, or is secret."""
    is_own = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    names = [name for name in request.POST if name != "csrfmiddlewaretoken"]
    if not is_own or request.FILES or is_of_account(request.path):
        return []
    if any("password" in name for name in names):
        return []
    return [(name, value) for name in names for value in request.POST.getlist(name)]


# Django's own error pages look for a token in the form, and fail where that cannot be read.
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", {"exception": str(exception)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def favicon(request: HttpRequest) -> HttpResponse:
    """For pages that name no icon of their own (the admin's, bare answers)."""
    return redirect(static("art/favicon.ico"))


@require_safe
def push_worker(request: HttpRequest) -> HttpResponse:
    """A service worker is in charge of what lies below its own address: of the whole site, here."""
    return HttpResponse(_push_worker(), content_type="text/javascript; charset=utf-8")


@cache
def _push_worker() -> str:
    return (settings.BASE_DIR / "static/js/push-worker.js").read_text("utf-8")


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to put the site on its home screen."""
    told = {
        "name": "Ridotto",
        "short_name": "Ridotto",
        "description": _("A gaming house on the web."),
        "id": "/",
        "start_url": reverse("lobby:lobby"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f1e7",
        "theme_color": "#1f5c4d",
        "icons": [
            _icon("icon-192.png", 192, "any"),
            _icon("icon-512.png", 512, "any"),
            _icon("icon-maskable-512.png", 512, "maskable"),
        ],
    }
    return JsonResponse(told, content_type="application/manifest+json")


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": static(f"art/{name}"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }
