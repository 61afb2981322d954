"""Pages that belong to no app: errors, icons, service worker and web manifest."""

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
    """Answer a form with an outdated token, so that its contents are not lost."""
    get_token(request)  # sets the cookie if the browser has lost it
    if not is_htmx(request):
        return render(request, "403_csrf.html", {"fields": _fields_to_resend(request)}, status=403)
    if not request.user.is_authenticated:
        return log_in_again(request)
    return HttpResponse(status=403, headers={CODE_HEADER: "stale_form"})


def _fields_to_resend(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the form's fields to send again.

    The list is empty if the form came from another site or may contain secrets.
    """
    is_own = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    names = [name for name in request.POST if name != "csrfmiddlewaretoken"]
    if not is_own or request.FILES or is_of_account(request.path):
        return []
    if any("password" in name for name in names):
        return []
    return [(name, value) for name in names for value in request.POST.getlist(name)]


# Django's default error pages parse the form for a token, which may be what has failed.
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", {"exception": str(exception)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon, for pages that declare none (such as the admin's)."""
    return redirect(static("art/favicon.ico"))


@require_safe
def push_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker."""
    # Its scope is the path below its own URL, so here it is the whole site.
    return HttpResponse(_push_worker(), content_type="text/javascript; charset=utf-8")


@cache
def _push_worker() -> str:
    return (settings.BASE_DIR / "static/js/push-worker.js").read_text("utf-8")


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest, which lets phones install the site."""
    data = {
        "name": "Ridotto",
        "short_name": "Ridotto",
        "description": _("Multiplayer games in the browser."),
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
    return JsonResponse(data, content_type="application/manifest+json")


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": static(f"art/{name}"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }
