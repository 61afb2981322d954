"""Tests of the lock for a single web process, and of `manage.py pulse`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connection

from config.celery import SteadyScheduler, app
from config.operations import embedded_site, pulse, sweep_fallback


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_a_second_web_process_without_redis_is_refused(settings: Any) -> None:
    settings.EMBEDDED = True
    first = embedded_site.lock_single_process()
    if first is None:  # SQLite has no such lock
        assert connection.vendor == "sqlite"
        return
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        embedded_site.lock_single_process()
    settings.EMBEDDED = False
    assert embedded_site.lock_single_process() is None
    settings.EMBEDDED = True
    first.close()
    again = embedded_site.lock_single_process()
    assert again is not None
    again.close()


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.RUN_DIR = tmp_path / "of" / "a-new-site"
    return tmp_path / "of" / "a-new-site"


@pytest.mark.parametrize("kind", pulse.KINDS)
def test_a_process_without_a_pulse_for_fifteen_seconds_counts_as_dead(
    kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CommandError, match=f"No {kind} has run"):
        call_command("pulse", kind)
    pulse.touch(kind)
    then = (folder / f"{kind}.pulse").stat().st_mtime
    monkeypatch.setattr(time, "time", lambda: then + 14.5)
    call_command("pulse", kind)
    monkeypatch.setattr(time, "time", lambda: then + 15.6)
    with pytest.raises(CommandError, match=f"{kind} .* 16 seconds"):
        call_command("pulse", kind)


def test_worker_and_beat_touch_their_pulse_files(
    folder: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBEDDED = False
    worker = Mock(app=app)
    worker.timer.call_repeatedly = lambda _seconds, touch, given: touch(*given)
    sweep_fallback.Pulse(worker).start(worker)
    assert pulse.age("worker") is not None
    assert pulse.age("beat") is None
    SteadyScheduler(app, schedule={}, lazy=True).tick()
    assert pulse.age("beat") is not None
