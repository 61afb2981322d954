"""Presence is recorded soon, also after a fault or a jump of the clock."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, close_old_connections

from chat.core import clock
from chat.live import presence, presence as here_module
from chat.live.presence import Here
from chat.models import Presence
from lobby.models import User
from tests.support.patience import PATIENCE, until

pytestmark = pytest.mark.django_db(transaction=True)

ROOM = "table-x"


@pytest.fixture
async def here(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Here]:
    monkeypatch.setattr(here_module, "LOOKED_AFTER", 0.05)
    here = Here(asyncio.get_running_loop())
    yield here
    here._watching.cancel()


async def _until(count: int) -> None:
    end = time.monotonic() + PATIENCE
    while (await sync_to_async(presence.who)(ROOM)).count != count:
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


def _failing_once(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Make the first call of this function fail as if the database were down."""
    works = getattr(presence, name)

    def fail(*given: Any) -> None:
        monkeypatch.setattr(presence, name, works)
        raise OperationalError("away")

    monkeypatch.setattr(presence, name, fail)


@pytest.mark.both
async def test_arrivals_and_departures_are_stored_after_a_database_outage(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await User.objects.acreate_user("Ada")
    _failing_once(monkeypatch, "refresh_or_enter")
    await here.enter(ada, ROOM, "one")
    await _until(1)
    _failing_once(monkeypatch, "leave")
    await here.leave("one")
    await _until(0)
    assert not await Presence.objects.aexists()


@pytest.mark.both
async def test_arrivals_and_departures_are_announced_despite_an_outage(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The row is written by then, but does not say that pages were not notified.
    told: list[str] = []
    monkeypatch.setattr(presence, "announce", told.append)
    ada = await User.objects.acreate_user("Ada")
    _failing_once(monkeypatch, "tell")
    await here.enter(ada, ROOM, "one")
    await until(lambda: len(told) >= 1)
    _failing_once(monkeypatch, "tell")
    await here.leave("one")
    await until(lambda: len(told) >= 2)
    assert set(told) == {presence.topic(ROOM)}


@pytest.mark.both
async def test_a_departure_during_the_arrivals_write_is_announced(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The arrival is announced but its task not done; announcing the departure fails at first.
    told: list[str] = []
    failed = threading.Event()
    works = presence.tell

    def tell(room: str) -> None:
        if not told:
            works(room)
            failed.wait(0.5)  # unless announcing the departure waits for this to end
        elif not failed.is_set():
            failed.set()
            raise OperationalError("away")
        else:
            works(room)

    monkeypatch.setattr(presence, "announce", told.append)
    monkeypatch.setattr(presence, "tell", tell)
    ada = await User.objects.acreate_user("Ada")
    coming = asyncio.ensure_future(here.enter(ada, ROOM, "one"))
    await until(lambda: len(told) >= 1)
    await here.leave("one")
    await coming
    await until(lambda: len(told) >= 2)


@pytest.mark.parametrize("seconds", [3600, -3600])
async def test_people_stay_present_when_the_clock_jumps(here: Here, seconds: float) -> None:
    ada = await User.objects.acreate_user("Ada")
    await here.enter(ada, ROOM, "one")
    await here._in_thread(None)  # the clock was read before
    clock.move(seconds)
    await _until(1)


async def test_a_jump_before_the_first_reading_is_noticed(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The first page of a process opens just before the clock is set.
    monkeypatch.setattr(here_module, "LOOKED_AFTER", 0.5)
    ada = await User.objects.acreate_user("Ada")
    await here.enter(ada, ROOM, "one")
    clock.move(3600)
    await _until(1)


@pytest.mark.both
async def test_a_row_that_cannot_be_written_does_not_stop_others(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await User.objects.acreate_user("Ada")
    gone = await User.objects.acreate_user("Bruno")
    await here.enter(gone, ROOM, "none")
    await here.enter(ada, ROOM, "one")
    await sync_to_async(gone.delete)()  # the page has not been notified
    clock.move(3600)
    await _until(1)


@pytest.mark.both
async def test_an_error_outside_the_rows_does_not_end_the_tracker(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[str] = []

    def fail() -> None:
        if len(failed) < 2:  # before and after the write
            failed.append("away")
            raise OperationalError("away")
        close_old_connections()

    ada = await User.objects.acreate_user("Ada")
    await here.enter(ada, ROOM, "one")
    monkeypatch.setattr("chat.live.presence.close_old_connections", fail)
    await until(lambda: len(failed) >= 2)
    clock.move(3600)
    await _until(1)
