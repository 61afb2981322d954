"""Sessions: storing, renewing and ending them, and logging in again.

They are in the database, never in a cache. `UserSession` lists them by their current key with
more details, which people see on the page of their sessions.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs, urlencode

from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME as NEXT, SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from chat.core.batched_jobs import claimed, delete_some, first_values
from chat.core.responses import is_htmx, page_of
from chat.core.try_write import best_effort
from chat.delivery.push import devices_of, remove_devices_of
from chat.live.announce import disconnect, session_topic
from chat.live.fragments import LoggedOut
from games.services.locks import in_turn
from lobby.accounts.second_factor import is_of_account
from lobby.models import User

_KEY = re.compile(r"[a-z0-9]{8,40}")


class SessionStore(db.SessionStore):
    """A session in the database.

    Its class name must not change: it is part of the salt with which Django signs the data.
    """

    def __init__(self, session_key: str | None = None) -> None:
        # PostgreSQL fails on some texts that no session has as its key.
        # PostgreSQL raises an error for some strings, none of which is a valid key.
        super().__init__(session_key if session_key and _KEY.fullmatch(session_key) else None)

    def cycle_key(self) -> None:
        """Change the key, and update it in the person's list of sessions."""
        before = self.session_key
        super().cycle_key()
        if before and SESSION_KEY in self:
            UserSession.objects.filter(session_key=before).update(session_key=self.session_key)


_CHECKED_UP_TO = "sessions-looked-at"
_PUSHES = "pushes"  # session key for the name of the browser's push device


def close_sockets(*, user: User, reason: str, spare: str | None = None) -> None:
    """Close all open pages of this person after the commit.

    `spare` is the key of a session whose pages stay open.
    """
    disconnect(f"user.{user.pk}", reason=reason, spare=session_topic(spare) if spare else "")


def close_session(*, session_key: str, reason: str) -> None:
    """Close all open pages of this session after the commit."""
    disconnect(session_topic(session_key), reason=reason)


def push_name(session: Any) -> str:
    """Return the name under which this session's browser gets push messages."""
    name: str = session.setdefault(_PUSHES, secrets.token_hex(16))
    return name


def stop_pushes(keys: Collection[str]) -> None:
    """Stop push messages to the browsers of these sessions, while they exist."""
    contents = [content.get_decoded() for content in Session.objects.filter(session_key__in=keys)]
    remove_devices_of(
        {content[_PUSHES]: int(content[SESSION_KEY]) for content in contents if _PUSHES in content}
    )


def others_of(user: User, key: str | None) -> list[str]:
    """Return the keys of this person's sessions except this one."""
    keys = UserSession.objects.filter(user=user).values_list("session_key", flat=True)
    return [other for other in keys if other != key]


def end_sessions(*, user: User, reason: str) -> None:
    """Log this person out everywhere at once."""
    User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
    devices_of(user).delete()
    for session in UserSession.objects.filter(user=user):
        session.end()
    close_sockets(user=user, reason=reason)


def forget_expired() -> bool:
    """Delete some expired sessions.

    Return True if there may be more.
    """
    with in_turn(), transaction.atomic(durable=True):
        if not claimed("lobby.sessions"):
            return False
        # Django sets `expire_date` by its own clock, not by `chat.core.clock`.
        old = Session.objects.filter(expire_date__lt=timezone.now()).order_by("expire_date")
        keys = first_values(old, "session_key")
        stop_pushes(keys)
        UserSession.objects.filter(session_key__in=keys).delete()
        return delete_some(old)


def forget_ended() -> None:
    """Remove sessions that were ended elsewhere, such as by logging out.

    Each call checks the next part of the list and remembers where it stopped.
    """
    # No event says which sessions have ended. If the cache loses the position, the check starts
    # over.
    cache = caches["fleeting"]
    listed = UserSession.objects.filter(pk__gt=cache.get(_CHECKED_UP_TO, 0)).order_by("pk")
    piece = first_values(listed, "pk")
    alive = Session.objects.filter(session_key=OuterRef("session_key"))
    UserSession.objects.filter(~Exists(alive), pk__in=piece).delete()
    cache.set(_CHECKED_UP_TO, piece[-1] if piece else 0, timeout=None)


class SessionsAdapter(DefaultUserSessionsAdapter):
    """Closes the open pages of the sessions that are revoked on their page."""

    def end_sessions(self, sessions: Any) -> None:
        stop_pushes([session.session_key for session in sessions])
        for session in sessions:
            close_session(
                session_key=session.session_key,
                reason=_("This session was ended from another session."),
            )
            session.end()


# --- Renewal
#
# A session expires a number of days after its last use, not after the log-in. A guest has no other
# way to return. Staff must log in again, because of their privileges.


_DAY = "renewed_on"


def renew(request: HttpRequest, user: User) -> bool:
    """Extend the session once a day, without waiting for the database.

    Return True if the cookie must be sent again with `tell_browser`.
    """
    # Save at once, apart from the view's own changes: a slow view would overwrite what happened in
    # the meantime.
    session, today = request.session, timezone.now().date().isoformat()
    if user.is_staff or session.get(_DAY) == today:
        return False
    was_modified = session.modified
    session[_DAY] = today
    session.set_expiry(settings.SESSION_COOKIE_AGE)
    renewed = False
    with suppress(UpdateError):  # it has just been ended and stays so
        renewed = best_effort(session.save)
    session.modified = was_modified
    return renewed


def tell_browser(request: HttpRequest, answer: HttpResponseBase) -> None:
    """Set the session cookie, as Django's middleware does for a changed session."""
    # Django's middleware runs later, so its cookie wins.
    answer.set_cookie(
        settings.SESSION_COOKIE_NAME,
        request.session.session_key or "",
        max_age=request.session.get_expiry_age(),
        domain=settings.SESSION_COOKIE_DOMAIN,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=settings.SESSION_COOKIE_HTTPONLY,
        samesite="Lax",
    )


# --- Expired sessions and the way back to the page


def lead_to_log_in(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """Replace a redirect to the log-in that a form or script could not follow.

    Other responses are returned unchanged.
    """
    if answer.status_code != 302:
        return answer
    path, _, query = answer["Location"].partition("?")
    # The form's own URL may not accept GET, so return to the page with the form.
    is_log_in = path in (resolve_url(settings.LOGIN_URL), reverse("admin:login"))
    if is_log_in and (request.method == "POST" or is_htmx(request)):
        return log_in_again(request, path, parse_qs(query))
    if is_htmx(request) and is_of_account(path):
        return _send_browser_to(answer["Location"])
    return answer


def log_in_again(
    request: HttpRequest, path: str = "", query: dict[str, list[str]] | None = None
) -> HttpResponse:
    """Redirect to the log-in, and from there to the page of this request."""
    given = {**(query or {})}
    given.pop(NEXT, None)
    page = page_of(request)
    if page:
        given[NEXT] = [page]
    url = path or resolve_url(settings.LOGIN_URL)
    url += f"?{urlencode(given, doseq=True)}" if given else ""
    return _send_browser_to(url) if is_htmx(request) else HttpResponseRedirect(url)


def _send_browser_to(url: str) -> HttpResponse:
    """Make the browser leave the page."""
    # A script would follow a redirect and show the log-in inside the page.
    # The body is for a page that cannot leave, as its form is gone or it only polled for updates.
    return HttpResponse(LoggedOut().told(), status=401, headers={"HX-Redirect": url})
