"""Without Redis there is one web; the worker and beat of a machine can be asked how they are."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from config import pulse, sweeping
from config.alone import Alone
from config.celery import app
from config.schedule import SteadyScheduler


@pytest.fixture
def first(settings: Any) -> Iterator[Alone]:
    """A web without Redis."""
    settings.EMBEDDED = settings.ONLY_WEB = True
    web = Alone()
    yield web
    web.release()


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_a_second_web_without_redis_is_refused_with_a_sentence(first: Alone) -> None:
    if connection.vendor == "sqlite":
        Alone()  # it has no server that could tell
        return
    with pytest.raises(ImproperlyConfigured, match="set REDIS_URL, or end the other first"):
        Alone()
    first.release()
    Alone().release()


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_another_web_may_begin_as_soon_as_one_has_let_go(first: Alone) -> None:
    first.release()
    for _ in range(1000):
        Alone().release()


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_the_server_asks_whether_the_web_still_lives(first: Alone) -> None:
    if connection.vendor == "sqlite":
        return
    assert _asked(first, "SHOW tcp_keepalives_idle") == "3"


def _asked(web: Alone, sql: str) -> Any:
    """What comes of it on the connection that holds the lock."""

    def ask() -> Any:
        with connection.cursor() as cursor:
            cursor.execute(sql)
            return cursor.fetchone()[0]

    assert web._thread is not None
    return web._thread.submit(ask).result()


def _cut_off(web: Alone) -> None:
    """As a server does that is started anew: the lock goes with the connection."""
    pid = _asked(web, "SELECT pg_backend_pid()")
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 10000)", [pid])


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_a_lock_that_was_lost_with_the_server_is_taken_again(first: Alone) -> None:
    if connection.vendor == "sqlite":
        return
    _cut_off(first)
    assert first.has_lock() is None
    assert first.has_lock() is True
    with pytest.raises(ImproperlyConfigured):
        Alone()


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_a_web_ends_when_another_has_its_lock(
    first: Alone, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    if connection.vendor == "sqlite":
        return
    _cut_off(first)
    second, ended = Alone(), list[tuple[int, int]]()
    monkeypatch.setattr("config.alone.os.kill", lambda *given: ended.append(given))
    monkeypatch.setattr("config.alone.EVERY", 0.01)
    first.keep()
    assert ended == [(os.getpid(), signal.SIGTERM)]
    assert "end the other first" in caplog.text
    second.release()


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_with_redis_there_may_be_any_number(first: Alone, settings: Any) -> None:
    settings.EMBEDDED = settings.ONLY_WEB = False
    Alone()


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_with_redis_there_is_one_where_the_setting_says_so(first: Alone, settings: Any) -> None:
    settings.EMBEDDED = False
    if connection.vendor == "sqlite":
        Alone()
        return
    with pytest.raises(ImproperlyConfigured, match="leave ONE_WEB out for both, or end the other"):
        Alone()


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_a_web_whose_database_is_away_starts_and_waits(
    settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away() -> bool:
        raise OperationalError("no such host: secret")

    settings.EMBEDDED = settings.ONLY_WEB = True
    monkeypatch.setattr("config.alone._lock", away)
    Alone()
    if connection.vendor == "postgresql":
        assert "cannot see whether this is the only web: OperationalError" in caplog.text
        assert "secret" not in caplog.text


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.RUN_DIR = tmp_path / "of" / "a-new-site"
    return tmp_path / "of" / "a-new-site"


@pytest.mark.parametrize("kind", pulse.KINDS)
def test_who_never_went_round_is_not_there_and_who_does_is_well(kind: str, folder: Path) -> None:
    with pytest.raises(CommandError, match=f"There has been no {kind} here."):
        call_command("pulse", kind)
    pulse.touch(kind)
    call_command("pulse", kind)


@pytest.mark.parametrize("kind", pulse.KINDS)
def test_who_has_not_gone_round_for_fifteen_seconds_is_taken_for_dead(
    kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pulse.touch(kind)
    then = (folder / f"{kind}.pulse").stat().st_mtime
    monkeypatch.setattr(time, "time", lambda: then + 14.5)
    call_command("pulse", kind)
    monkeypatch.setattr(time, "time", lambda: then + 15.6)
    with pytest.raises(CommandError, match=f"^The {kind} has stood still for 16 seconds.$"):
        call_command("pulse", kind)


def test_a_worker_and_beat_touch_theirs_as_they_go_round(
    folder: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBEDDED = False
    monkeypatch.setattr(sweeping, "is_late", lambda: False)
    sweeping.ask_if_late(app)
    assert pulse.age("worker") is not None
    assert pulse.age("beat") is None
    SteadyScheduler(app, schedule={}, lazy=True).tick()
    assert pulse.age("beat") is not None
