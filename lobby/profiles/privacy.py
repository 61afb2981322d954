"""The privacy page, and the download of a person's own data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from auctions.selectors import own_seat
from chat.contacts.friends import rows_of
from chat.core.clock import now
from chat.core.limits import take
from chat.tasks import KEEP_ENDED_MUTES, KEEP_NOTES
from games.models import Match
from lobby.accounts.guests import UNUSED_DAYS
from lobby.accounts.name_registry import RESTS_DAYS
from lobby.models import User
from lobby.profiles.friends import standing_of
from lobby.requests import PersonRequest

# --- All data that the site has about a person
#
# Every relation of a model to a user is listed here, either with the columns that are handed out or
# with the reason why none are; a test fails for a missing one. About other people it contains only
# what the person could already see.


OWN = (
    "username", "display_name", "email", "date_joined", "last_login", "seen_on", "time_zone",
    "language", "theme", "hue", "sound", "vibration", "asks_twice", "sends_in_time", "best_listed",
    "shows_practice", "friends_by", "is_guest", "is_bot", "suspended_until", "suspended_for",
)  # fmt: skip

# Columns that are handed out, by "app.Model.relation".
GIVEN: Mapping[str, tuple[str, ...]] = {
    "account.EmailAddress.user": ("email", "verified", "primary"),
    "mfa.Authenticator.user": ("type", "data__name", "created_at", "last_used_at"),
    "usersessions.UserSession.user": ("created_at", "last_seen_at", "ip", "user_agent"),
    "chat.Message.author": ("at", "room__key", "text", "removed_at", "removed_by", "reason"),
    "chat.Report.reporter": (
        "at", "kind", "subject", "room__key", "place", "reason", "decision", "decided_at",
    ),
    "chat.ReportLine.author": ("at", "name", "text"),
    "chat.Mute.user": ("at", "until", "room__key", "reason", "by_host"),
    "chat.Mute.by": ("at", "until", "room__key", "reason"),
    "chat.ModeratorAct.moderator": ("at", "act", "target_label", "reason"),
    "chat.Appeal.user": ("at", "text", "answer", "granted", "answered_at"),
    "chat.Appeal.answered_by": ("answered_at", "answer", "granted"),
    "chat.Block.blocker": ("at", "blocked__username"),
    "chat.Notice.user": ("at", "kind", "text", "url", "seen_at"),
    "chat.NoticePreferences.user": (
        "choices", "quiet_from", "quiet_to", "digest_hour", "sound", "vibration", "dead_address",
        "dead_since",
    ),
    "chat.FormerName.user": ("name",),
    "chat.PushDevice.user": ("name", "endpoint", "made_at", "gone_at"),
    "chat.ReadMark.user": ("room__key", "message_id"),
    "chat.Presence.user": ("room", "seen_at"),
    "games.Match.owner": ("public_id", "game", "name", "created_at", "ended_at"),
    "games.Seat.user": (
        "match__public_id", "match__game", "match__name", "index", "name", "status", "joined_at",
        "rank", "score", "winner",
    ),
    "games.Invitation.user": ("at", "match__public_id"),
    "games.Invitation.by": ("at", "match__public_id", "user__username"),
    "games.Admission.user": ("at", "match__public_id", "by_password"),
    "games.Ban.user": ("at", "match__public_id", "by_moderator"),
    "games.PasswordTry.user": ("at", "match__public_id"),
    "games.AcceptedKey.user": ("at", "key"),
    "games.Pack.owner": (
        "slug", "name", "language", "description", "author_line", "licence", "state",
        "state_reason", "created_at", "changed_at",
    ),
    "games.Rating.user": ("game", "mu", "sigma", "matches", "at"),
    "games.RatedResult.user": (
        "counted__match__public_id", "game", "place", "players", "mu", "sigma", "at",
    ),
    "games.MonthRating.user": ("game", "month", "mu", "sigma", "matches"),
    "games.Reliability.user": ("pace", "month", "answered", "missed"),
    "games.MatchReliability.user": ("match__public_id", "pace", "answered", "missed"),
    "games.TableAlert.user": ("game", "pace", "hour_from", "hour_to", "told_at"),
    "games.PackBar.user": ("at", "reason"),
    "auctions.CalendarFeed.user": ("made_at", "revoked_at"),
    "lobby.AccessToken.user": ("name", "start", "scopes", "made_at", "used_at"),
    "lobby.Name.user": ("key",),
}  # fmt: skip

# The names of these lists in the file.
PLAIN_NAMES: Mapping[str, str] = {
    "account.EmailAddress.user": "email_addresses",
    "mfa.Authenticator.user": "second_factors",
    "usersessions.UserSession.user": "sessions",
    "chat.Message.author": "messages",
    "chat.Report.reporter": "reports",
    "chat.ReportLine.author": "reported_messages",
    "chat.Mute.user": "mutes",
    "chat.Mute.by": "mutes_of_others",
    "chat.ModeratorAct.moderator": "moderator_acts",
    "chat.Appeal.user": "appeals",
    "chat.Appeal.answered_by": "appeals_answered",
    "chat.Block.blocker": "blocked_people",
    "chat.Notice.user": "notices",
    "chat.NoticePreferences.user": "notice_settings",
    "chat.FormerName.user": "former_names",
    "chat.PushDevice.user": "push_devices_and_webhooks",
    "chat.ReadMark.user": "read_marks",
    "chat.Presence.user": "open_pages",
    "games.Match.owner": "tables_created",
    "games.Seat.user": "seats",
    "games.Invitation.user": "invitations",
    "games.Invitation.by": "invitations_sent",
    "games.Admission.user": "admissions",
    "games.Ban.user": "removals_from_tables",
    "games.PasswordTry.user": "table_password_tries",
    "games.AcceptedKey.user": "commands",
    "games.Pack.owner": "packs",
    "games.Rating.user": "ratings",
    "games.RatedResult.user": "rated_results",
    "games.MonthRating.user": "monthly_ratings",
    "games.Reliability.user": "reliability",
    "games.MatchReliability.user": "reliability_by_match",
    "games.TableAlert.user": "table_alerts",
    "games.PackBar.user": "pack_bars",
    "auctions.CalendarFeed.user": "calendar_feeds",
    "lobby.AccessToken.user": "tokens",
    "lobby.Name.user": "reserved_names",
}
_PLAIN_COLUMNS = {
    "blocked__username": "username",
    "counted__match__public_id": "match",
    "data__name": "name",
    "match__game": "game",
    "match__name": "table",
    "match__public_id": "match",
    "room__key": "room",
    "user__username": "username",
}

# Relations that are not handed out, each with the reason.
KEPT_BACK: Mapping[str, str] = {
    "admin.LogEntry.user": "the site writes none: acts of moderators are their own record",
    "chat.Allowance.user": "a rate limit that lasts for seconds",
    "chat.Block.blocked": "blocks belong to the person who set them and are reported to nobody",
    "chat.Friendship.low": "contained in friends, as far as both may know it",
    "chat.Friendship.high": "contained in friends, as far as both may know it",
    "chat.Friendship.asked_by": "contained in friends, as far as both may know it",
    "chat.Notice.by": "notices belong to their recipients",
    "chat.Report.decided_by": "exported as an act of the moderator",
    "chat.Report.about": "reports belong to those who wrote them; decisions are sent as notices",
    "chat.ModeratorNote.user": "may name those who reported; deleted after a year",
    "chat.ModeratorNote.by": "belongs to the person it is about, and is deleted with them",
    "games.Deadline.owner": "the same rows as games.Match.owner",
}


def data_of(user: User) -> dict[str, Any]:
    """Return all data about a person as plain values, by a plain name."""
    data: dict[str, Any] = {
        "made_at": now(),
        "account": {name: getattr(user, name) for name in OWN},
        "groups": list(user.groups.values_list("name", flat=True)),
    }
    for name, columns in GIVEN.items():
        label, _dot, relation = name.rpartition(".")
        rows = apps.get_model(label)._default_manager.filter(**{relation: user.pk})
        data[PLAIN_NAMES[name]] = [
            {_PLAIN_COLUMNS.get(column, column): value for column, value in row.items()}
            for row in rows.order_by("pk").values(*columns)
        ]
    data["friends"] = _friends(user)
    data["weeks"] = own_seat.data_of(user.pk)
    data["records"] = _records(user)
    return data


def _friends(user: User) -> list[dict[str, Any]]:
    """Return friends and requests, without revealing which of them were declined."""
    rows = list(rows_of(user.pk).order_by("pk"))
    keys = [row.other_than(user.pk) for row in rows]
    names = dict(User.objects.filter(pk__in=keys).values_list("pk", "username"))
    return [
        {"with": names[key], "is": is_now, "asked_at": row.asked_at, "since": row.since}
        for key, row in zip(keys, rows, strict=True)
        if (is_now := standing_of(row, user.pk))
    ]


def _records(user: User) -> list[str]:
    """Return URLs of the logs of finished matches, for a logged-in user."""
    played = Match.objects.filter(seats__user=user, status=Match.Status.FINISHED)
    return [
        reverse("games:record", args=[public_id])
        for public_id in played.order_by("pk").values_list("public_id", flat=True).distinct()
    ]


DAY = 24 * 3600  # seconds
A_DAY = 10  # downloads; each reads everything the person ever wrote


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Explain what is stored, how long, who sees it and what deletion leaves."""
    return render(request, "lobby/profiles/privacy.html", {"days": days()})


def days() -> dict[str, Any]:
    """Return this site's storage times in days; 0 means for ever."""
    return {
        "messages": settings.KEEP_MESSAGES_DAYS,
        "notices": settings.KEEP_NOTICES_DAYS,
        "seen_notices": settings.KEEP_SEEN_NOTICES_DAYS,
        "keys": settings.KEEP_KEYS_DAYS,
        "sessions": settings.SESSION_DAYS,
        "mutes": KEEP_ENDED_MUTES.days,
        "notes": KEEP_NOTES.days,
        "guests": UNUSED_DAYS,
        "names": RESTS_DAYS,
    }


@login_required
@require_POST
def own_data(request: PersonRequest) -> HttpResponse:
    """Return all data about the person who asks, as a JSON file."""
    if not take("own-data", str(request.user.pk), most=A_DAY, seconds=DAY):
        text = _("You have downloaded your data too often today. Try again tomorrow.")
        return HttpResponse(text, status=429, content_type="text/plain")
    person = User.objects.get(pk=request.user.pk)
    answer = JsonResponse(data_of(person), json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = 'attachment; filename="ridotto-my-data.json"'
    return answer
