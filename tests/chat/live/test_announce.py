"""The delivery of events to other processes."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from chat.live import announce
from tests.support.patience import until, wait_until


class Hanging:
    """A channel layer that sends nothing until it goes on."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()
        self.told: list[str] = []

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await until(self.goes_on.is_set)
        self.told.append(group)


def test_a_worker_does_not_wait_for_a_layer_that_hangs(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.EMBEDDED = False
    layer = Hanging()
    monkeypatch.setattr(announce, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(announce, "UNSENT", 20)
    for number in range(100):
        announce.send({"type": "news", "topics": [f"match.{number}"]})
    layer.goes_on.set()
    wait_until(lambda: len(layer.told) == 20, what="the messages that were held")
    announce.send({"type": "news", "topics": ["later"]})
    wait_until(lambda: layer.told[20:] == ["later"], what="another message")


class Hearing:
    """A hub that records events, and whether it was to render them inline."""

    name = "this"

    def __init__(self) -> None:
        self.received: list[tuple[dict[str, Any], bool]] = []

    def receive(self, message: dict[str, Any], *, inline: bool = False) -> None:
        self.received.append((message, inline))


@pytest.fixture
def hearing(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Hearing:
    hub = Hearing()
    monkeypatch.setattr(announce, "local_hub", lambda: hub)
    settings.EMBEDDED = True
    return hub


@pytest.mark.parametrize("only", [True, False])
def test_a_single_web_process_publishes_nothing(
    hearing: Hearing, settings: Any, monkeypatch: pytest.MonkeyPatch, only: bool
) -> None:
    told: list[object] = []
    monkeypatch.setattr(hearing, "begin_soon", lambda *given: told.append(given), raising=False)
    settings.EMBEDDED = only
    announce.send({"type": "news", "topics": ["a"]})
    assert [message["topics"] for message, _inline in hearing.received] == [["a"]]
    assert bool(told) is not only


def test_batched_topics_are_announced_once_at_the_end(hearing: Hearing) -> None:
    leave = {"type": "leave", "owner": "user.1", "reason": "", "spare": ""}
    with announce.batched_announcements():
        pass
    assert hearing.received == [], "there was nothing to tell"
    with announce.batched_announcements():
        announce.send({"type": "news", "topics": ["a", "b"]})
        announce.send(leave)
        announce.send({"type": "news", "topics": ["b", "c"]})
        assert hearing.received == []
    assert hearing.received == [(leave, False), ({"type": "news", "topics": ["a", "b", "c"]}, True)]
    announce.send({"type": "news", "topics": ["d"]})
    assert hearing.received[-1] == ({"type": "news", "topics": ["d"]}, False)


def test_batched_topics_are_announced_although_the_work_failed(hearing: Hearing) -> None:
    def fails() -> None:
        with announce.batched_announcements():
            announce.send({"type": "news", "topics": ["a"]})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert hearing.received == [({"type": "news", "topics": ["a"]}, True)]


def test_a_failed_announcement_does_not_fail_the_request(
    hearing: Hearing, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_message: object, **_how: object) -> None:
        raise OSError("no layer")

    monkeypatch.setattr(hearing, "receive", fails)
    with announce.batched_announcements():
        announce.send({"type": "news", "topics": ["a"]})
    assert "not announced" in caplog.text


class Broken:
    """A channel layer whose connection to a server fails `times` times."""

    def __init__(self, times: int, *, only: str) -> None:
        self.times, self.only = times, only
        self.told: list[tuple[str, list[str]]] = []

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        if self.times and group.startswith(self.only):
            self.times -= 1
            raise ConnectionError("lost")
        self.told.append((group, message["topics"]))


@pytest.mark.parametrize(
    ("times", "only", "groups"),
    [
        pytest.param(3, "", ["a", "b"], id="all are told in the end"),
        pytest.param(2, "b", ["a", "b"], id="who was told is not told again"),
        pytest.param(99, "", [], id="what stays broken is given up"),
    ],
)
async def test_other_processes_are_notified_after_a_broken_connection(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    times: int,
    only: str,
    groups: list[str],
) -> None:
    # The other processes have lost no connection themselves, so they would not read everything
    # again.
    layer = Broken(times, only=only)
    monkeypatch.setattr(announce, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(announce, "AGAIN_SECONDS", (0, 0, 0))
    await announce._publish_to_others({"type": "news", "topics": ["a", "b"]})
    assert sorted(layer.told) == [(group, [group]) for group in groups]
    assert ("not announced (ConnectionError)" in caplog.text) == (not groups)
