"""What the house keeps of people: a page for everybody, and one's own data to take along."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from chat.core.limits import take
from chat.tasks import KEEP_ENDED_MUTES
from lobby.models import User
from lobby.people.guests import UNUSED_DAYS
from lobby.people.name_registry import RESTS_DAYS
from lobby.people.own_data import data_of
from lobby.people.requests import PersonRequest

DAY = 24 * 3600  # seconds
A_DAY = 10  # each is a walk over all that a person has ever written


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept, for how long in this house, who sees it, and what deletion leaves."""
    return render(request, "lobby/people/privacy.html", {"days": days()})


def days() -> dict[str, Any]:
    """The times of this house, in days; 0: for ever."""
    return {
        "messages": settings.KEEP_MESSAGES_DAYS,
        "notices": settings.KEEP_NOTICES_DAYS,
        "seen_notices": settings.KEEP_SEEN_NOTICES_DAYS,
        "keys": settings.KEEP_KEYS_DAYS,
        "sessions": settings.SESSION_DAYS,
        "mutes": KEEP_ENDED_MUTES.days,
        "guests": UNUSED_DAYS,
        "names": RESTS_DAYS,
    }


@login_required
@require_POST
def own_data(request: PersonRequest) -> HttpResponse:
    """All that the house keeps of whoever asks, as a file."""
    if not take("own-data", str(request.user.pk), most=A_DAY, seconds=DAY):
        text = _("You have downloaded your data often today. Go on tomorrow.")
        return HttpResponse(text, status=429, content_type="text/plain")
    person = User.objects.get(pk=request.user.pk)
    answer = JsonResponse(data_of(person), json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = 'attachment; filename="ridotto-my-data.json"'
    return answer
