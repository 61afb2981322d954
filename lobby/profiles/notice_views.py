"""The page of notice settings, with devices and the delivery log."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from chat.contacts.notices import notify
from chat.core.limits import take
from chat.core.numbers import whole_number
from chat.core.refusals import Refusal
from chat.core.responses import coded
from chat.delivery import history, preferences, push
from chat.delivery.kinds import MAIL, PUSH, ROWS, SITE, TEST, WAYS
from chat.delivery.outbox import addresses_of
from chat.delivery.push import public_key
from chat.models import NoticePreferences
from games.models import Match, TableAlert
from games.registry import games
from games.services.alerts import look_for
from lobby.accounts.browsers import browser_name
from lobby.accounts.sessions import push_name
from lobby.requests import PersonRequest

WHERE = "lobby:notices"
TESTS_AN_HOUR = 10
# Sound, vibration.
ALERTS = {"both": (True, True), "sound": (True, False), "silent": (False, False)}


@login_required
@require_http_methods(["GET", "POST"])
def notices(request: PersonRequest) -> HttpResponse:
    """Show a person's notice settings; by POST, save them."""
    if request.method == "POST":
        return _saved(request)
    wishes = preferences.preferences_of(request.user)
    context = {
        "wishes": wishes,
        "rows": _rows(wishes),
        "hours": [(hour, f"{hour:02}:00") for hour in preferences.HOURS],
        "alerts": _alerts(),
        "alert": _alert_of(wishes),
        "address": addresses_of([request.user.pk]).get(request.user.pk, ""),
        "push_key": public_key(),
        "devices": push.devices_of(request.user),
        "looks": _looks_for(request),
        "paces": [("", _("any pace")), *Match.Pace.choices],
        "last": history.last_deliveries(request.user),
    }
    return render(request, "lobby/profiles/notices.html", context)


def _rows(wishes: NoticePreferences) -> list[dict[str, Any]]:
    """Return the rows of the table of notices, with a box for each channel.

    On a site without e-mail, choices of it are `kept` unseen.
    """
    names = {SITE: _("Site"), MAIL: _("E-mail"), PUSH: _("Push")}
    shown = [way for way in WAYS if way != MAIL or settings.MAIL_CONFIGURED]
    return [
        {
            "label": row.label,
            "boxes": [
                {
                    "name": f"{name}.{way}",
                    "label": names[way],
                    "way": way,
                    "on": way in preferences.ways_of(name, wishes),
                }
                for way in shown
            ],
            "kept": [
                {"name": f"{name}.{way}"}
                for way in preferences.ways_of(name, wishes)
                if way not in shown
            ],
        }
        for name, row in ROWS.items()
    ]


def _looks_for(request: PersonRequest) -> dict[str, Any]:
    """Return the person's table alerts, with all games to choose from."""
    rows = list(TableAlert.objects.filter(user=request.user))
    first = rows[0] if rows else TableAlert()
    chosen = {row.game for row in rows}
    return {
        "games": [(slug, game.title.name, slug in chosen) for slug, game in games().items()],
        "pace": first.pace,
        "hour_from": first.hour_from,
        "hour_to": first.hour_to,
    }


@login_required
@require_POST
def look_for_tables(request: PersonRequest) -> HttpResponse:
    """Save for which games, pace and hours the person gets table alerts."""
    post = request.POST
    try:
        look_for(
            user=request.user,
            slugs=post.getlist("games"),
            pace=post.get("pace", ""),
            hour_from=_hour(post.get("hour_from", "")),
            hour_to=_hour(post.get("hour_to", "")),
        )
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("Your table alert has been saved."))
    return redirect(WHERE)


def _alerts() -> list[tuple[str, str]]:
    """Return the choices for push alerts."""
    # There is no vibration without sound, because no browser allows it.
    return [
        ("both", _("sound and vibration")),
        ("sound", _("sound only")),
        ("silent", _("silent")),
    ]


def _alert_of(wishes: NoticePreferences) -> str:
    chosen = (wishes.sound, wishes.vibration)
    return next((name for name, pair in ALERTS.items() if pair == chosen), "silent")


def _saved(request: PersonRequest) -> HttpResponse:
    post = request.POST
    chosen = {row: [way for way in WAYS if f"{row}.{way}" in post] for row in ROWS}
    try:
        preferences.set_choices(user=request.user, choices=chosen)
        preferences.set_times(
            user=request.user,
            quiet_from=_hour(post.get("quiet_from", "")),
            quiet_to=_hour(post.get("quiet_to", "")),
            digest_hour=_hour(post.get("digest_hour", "")),
        )
        sound, vibration = ALERTS.get(post.get("alert", ""), ALERTS["both"])
        preferences.set_alerts(user=request.user, sound=sound, vibration=vibration)
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("Your notice settings have been saved."))
    return redirect(WHERE)


def _hour(text: str) -> int | None:
    """Return the hour in a form field, or None if it is empty.

    Any other text becomes -1, which the services refuse.
    """
    number = whole_number(text, 2)
    return -1 if text and number is None else number


def may_test(request: PersonRequest) -> bool:
    """Count a test, of notices or of a webhook. Return False, with a message, after too many."""
    if take("test-notices", str(request.user.pk), most=TESTS_AN_HOUR, seconds=3600):
        return True
    messages.error(request, _("You have sent too many tests. Try again in an hour."))
    return False


@login_required
@require_POST
def test(request: PersonRequest) -> HttpResponse:
    """Send a test notice by every channel; the page shows the results."""
    if not may_test(request):
        return redirect(WHERE)
    notify(
        user=request.user,
        kind=TEST,
        text=_("This is your test notice. It works."),
        url=reverse(WHERE),
    )
    messages.success(request, _("A test has been sent. The result will appear below in a moment."))
    return redirect(reverse(WHERE) + "#results")


@login_required
@require_POST
def add_device(request: PersonRequest) -> HttpResponse:
    """Register this browser for push messages."""
    post = request.POST
    try:
        push.add_device(
            user=request.user,
            endpoint=post.get("endpoint", ""),
            public_key=post.get("public_key", ""),
            secret=post.get("secret", ""),
            name=browser_name(request.headers.get("User-Agent", "")),
            session=push_name(request.session),
        )
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("Push has been turned on for this browser."))
    return redirect(WHERE)


@login_required
@require_http_methods(["GET", "POST"])
@coded
def renew_device(request: PersonRequest) -> HttpResponse:
    """Return what a service worker needs to subscribe again; by POST, save the subscription."""
    if request.method == "GET":
        return JsonResponse({"key": public_key(), "token": get_token(request)})
    push.renew_device(
        user=request.user,
        session=push_name(request.session),
        endpoint=request.POST.get("endpoint", ""),
        public_key=request.POST.get("public_key", ""),
        secret=request.POST.get("secret", ""),
    )
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@login_required
@require_POST
def remove_device(request: PersonRequest, pk: int) -> HttpResponse:
    """Stop push messages to a device."""
    if not push.remove_device(user=request.user, pk=pk):
        raise Http404
    messages.success(request, _("Push has been turned off for that device."))
    return redirect(WHERE)
