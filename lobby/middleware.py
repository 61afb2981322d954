"""What is set up for each request of a logged-in person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import cast

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.decorators import sync_and_async_middleware

from chat.clock import now
from lobby.adapter import suspended_page
from lobby.models import User

Respond = Callable[[HttpRequest], HttpResponseBase]
RespondLater = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@sync_and_async_middleware
def person(get_response: Respond | RespondLater) -> Respond | RespondLater:
    """The person's own time zone and language; keeps suspended people out."""
    if iscoroutinefunction(get_response):
        respond_later = cast(RespondLater, get_response)

        async def asynchronous(request: HttpRequest) -> HttpResponseBase:
            user, answer = await sync_to_async(_meet)(request)
            with _ways_of(user):
                return answer or await respond_later(request)

        return asynchronous

    respond = cast(Respond, get_response)

    def synchronous(request: HttpRequest) -> HttpResponseBase:
        user, answer = _meet(request)
        with _ways_of(user):
            return answer or respond(request)

    return synchronous


def _meet(request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
    """Who it is, and what answers the request in place of its page, if anything does."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
        return None, None
    user = request.user
    if user.suspended_until is not None and user.is_suspended(now()):
        return user, _turn_out(request, user)
    _mark_seen(user)
    if user.is_guest:
        return user, _guest_detour(request)
    return user, None


def _turn_out(request: HttpRequest, user: User) -> HttpResponse:
    logout(request)
    return suspended_page(request, user)


def _mark_seen(user: User) -> None:
    today = timezone.now().date()
    if user.seen_on != today:
        User.objects.filter(pk=user.pk).update(seen_on=today)


def _guest_detour(request: HttpRequest) -> HttpResponse | None:
    """A guest has no e-mail address, password or second factor: first the account is kept."""
    account = reverse("account_login").removesuffix("login/")
    if not request.path.startswith(account) or request.path == reverse("account_logout"):
        return None
    if request.path == reverse("account_login"):
        return redirect("account_logout")
    return redirect("lobby:keep")


@contextmanager
def _ways_of(user: User | None) -> Iterator[None]:
    if user is None:
        yield
        return
    with timezone.override(user.time_zone), translation.override(user.language):
        yield
