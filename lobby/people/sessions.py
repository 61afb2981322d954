"""Ending sessions, and with them the sockets of the pages they had open."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.db.models import F
from django.utils.translation import gettext as _

from chat.live.disconnect import disconnect, session_topic
from lobby.models import User


def close_sockets(*, user: User, reason: str, spare: str | None = None) -> None:
    """After the commit, turns away every open page of this person.

    `spare`: the key of a session whose pages stay.
    """
    disconnect(f"user.{user.pk}", reason=reason, spare=session_topic(spare) if spare else "")


def close_session(*, session_key: str, reason: str) -> None:
    """After the commit, turns away every open page of this session."""
    disconnect(session_topic(session_key), reason=reason)


def end_sessions(*, user: User, reason: str) -> None:
    """Logs this person out everywhere at once."""
    User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
    for session in UserSession.objects.filter(user=user):
        session.end()
    close_sockets(user=user, reason=reason)


class SessionsAdapter(DefaultUserSessionsAdapter):
    """The page of sessions: whose session is revoked there loses its open pages."""

    def end_sessions(self, sessions: Any) -> None:
        for session in sessions:
            close_session(
                session_key=session.session_key, reason=_("This session was ended elsewhere.")
            )
            session.end()
