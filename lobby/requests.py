"""The request type of logged-in people, and the URL to return to."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from lobby.models import User


def next_url(request: HttpRequest, default: str = "lobby:lobby") -> str:
    """Return `next` of the request if it is a local path, else the default."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    # Without the slash, `redirect` would take it for the name of a view.
    if wanted.startswith("/") and url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return wanted
    return reverse(default)


class PersonRequest(HttpRequest):
    """The type of a request in a view behind `login_required`."""

    user: User
