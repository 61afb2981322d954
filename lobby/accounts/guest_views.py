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

HOUR = 3600  # seconds


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Create a guest, log it in and redirect to `next` (default: the lobby)."""
    if request.user.is_authenticated:
        return redirect(next_url(request))
    try:
        return enter_as_guest(request, to=next_url(request))
    except Refusal as refusal:
        return refused_guest(request, refusal, back=next_url(request))


def enter_as_guest(
    request: HttpRequest, *, to: str, shown: str = "", invited: bool = False
) -> HttpResponse:
    """Create a guest, log it in and redirect to `to`.

    `shown` is the display name; if it is empty, a random one is chosen. `invited`: the request
    has a valid invitation. Raise `Refusal` with a `GuestCode` if no guest may be created.
    """
    if not settings.GUESTS:
        raise Refusal(GuestCode.NO_GUESTS)
    if not _within_limit(request, invited=invited):
        raise Refusal(GuestCode.TOO_MANY_GUESTS)
    guest = make_guest(
        device=device_of(request),
        time_zone=guessed_zone(request),
        theme=wished_theme(request),
        shown=shown,
    )
    answer: HttpResponse = perform_login(request, guest, redirect_url=to)
    return answer


def refused_guest(request: HttpRequest, refusal: Refusal, *, back: str) -> HttpResponse:
    """Say why there is no guest, and lead to `back` by another way.

    If it is possible later, the same form can be sent again.
    """
    later = refusal.code == GuestCode.TOO_MANY_GUESTS
    sent = {name: value for name, value in request.POST.items() if name != "csrfmiddlewaretoken"}
    context = {"why": refusal.message, "back": back, "later": later, "sent": sent}
    return render(request, "lobby/accounts/no_guest.html", context, status=429 if later else 403)


def _within_limit(request: HttpRequest, *, invited: bool) -> bool:
    address = address_of(request)
    if invited:
        most = settings.GUESTS_INVITED_PER_ADDRESS
        return take("invited-guest", address, most=most, seconds=HOUR)
    return take("guest", address, most=settings.GUESTS_PER_ADDRESS, seconds=HOUR)


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
