"""A process receives the events its own pages follow, no others, and misses none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils.safestring import SafeString

from chat.live import announce, channel_listener, fragments
from chat.live.channel_listener import Message, Subscriptions, elsewhere, subject_of, subjects_of
from chat.live.consumer import PageRequest
from chat.live.hub import hub
from tests.support.patience import until
from tests.support.sockets import PageSocket, socket_of


def test_the_first_two_words_of_a_topic_are_its_subject() -> None:
    assert subject_of("lobby") == "lobby"
    assert subject_of("match.x7") == "match.x7"
    assert subject_of("match.x7.3") == subject_of("match.x7.w") == "match.x7"
    assert subject_of(elsewhere("user.5.matches", "match.x7")) == "user.5"
    assert subjects_of(["match.x7.3", "lobby", "match.x7"]) == ["match.x7", "lobby"]


class Layer:
    """A channel layer of one process that fails on demand."""

    def __init__(self) -> None:
        self.groups: set[str] = set()
        self.gone: set[str] = set()
        # The next `deaf` marks are lost, the next `away` calls fail, and those for `gone` groups
        # always do.
        self.deaf = self.away = 0
        self.house: Subscriptions | None = None

    async def group_add(self, group: str, _channel: str) -> None:
        self.away = max(0, self.away - 1)
        if self.away or group in self.gone:
            raise ConnectionError
        self.groups.add(group)

    async def group_discard(self, group: str, _channel: str) -> None:
        self.groups.discard(group)

    async def group_send(self, group: str, message: Message) -> None:
        if self.deaf:
            self.deaf -= 1
        elif self.house is not None:
            self.house.heard(message)


class Process:
    """The subjects that a process follows, and those it was asked to read again."""

    def __init__(self, layer: Layer) -> None:
        self.layer, self.followed, self.anew = layer, dict[str, None](), list[str]()
        self.subscriptions = Subscriptions("me", self.followed.keys, self.anew.extend)
        layer.house = self.subscriptions

    def follow(self, *subjects: str) -> None:
        self.followed.update(dict.fromkeys(subjects))
        self.subscriptions.look()

    def drop(self, subject: str) -> None:
        del self.followed[subject]
        self.subscriptions.look()


@pytest.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    layer = Layer()
    monkeypatch.setattr(channel_listener, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(channel_listener, "MARK_WITHIN", 0.05)
    monkeypatch.setattr(channel_listener, "RETRY_SECONDS", (0.01,))
    process = Process(layer)
    keeping = asyncio.create_task(process.subscriptions.keep("channel"))
    yield process
    keeping.cancel()
    with suppress(asyncio.CancelledError):
        await keeping


async def test_a_followed_subject_is_joined_and_rechecked_once(process: Process) -> None:
    process.follow("a", "b")
    await until(lambda: process.anew == ["a", "b"])
    process.follow("a", "c")
    await until(lambda: process.anew == ["a", "b", "c"])
    assert process.layer.groups == {"a", "b", "c"}


async def test_a_mark_that_overtook_its_subscription_is_sent_again(process: Process) -> None:
    process.layer.deaf = 2
    process.follow("a")
    await until(lambda: process.anew == ["a"])
    assert process.layer.deaf == 0


async def test_the_mark_of_another_process_is_ignored(process: Process) -> None:
    process.layer.deaf = 10**9
    process.follow("a")
    for _ in range(20):
        process.subscriptions.heard({"type": "mark", "by": "another", "subject": "a"})
        await asyncio.sleep(0.01)
    assert process.anew == []
    process.layer.deaf = 0
    await until(lambda: process.anew == ["a"])


async def test_a_layer_that_was_down_is_tried_again(process: Process) -> None:
    process.layer.away = 3
    process.follow("a", "b")
    await until(lambda: process.anew == ["a", "b"])


async def test_a_missing_server_does_not_affect_the_others(process: Process) -> None:
    process.layer.gone = {"b"}
    process.follow("a", "b", "c")
    await until(lambda: process.anew == ["a", "c"])
    process.follow("d")
    await until(lambda: process.anew == ["a", "c", "d"])
    process.layer.gone.clear()
    await until(lambda: process.anew == ["a", "c", "d", "b"])


async def test_an_unfollowed_subject_is_left_after_a_while(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    process.follow("a", "b")
    await until(lambda: process.anew == ["a", "b"])
    process.drop("a")
    await asyncio.sleep(0.1)
    assert process.layer.groups == {"a", "b"}  # available to a user who returns
    monkeypatch.setattr(channel_listener, "LINGER", 0.05)
    process.subscriptions.look()
    await until(lambda: process.layer.groups == {"b"})
    process.follow("a")
    await until(lambda: process.anew == ["a", "b", "a"])


# --- With Redis

real = [pytest.mark.cluster, pytest.mark.django_db(transaction=True)]


class Page:
    """A page that shows the test's text and follows these topics."""

    def __init__(self, *topics: str) -> None:
        self.topics, self.text, self.drawn = topics, "first", 0

    def draw(self) -> SafeString:
        self.drawn += 1
        return SafeString(self.text)

    def open(self, *_opened: object) -> fragments.Page:
        return fragments.Page(parts=[fragments.Block("it", frozenset(self.topics), self.draw)])

    async def socket(self) -> PageSocket:
        socket = socket_of(PageRequest(AnonymousUser(), "", "followed", "x", {}))
        assert (await socket.connect())[0]
        assert self.text in (await socket.receive_output())["text"]
        return socket

    async def settled(self) -> int:
        drawn = -1
        while drawn != self.drawn:
            drawn = self.drawn
            await asyncio.sleep(0.3)
        return drawn


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    page = Page("topic.1", "topic.1.seat", "other.2")
    monkeypatch.setitem(fragments.openers, "followed", page.open)
    monkeypatch.setattr("chat.live.hub.RECHECK_SECONDS", ())
    return page


