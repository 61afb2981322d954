"""The friends page, and views that start or end a friendship."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from chat.contacts.friends import between, part
from chat.core.refusals import Refusal
from chat.core.responses import go, refused_plainly
from chat.live.batch import one_batch
from lobby.models import User
from lobby.profiles.friends import ask, friends_parts, standing_of
from lobby.requests import PersonRequest, next_url
from lobby.tables.fragments import header_parts
from lobby.tables.views import header_of, rendered


@login_required
@require_safe
def friends(request: PersonRequest) -> HttpResponse:
    """List a person's friends, requests and people from recent matches."""
    with one_batch():
        parts = rendered([*friends_parts(request.user), *header_parts(request.user)], request)
    return render(request, "lobby/profiles/friends.html", {"parts": parts} | header_of(parts))


def _other(request: PersonRequest, username: str) -> User:
    somebody = get_object_or_404(User, username_key=username, deleted_at=None)
    if somebody.pk == request.user.pk:
        raise Http404
    return somebody


@login_required
@require_POST
def befriend(request: PersonRequest, username: str) -> HttpResponse:
    """Send a friend request; with `answers`, accept the other person's."""
    somebody = _other(request, username)
    answers = request.POST.get("answers") == "1"
    try:
        are_friends = ask(user=request.user, other=somebody, answers=answers)
    except Refusal as refusal:
        return refused_plainly(request, refusal, _back(request, somebody))
    text = (
        _("You and %(name)s are now friends.")
        if are_friends
        else _("Friend request sent to %(name)s.")
    )
    messages.success(request, text % {"name": somebody.shown_name})
    return go(request, _back(request, somebody))


@login_required
@require_POST
def unfriend(request: PersonRequest, username: str) -> HttpResponse:
    """End a friendship, decline a request or withdraw one.

    The other person is not notified.
    """
    somebody = _other(request, username)
    before = standing_of(between(request.user.pk, somebody.pk).first(), request.user.pk)
    part(user=request.user, other=somebody)
    text = {
        "friends": _("You and %(name)s are no longer friends. They won't be notified."),
        "asks": _("You declined the request. %(name)s won't be notified."),
        "asked": _("Your request to %(name)s has been cancelled."),
    }.get(before)
    if text:
        messages.success(request, text % {"name": somebody.shown_name})
    return go(request, _back(request, somebody))


def _back(request: PersonRequest, somebody: User) -> str:
    if "next" in request.POST:
        return next_url(request)
    return redirect("lobby:person", somebody.username).url
