"""People who talk, rooms to talk in, and what open pages are told."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.db import transaction

from chat.live import announce as announcing
from chat.messages import rooms
from chat.messages.services import send_message
from chat.models import Message
from chat.moderation.permissions import CHAT_RIGHTS, GROUP, grant
from lobby.models import User

Say = Callable[..., Message]


@pytest.fixture
def ada(db: Any) -> User:
    return User.objects.create_user("Ada", password="tarocchi-1638")


@pytest.fixture
def bruno(db: Any) -> User:
    return User.objects.create_user("Bruno", password="tarocchi-1638")


@pytest.fixture
def moderator(db: Any) -> User:
    """Somebody of the group, with what the migration gives it and nothing else."""
    grant(apps, CHAT_RIGHTS)
    person = User.objects.create_user("Marco", password="tarocchi-1638", is_staff=True)
    person.groups.add(Group.objects.get(name=GROUP))
    return person


@pytest.fixture
def say(db: Any) -> Say:
    """Says something in the lobby, or in `room`."""
    keys = count(1)

    def said(author: User, text: str = "good evening", **other: str) -> Message:
        wanted = {"room_key": rooms.LOBBY, "key": f"k{next(keys)}", **other}
        return send_message(author=author, text=text, **wanted)

    return said


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The topics that open pages are told of, at once instead of after the commit."""
    topics: list[str] = []
    monkeypatch.setattr(transaction, "on_commit", lambda tell, **_options: tell())
    monkeypatch.setattr(announcing, "_publish_topics", topics.extend)
    return topics


@pytest.fixture
def policies(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The policies of rooms by kind, to be changed for one test."""
    kept: dict[str, Any] = dict(rooms._policies)
    monkeypatch.setattr(rooms, "_policies", kept)
    return kept
