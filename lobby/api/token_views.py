"""The page of a person's API tokens."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from chat.core.refusals import Refusal
from chat.core.responses import refused_plainly
from chat.delivery.history import last_of
from chat.delivery.webhooks import hooks_of, send_test, set_hook
from chat.models import PushDevice
from games.models import Seat
from lobby.accounts.tokens import (
    MOST,
    Scope,
    become_bot,
    make_token,
    revoke_token,
    revoke_tokens,
    tokens_of,
)
from lobby.models import AccessToken, User
from lobby.profiles.notice_views import may_test
from lobby.requests import PersonRequest


@login_required
@require_http_methods(["GET", "POST"])
def tokens(request: PersonRequest) -> HttpResponse:
    """Show the person's tokens; by POST, create one.

    POST needs a recent log-in. Guests are sent to the page where they keep their account.
    """
    if request.user.is_guest:
        return redirect("lobby:keep")
    return _page(request) if request.method == "GET" else _made(request)


@reauthentication_required
def _made(request: PersonRequest) -> HttpResponse:
    """Create a token and render the page with its text."""
    # No redirect: the text of a token must not be stored in a session or a URL.
    person = User.objects.get(pk=request.user.pk)
    scopes = request.POST.get("scopes", Scope.READ).split()
    try:
        _token, text = make_token(user=person, name=request.POST.get("name", ""), scopes=scopes)
    except Refusal as refusal:
        return _page(request, refusal=refusal)
    return _page(request, new=text)


def _page(request: PersonRequest, **more: Any) -> HttpResponse:
    mine = list(tokens_of(request.user))
    hooks = hooks_of(request.user)
    context = {
        "tokens": [_shown(token, hooks.get(token.topic)) for token in mine],
        "choices": [(scopes, _may(scopes)) for scopes in ("read", _playing(request.user))],
        "scopes": request.POST.get("scopes", Scope.READ),
        "full": len(mine) >= MOST,
        "most": MOST,
        "name": request.POST.get("name", "")[:40] if "refusal" in more else "",
        "played": Seat.objects.filter(user=request.user).exists(),
        "staff": request.user.is_staff or request.user.is_superuser,
        **more,
    }
    return render(request, "lobby/accounts/tokens.html", context)


def _shown(token: AccessToken, hook: PushDevice | None) -> dict[str, Any]:
    last = last_of(hook) if hook is not None else None
    return {"token": token, "may": _may(token.scopes), "hook": hook, "last": last}


def _playing(user: User) -> str:
    return f"{Scope.READ} {Scope.BOT if user.is_bot else Scope.PLAY}"


def _may(scopes: str) -> str:
    if Scope.BOT in scopes.split():
        return _("read and play as a bot")
    return _("read and play") if Scope.PLAY in scopes.split() else _("read")


@login_required
@require_POST
@reauthentication_required
def be_bot(request: PersonRequest) -> HttpResponse:
    """Turn the account into a bot's, permanently.

    The form must have its box ticked, and the log-in must be recent.
    """
    person = User.objects.get(pk=request.user.pk)
    if request.POST.get("sure") != "1":
        return redirect("lobby:tokens")
    try:
        become_bot(user=person)
    except Refusal as refusal:
        return refused_plainly(request, refusal, reverse("lobby:tokens"))
    messages.success(request, _("This is now a bot account. Create a token for its program."))
    return redirect("lobby:tokens")


@login_required
@require_POST
def revoke_all(request: PersonRequest) -> HttpResponse:
    """Revoke all tokens of the person."""
    revoke_tokens(user=request.user)
    messages.success(request, _("All your tokens have been revoked and no longer work."))
    return redirect("lobby:tokens")


@login_required
@require_POST
def revoke(request: PersonRequest, pk: int) -> HttpResponse:
    """Revoke a token."""
    if not revoke_token(user=request.user, pk=pk):
        raise Http404
    messages.success(request, _("The token has been revoked and no longer works."))
    return redirect("lobby:tokens")


@login_required
@require_POST
@reauthentication_required
def set_webhook(request: PersonRequest, pk: int) -> HttpResponse:
    """Set the address that a token's events are sent to; an empty one removes it."""
    token = get_object_or_404(AccessToken, user=request.user, pk=pk)
    address = request.POST.get("address", "").strip()
    try:
        set_hook(user=request.user, topic=token.topic, name=token.name, address=address)
    except Refusal as refusal:
        return refused_plainly(request, refusal, reverse("lobby:tokens"))
    saved = _("Events are sent to this address from now on.")
    messages.success(request, saved if address else _("The webhook has been removed."))
    return redirect("lobby:tokens")


@login_required
@require_POST
def test_webhook(request: PersonRequest, pk: int) -> HttpResponse:
    """Send a test event to a token's webhook; the page shows the result."""
    token = get_object_or_404(AccessToken, user=request.user, pk=pk)
    hook = hooks_of(request.user).get(token.topic)
    if hook is None:
        raise Http404
    if not may_test(request):
        return redirect("lobby:tokens")
    send_test(hook, text=_("This is your test event. It works."), url=reverse("lobby:tokens"))
    messages.success(
        request, _("A test has been sent. Reload this page in a moment to see the result.")
    )
    return redirect("lobby:tokens")
