"""Ending sessions, and with them the sockets of the pages they had open."""

from __future__ import annotations

import hashlib
from typing import Any

from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from lobby.models import User


def session_topic(session_key: str) -> str:
    """What the pages of one session listen to; tells nothing of the key."""
    return "session." + hashlib.sha256(session_key.encode()).hexdigest()[:32]


def close_sockets(*, user: User, reason: str, spare: str | None = None) -> None:
    """After the commit, turns away every open page of this person.

    `spare`: the key of a session whose pages stay.
    """
    message = {"reason": reason, "spare": session_topic(spare) if spare else ""}
    _turn_away(f"user.{user.pk}", message)


def close_session(*, session_key: str, reason: str) -> None:
    """After the commit, turns away every open page of this session."""
    _turn_away(session_topic(session_key), {"reason": reason})


def end_sessions(*, user: User, reason: str) -> None:
    """Logs this person out everywhere at once."""
    User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
    for session in UserSession.objects.filter(user=user):
        session.end()
    close_sockets(user=user, reason=reason)


def _turn_away(topic: str, message: dict[str, str]) -> None:
    transaction.on_commit(
        lambda: async_to_sync(get_channel_layer().group_send)(topic, {"type": "leave", **message}),
        robust=True,
    )


class SessionsAdapter(DefaultUserSessionsAdapter):
    """The page of sessions: whose session is revoked there loses its open pages."""

    def end_sessions(self, sessions: Any) -> None:
        for session in sessions:
            close_session(
                session_key=session.session_key, reason=_("This session was ended elsewhere.")
            )
            session.end()
