"""Sessions in the database alone, each read in one statement with the person whose it is.

Django's own, and its table; only who is asked for, and when, is the house's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.core import signing
from django.db.models import QuerySet, Subquery
from django.utils import timezone

from chat.core.prepared import PreparedPair
from lobby.models import User


def _session_and_person(key: str) -> tuple[QuerySet[Session, Any], QuerySet[User]]:
    """The session with this key, and the person it is listed for."""
    session = Session.objects.filter(session_key=key).values_list("session_data", "expire_date")
    listed = UserSession.objects.filter(session_key=key)
    return session, User.objects.filter(pk=Subquery(listed.values("user")))


_KEY = re.compile(r"[a-z0-9]{8,40}")
_both = PreparedPair(_session_and_person, key=str)


class _AsItIs(signing.JSONSerializer):
    """Leaves what was signed as it is."""

    def loads(self, data: bytes) -> bytes:
        return data


@lru_cache(maxsize=1_000)
def _unsigned(signed: str, salt: str) -> bytes:
    """The JSON in this text, if the house has signed it. Raises `BadSignature` if not.

    Most of reading a session is to check its signature, and the same one is read at each request.
    That may be kept, since the answer cannot change: no age is asked for, here or by Django. When a
    session is over its row says, which is read each time, as is whether it is still there. Kept as
    text: each reader makes a value of their own, which they may change.
    """
    text: bytes = signing.loads(signed, salt=salt, serializer=_AsItIs)
    return text


@dataclass(slots=True)
class _Question:
    """Whose this session is. Where it was read for that, the person it was read with."""

    session: SessionStore
    person: User | None = None


_asked: ContextVar[_Question | None] = ContextVar("asked", default=None)


class SessionStore(db.SessionStore):
    """Django's session, which can be read together with its person.

    The name counts: Django signs what is in a session with it.
    """

    def __init__(self, session_key: str | None = None) -> None:
        """What no session has as its key is none. PostgreSQL would fail on some of it."""
        super().__init__(session_key if session_key and _KEY.fullmatch(session_key) else None)

    @contextmanager
    def with_person(self) -> Iterator[None]:
        """Around the question whose session this is.

        If the session is read within, so is the person, whom `person_read` hands out once. Nothing
        of it is left afterwards: who is asked for again, or otherwise, is read anew.
        """
        before = _asked.set(_Question(self))
        try:
            yield
        finally:
            _asked.reset(before)

    def load(self) -> dict[str, Any]:
        """What is not there, or is over, Django looks for again, and forgets its key."""
        question = _asked.get()
        if question is not None and question.session is self:
            found = _both.first(key=self.session_key or "")
            if found is not None:
                (data, until), person = found
                if until > timezone.now():
                    question.person = person
                    return self.decode(data)
        return super().load()

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """As Django does, which tells of what is not as it should be; what was signed is kept."""
        try:
            text = _unsigned(session_data, self.key_salt)
            found: dict[str, Any] = self.serializer().loads(text)
        except Exception:
            return super().decode(session_data)
        return found

    def cycle_key(self) -> None:
        """A session that is listed stays so: the list knows it by its key."""
        before = self.session_key
        super().cycle_key()
        if before and SESSION_KEY in self:
            UserSession.objects.filter(session_key=before).update(session_key=self.session_key)


def person_read(key: int) -> User | None:
    """The person with this key, if they were just read with the session that is asked about."""
    question = _asked.get()
    if question is None:
        return None
    person, question.person = question.person, None
    return person if person is not None and person.pk == key else None
