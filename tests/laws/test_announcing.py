"""Laws of announcements: only after the commit, and only in one place."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from chat.live.announce import announce
from tests.laws.source import APPS, modules

# Modules that may use the channel layer, and why.
SPEAKERS = {
    "chat/live/announce.py": "tells pages of changes, after the commit",
    "chat/live/channel_listener.py": "hears the news for a process, and says which",
    "config/server/health.py": "sends to itself to see whether the layer works",
}


def test_only_listed_modules_use_the_channel_layer() -> None:
    words = ("channel_layer", "group_send")
    speak = {m.name for m in modules(*APPS) if any(word in m.text for word in words)}
    assert speak == set(SPEAKERS)


NEWS = {"type", "topics", "at"}


class Ear:
    """A channel layer that records what is sent to which group."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.groups: list[str] = []

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        assert set(message) == NEWS, "news carry topics, their time and nothing else"
        self.groups.append(group)
        self.told.extend(message["topics"])


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Ear:
    listening = Ear()
    monkeypatch.setattr("chat.live.announce.get_channel_layer", lambda: listening)
    return listening


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_announcements_wait_for_the_commit(ear: Ear) -> None:
    with transaction.atomic():
        announce("lobby", "room.1", "lobby")
        assert ear.told == []
    assert ear.told == ear.groups == ["lobby", "room.1"]


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_a_rolled_back_change_is_not_announced(ear: Ear) -> None:
    with transaction.atomic():
        announce("lobby")
        transaction.set_rollback(True)
    assert ear.told == []
