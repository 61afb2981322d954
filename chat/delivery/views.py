"""The link in an e-mail that stops others like it."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from chat.delivery.kinds import ROWS
from chat.delivery.mail import read_token
from chat.delivery.preferences import gets_mail, preferences_of, unsubscribe


@csrf_exempt  # mail programs post it without having been here (RFC 8058); the token is the proof
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Looking changes nothing, as mail programs look at links by themselves; a POST does."""
    read = read_token(token)
    if read is None or (read[1] and read[1] not in ROWS):
        raise Http404
    person, row = read
    user = get_user_model()._default_manager.filter(pk=person, is_active=True).first()
    if user is None:
        raise Http404
    if request.method == "POST":
        unsubscribe(user=user, row=row)
    context = {
        "row": ROWS[row].label if row else "",
        "stopped": not gets_mail(row, preferences_of(user)),
    }
    return render(request, "chat/mail/stop.html", context)
