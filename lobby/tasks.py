"""What the schedule does for people."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from celery import shared_task
from django.contrib.sessions.backends.cached_db import SessionStore
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef

from lobby.people.guests import tidy_guests


@shared_task(name="lobby.tasks.tidy")
def tidy() -> None:
    """Forgets sessions that have run out, and guests unused for long."""
    SessionStore.clear_expired()
    alive = Session.objects.filter(session_key=OuterRef("session_key"))
    UserSession.objects.filter(~Exists(alive)).delete()
    tidy_guests()
