"""Views for playing as a guest and for keeping the account afterwards."""

from __future__ import annotations

from allauth.account.utils import perform_login
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from chat.core.limits import address_of, take
from chat.core.refusals import Refusal
from lobby.accounts.browsers import device_of, guessed_zone
from lobby.accounts.forms import KeepForm
from lobby.accounts.guests import free_name, keep_account, make_guest
from lobby.accounts.refusals import GuestCode
from lobby.accounts.sessions import close_sockets
from lobby.accounts.themes import wished_theme
from lobby.requests import PersonRequest, next_url

DAY = 24 * 60 * 60  # seconds


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Create a guest, log it in and redirect to `next` (default: the lobby)."""
    if request.user.is_authenticated:
        return redirect(next_url(request))
    try:
        return enter_as_guest(request, to=next_url(request))
    except Refusal as refusal:
        return refused_guest(request, refusal)


def enter_as_guest(request: HttpRequest, *, to: str, shown: str = "") -> HttpResponse:
    """Create a guest, log it in and redirect to `to`.

    `shown` is the display name; if it is empty, a random one is chosen. Raise `Refusal` with a
    `GuestCode` if no guest may be created.
    """
    if not settings.GUESTS:
        raise Refusal(GuestCode.NO_GUESTS)
    if not _within_limit(request):
        raise Refusal(GuestCode.TOO_MANY_GUESTS)
    guest = make_guest(
        device=device_of(request),
        time_zone=guessed_zone(request),
        theme=wished_theme(request),
        shown=shown,
    )
    answer: HttpResponse = perform_login(request, guest, redirect_url=to)
    return answer


def refused_guest(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    status = 429 if refusal.code == GuestCode.TOO_MANY_GUESTS else 403
    return render(request, "lobby/accounts/no_guest.html", {"why": refusal.message}, status=status)


def _within_limit(request: HttpRequest) -> bool:
    return take("guest", address_of(request), most=settings.GUESTS_PER_ADDRESS, seconds=DAY)


@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "POST"])
def keep(request: PersonRequest) -> HttpResponse:
    """Let a guest choose a username and a password for the account."""
    if not request.user.is_guest:
        return redirect("lobby:profile")
    named = {"username": free_name(request.user)}
    form = KeepForm(request.POST or None, guest=request.user, initial=named)
    if form.is_valid() and _kept(request, form):
        messages.success(
            request, _("This account is now yours. From now on, log in with this name.")
        )
        return redirect(next_url(request))
    context = {"form": form, "wide": False, "next": next_url(request)}
    return render(request, "lobby/accounts/keep.html", context)


def _kept(request: PersonRequest, form: KeepForm) -> bool:
    data, user = form.cleaned_data, request.user
    try:
        keep_account(user=user, username=data["username"], password=data["password"])
    except ValidationError as error:  # somebody else took the name while the form was checked
        user.refresh_from_db()
        form.add_error("username", error)
        return False
    key = request.session.session_key
    update_session_auth_hash(request, user)
    close_sockets(
        user=user, reason=_("This account has already been kept under another name."), spare=key
    )
    return True
