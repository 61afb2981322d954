"""Tests that nobody waits for the broker."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from celery import current_app

from chat.core import broker
from chat.core.broker import request_task
from tests.support.patience import wait_until


def test_a_request_does_not_wait_for_a_broker_that_hangs(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.EMBEDDED = False
    sent: list[tuple[Any, ...]] = []
    hangs, goes_on = threading.Event(), threading.Event()

    def send(name: str, arguments: Any, **_options: Any) -> None:
        if name == "hangs":
            hangs.set()
            goes_on.wait()
            raise OSError
        sent.append((name, *arguments))

    monkeypatch.setattr(current_app, "send_task", send)
    request_task("hangs")
    hangs.wait()
    for number in range(5000):
        request_task("late", number)
    goes_on.set()
    wait_until(lambda: not broker._waiting.qsize(), what="the end of the queue")
    request_task("work", 1)
    wait_until(lambda: ("work", 1) in sent, what="a later request")
    assert not any(name == "late" for name, *_ in sent), "they came while the broker was away"
