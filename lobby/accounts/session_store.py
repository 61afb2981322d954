"""Django's sessions in the database: never in a cache, and listed under their newest key."""

from __future__ import annotations

import re

from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

_KEY = re.compile(r"[a-z0-9]{8,40}")


class SessionStore(db.SessionStore):
    """A session; Django signs what is in it with the name of this class."""

    def __init__(self, session_key: str | None = None) -> None:
        # PostgreSQL fails on some texts that no session has as its key.
        super().__init__(session_key if session_key and _KEY.fullmatch(session_key) else None)

    def cycle_key(self) -> None:
        """Change the key, and keep the entry in the person's list of sessions."""
        before = self.session_key
        super().cycle_key()
        if before and SESSION_KEY in self:
            UserSession.objects.filter(session_key=before).update(session_key=self.session_key)
