"""Middleware that prepares each request of a logged-in person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.decorators import sync_only_middleware

from chat.core import log_context
from chat.core.clock import now
from chat.core.try_write import best_effort
from chat.people import in_zone_of
from lobby.accounts.second_factor import is_of_account, staff_detour
from lobby.accounts.sessions import lead_to_log_in, renew, tell_browser
from lobby.accounts.suspension import suspended_page
from lobby.models import User

Respond = Callable[[HttpRequest], HttpResponseBase]


# The whole chain is synchronous: `config.server.internals.ThreadedHandler` runs it in a thread.
@sync_only_middleware
def person(get_response: Respond) -> Respond:
    """Activate the person's time zone and language, and block who may not enter.

    Suspended people, and staff without their second factor, get another page instead. People who
    must log in first come back to their page afterwards.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        user, answer = _identify(request)
        renewed = user is not None and answer is None and renew(request, user)
        with _preferences_of(user):
            response = lead_to_log_in(request, answer or get_response(request))
        if renewed:
            tell_browser(request, response)
        return response

    return middleware


def _identify(request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
    """Return the user, and the response that replaces the page, if any."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
        return None, None
    user = request.user
    log_context.note(user_id=user.pk)
    if user.suspended_until is not None and user.is_suspended(now()):
        return user, _log_out_suspended(request, user)
    _mark_seen(user)
    if user.is_guest:
        return user, _guest_detour(request)
    return user, staff_detour(request, user)


def _log_out_suspended(request: HttpRequest, user: User) -> HttpResponse:
    logout(request)
    return suspended_page(request, user)


def _mark_seen(user: User) -> None:
    today = timezone.now().date()
    if user.seen_on != today:  # once a day; no page waits for it
        best_effort(lambda: User.objects.filter(pk=user.pk).update(seen_on=today))


def _guest_detour(request: HttpRequest) -> HttpResponse | None:
    """Return a redirect to where a guest keeps the account, if they need one.

    A guest has no e-mail address, password or second factor to manage.
    """
    if not is_of_account(request.path) or request.path == reverse("account_logout"):
        return None
    if request.path == reverse("account_login"):
        return redirect("account_logout")
    return redirect("lobby:keep")


@contextmanager
def _preferences_of(user: User | None) -> Iterator[None]:
    if user is None:
        yield
        return
    with in_zone_of(user), translation.override(user.language):
        yield
