"""The page for suspended people, with the one appeal they may send."""

from __future__ import annotations

from typing import Any

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from chat.core.clock import now
from chat.core.refusals import ChatCode, Refusal
from chat.core.responses import CODE_HEADER
from chat.models import Appeal, ModeratorAct
from chat.models.rooms import MAX_TEXT
from chat.moderation.appeals import appeal, last_act
from chat.people import in_zone_of
from lobby.accounts.services import lift_suspension
from lobby.models import User

# A suspended person has no session. The form's token proves that they entered the password.
_SALT = "lobby.suspended"
_GOOD_FOR = 24 * 3600  # seconds


def suspended_page(
    request: HttpRequest, user: User, *, refusal: Refusal | None = None
) -> HttpResponse:
    """Render the page that says why and until when this person is suspended."""
    act = last_act(user, "suspend")
    context: dict[str, Any] = {
        "person": user,
        "appealable": act is not None,
        "appeal": Appeal.objects.filter(act=act).first() if act else None,
        "token": signing.dumps(user.pk, salt=_SALT),
        "refusal": refusal,
        "most": MAX_TEXT,
    }
    with in_zone_of(user):  # this person is not logged in
        answer = render(request, "lobby/accounts/suspended.html", context, status=403)
    if refusal:
        answer[CODE_HEADER] = refusal.code
    return answer


@require_POST
def answer(request: HttpRequest) -> HttpResponse:
    """Appeal against one's own suspension, with the page's `token` and a `text`."""
    user = _suspended_person(request.POST.get("token", ""))
    try:
        _appeal(user, request.POST.get("text", ""))
    except Refusal as refusal:
        return suspended_page(request, user, refusal=refusal)
    return suspended_page(request, user)


def _suspended_person(token: str) -> User:
    """Return the person for whom the token was made.

    Raise `Http404` if it is invalid or a day old, or if the suspension has ended.
    """
    try:
        key = signing.loads(token, salt=_SALT, max_age=_GOOD_FOR)
    except signing.BadSignature:
        raise Http404
    user = User.objects.filter(pk=key, deleted_at=None).first()
    if user is None or not user.is_suspended(now()):
        raise Http404
    return user


def _appeal(user: User, text: str) -> None:
    act = last_act(user, "suspend")
    if act is None:  # suspended without the services, as in a shell
        raise Refusal(ChatCode.NOTHING_TO_APPEAL)
    appeal(user=user, act=act, text=text)


def lift(moderator: Any, act: ModeratorAct, reason: str) -> None:
    """Lift the suspension that an act began, unless it has ended."""
    user = User.objects.get(pk=act.target_id)
    if user.is_suspended(now()):
        lift_suspension(moderator=moderator, user=user, reason=reason)
