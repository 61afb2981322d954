"""What binds a person in chat, and the one message they may say to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from chat.core.refusals import Refusal
from chat.core.responses import CODE_HEADER
from chat.models import Appeal, ModeratorAct
from chat.models.rooms import MAX_TEXT
from chat.moderation.appeals import Bound, appeal, mutes_bound
from chat.moderation.names_in_acts import with_names


@login_required
@require_http_methods(["GET", "POST"])
def appeals(request: HttpRequest) -> HttpResponse:
    """Mutes in force with a form each, and earlier answers. POST: `act`, `text`."""
    user: Any = request.user
    refusal = _sent(request, user) if request.method == "POST" else None
    if request.method == "POST" and refusal is None:
        return redirect("chat:appeals")  # so that a reload sends nothing again
    bound = mutes_bound(user)
    context = {
        "bound": bound,
        "past": _past(user, bound),
        "refusal": refusal,
        "most": MAX_TEXT,
    }
    answer = render(request, "chat/appeals.html", context, status=422 if refusal else 200)
    if refusal:
        answer[CODE_HEADER] = refusal.code
    return answer


def _past(user: Any, bound: Sequence[Bound]) -> list[tuple[Appeal, str]]:
    """What they have said before, and why a moderator had done what it was about."""
    said = Appeal.objects.filter(user=user).exclude(act__in=[one.act for one in bound])
    last = list(said.select_related("act").order_by("-pk")[:10])
    return list(zip(last, with_names([one.act.reason for one in last]), strict=True))


def _sent(request: HttpRequest, user: Any) -> Refusal | None:
    """Carries out what was posted; the refusal, if it was."""
    given = request.POST.get("act", "")
    act = get_object_or_404(ModeratorAct, pk=given if given.isdecimal() else 0)
    try:
        appeal(user=user, act=act, text=request.POST.get("text", ""))
    except Refusal as refusal:
        return refusal
    return None