async def _tell(*topics: str) -> None:
    """Announce topics as another process without open pages does."""
    await announce._publish_to_others({"type": "news", "topics": list(topics)})


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the list of events that the process receives."""
    messages: list[Any] = []
    receive = hub.__globals__["Hub"].receive

    def noting(self: Any, message: Message, **how: bool) -> None:
        messages.append(message)
        receive(self, message, **how)

    monkeypatch.setattr("chat.live.hub.Hub.receive", noting)
    return messages


class TestWithRedis:
    pytestmark = real

    async def test_only_followed_topics_arrive_and_once(self, page: Page, taken: list[Any]) -> None:
        socket = await page.socket()
        drawn = await page.settled()
        await _tell("topic.3", "lobby")
        page.text = "second"
        await _tell("topic.1.seat", "topic.1", "topic.3")
        assert "second" in (await socket.receive_output())["text"]
        assert await page.settled() == drawn + 1
        assert [message["topics"] for message in taken] == [["topic.1.seat", "topic.1"]]
        await socket.disconnect()

    async def test_changes_before_the_subscription_are_shown(
        self, page: Page, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # Another process commits and announces after the page was rendered, and nobody listens.
        # the recheck at the start
        monkeypatch.setattr("chat.live.hub.Hub._recheck", lambda _hub: None)
        begun = hub()._subscriptions.look
        monkeypatch.setattr(hub()._subscriptions, "look", lambda: None)
        socket = await page.socket()
        page.text = "second"
        await _tell("topic.1")
        begun()
        assert "second" in (await socket.receive_output())["text"]
        await socket.disconnect()

    async def test_an_event_with_very_many_subjects_reaches_everybody_once(
        self, page: Page, taken: list[Any]
    ) -> None:
        socket = await page.socket()
        await page.settled()
        page.text = "second"
        people = [f"user.{number}" for number in range(announce.SUBJECTS)]
        await _tell(*people, "topic.1")
        assert "second" in (await socket.receive_output())["text"]
        assert len(taken) == 1
        await socket.disconnect()

    async def test_a_user_is_turned_away_at_every_process(
        self, page: Page, taken: list[Any]
    ) -> None:
        socket = await page.socket()
        message = {"type": "leave", "owner": "user.9", "reason": "", "spare": ""}
        await announce._publish_to_others(message)
        await until(lambda: taken == [message])
        await socket.disconnect()
