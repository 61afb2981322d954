"""What a suspended person is shown in place of the house, and the one message they may answer."""

from __future__ import annotations

from typing import Any

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from chat.core.clock import now
from chat.core.refusals import ChatCode, Refusal
from chat.core.responses import CODE_HEADER
from chat.models import Appeal
from chat.models.rooms import MAX_TEXT
from chat.moderation.appeals import appeal, last_act
from lobby.accounts.services import lift_suspension
from lobby.models import User

# Nobody who is suspended has a session: the page's form says who showed the password for it.
_SALT = "lobby.suspended"
_GOOD_FOR = 24 * 3600  # seconds


def suspended_page(
    request: HttpRequest, user: User, *, refusal: Refusal | None = None
) -> HttpResponse:
    """Why and until when this person is kept out, and what was said to it."""
    act = last_act(user, "suspend")
    context: dict[str, Any] = {
        "person": user,
        "appealable": act is not None,
        "appeal": Appeal.objects.filter(act=act).first() if act else None,
        "token": signing.dumps(user.pk, salt=_SALT),
        "refusal": refusal,
        "most": MAX_TEXT,
    }
    answer = render(request, "lobby/accounts/suspended.html", context, status=403)
    if refusal:
        answer[CODE_HEADER] = refusal.code
    return answer


@require_POST
def answer(request: HttpRequest) -> HttpResponse:
    """Says something to one's suspension: `token` of the page, `text`."""
    user = _who(request.POST.get("token", ""))
    try:
        _appeal(user, request.POST.get("text", ""))
    except Refusal as refusal:
        return suspended_page(request, user, refusal=refusal)
    return suspended_page(request, user)


def _who(token: str) -> User:
    """The person whose page made this token today. Raises Http404."""
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
    if act is None:  # suspended past the services, as in a shell
        raise Refusal(ChatCode.NOTHING_TO_APPEAL)
    appeal(user=user, act=act, text=text)


def lift(moderator: Any, granted: Appeal, reason: str) -> None:
    """Ends the suspension that a granted appeal is about, unless it has ended."""
    user = User.objects.get(pk=granted.user_id)
    if user.is_suspended(now()):
        lift_suspension(moderator=moderator, user=user, reason=reason)
