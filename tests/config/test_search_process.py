"""Tests of the search process of an embedded site."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.operations.search_process import Thinker
from tests.support.patience import PATIENCE, wait_until

pytestmark = pytest.mark.deep


@pytest.fixture
def thinker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    """Return a thinker whose process has an empty database.

    No search finds a match in it.
    """
    monkeypatch.setenv("RUN_DIR", str(tmp_path))
    monkeypatch.setattr("config.operations.search_process.PATIENCE", PATIENCE)
    made = Thinker()
    yield made
    made.stop(seconds=PATIENCE)


def thought(thinker: Thinker, seconds: float = PATIENCE) -> None:
    thinker.hand_out(1, 0, "1.market", seconds)


def pid_of(thinker: Thinker) -> int:
    """Return the process's id, or 0 if it was not started."""
    return thinker.process.pid if thinker.process is not None else 0


def test_the_process_starts_on_demand_and_restarts_after_a_crash(thinker: Thinker) -> None:
    assert not pid_of(thinker)
    thought(thinker, seconds=-1)
    thought(thinker)
    wait_until(lambda: thinker.thoughts == 1, what="a thought, and not the late one")
    first = pid_of(thinker)
    assert first
    os.kill(first, signal.SIGKILL)
    thought(thinker)
    thought(thinker)
    wait_until(lambda: thinker.thoughts >= 2, what="a thought of another process")
    assert pid_of(thinker) != first


def test_the_process_ends_when_its_input_closes(thinker: Thinker) -> None:
    thought(thinker)
    wait_until(lambda: thinker.thoughts == 1, what="a thought")
    process = thinker.process
    assert process is not None
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(PATIENCE) == 0
