"""Links with which guests move to another device."""

from __future__ import annotations

from base64 import b64encode
from urllib.parse import urlencode

import qrcode
from allauth.account.utils import perform_login
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe
from qrcode.image.svg import SvgPathImage

from lobby.accounts.sessions import end_sessions
from lobby.models import User
from lobby.requests import PersonRequest

_SALT = "lobby.move"
_GOOD_FOR = 600  # seconds


@login_required
@require_safe
def offer(request: PersonRequest) -> HttpResponse:
    """Show a guest the link that moves the account, also as a QR code."""
    if not request.user.is_guest:
        return redirect("lobby:profile")
    # In the query, because paths are logged.
    link = f"{reverse('lobby:move_here')}?{urlencode({'token': _token_of(request.user)})}"
    link = request.build_absolute_uri(link)
    picture = qrcode.make(link, image_factory=SvgPathImage, border=2).to_string()
    context = {"link": link, "qr": f"data:image/svg+xml;base64,{b64encode(picture).decode()}"}
    return render(request, "lobby/accounts/move.html", context)


@never_cache
@sensitive_post_parameters("token")
@require_http_methods(["GET", "POST"])
def accept(request: HttpRequest) -> HttpResponse:
    """Show the page of the link; by POST, log in as the guest here and nowhere else."""
    token = request.POST.get("token") or request.GET.get("token", "")
    guest = _guest_of(token)
    if guest is not None and request.user == guest:
        return redirect("lobby:mine")
    if request.method == "POST" and not request.user.is_authenticated:
        guest = _end_other_sessions(token)
        if guest is not None:
            answer: HttpResponse = perform_login(request, guest, redirect_url=reverse("lobby:mine"))
            return answer
    context = {"guest": guest, "token": token}
    status = 200 if guest else 403
    answer = render(request, "lobby/accounts/move_here.html", context, status=status)
    # Only the origin, which the check of forms needs: the address contains the token.
    answer["Referrer-Policy"] = "strict-origin"
    return answer


def _token_of(guest: User) -> str:
    # It works once: moving changes the epoch.
    return signing.dumps([guest.pk, guest.session_epoch], salt=_SALT)


def _guest_of(token: str, *, lock: bool = False) -> User | None:
    """Return the guest whom this token moves, or None if it is used, too old or invalid."""
    try:
        pk, epoch = signing.loads(token, salt=_SALT, max_age=_GOOD_FOR)
    except signing.BadSignature:
        return None
    users = User.objects.select_for_update() if lock else User.objects.all()
    return users.filter(pk=pk, session_epoch=epoch, is_guest=True, deleted_at=None).first()


def _end_other_sessions(token: str) -> User | None:
    """Use the token up. Return the guest, to be logged in, or None if it no longer works."""
    with transaction.atomic():
        guest = _guest_of(token, lock=True)
        if guest is not None:
            end_sessions(user=guest, reason=_("You are now playing on another device."))
            guest.refresh_from_db()
    return guest
