"""CPU time and memory of processes, including their children."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import psutil

from tests.support.load import Load


def cpu_seconds(roots: Sequence[int]) -> float:
    """Return the CPU seconds of these processes and their children so far."""
    # Children that have ended are included.
    total = 0.0
    for root in roots:
        process = psutil.Process(root)
        times = process.cpu_times()
        total += times.children_user + times.children_system
        for each in _family(root):
            # It has ended meanwhile, as PostgreSQL's processes do.
            with suppress(psutil.NoSuchProcess):
                own = each.cpu_times()
                total += own.user + own.system
    return total


def memory(roots: Sequence[int]) -> int:
    """Return the bytes of unshared memory of these processes and their children."""
    family = [p for root in roots for p in _family(root)]
    return sum(process.memory_full_info().uss for process in family)


def _family(root: int) -> list[psutil.Process]:
    process = psutil.Process(root)
    return [process, *process.children(recursive=True)]


@dataclass
class Meter:
    """CPU time used since the meter was created, without the idle load."""

    roots: Sequence[int]
    idle: float = 0.0  # CPU seconds per second

    def __post_init__(self) -> None:
        self.began, self.before = time.monotonic(), cpu_seconds(self.roots)
        self.lost = _lost_seconds()

    def used(self) -> float:
        passed = time.monotonic() - self.began
        return max(0.0, cpu_seconds(self.roots) - self.before - self.idle * passed)

    def stolen(self) -> float:
        passed = (time.monotonic() - self.began) * (os.cpu_count() or 1)
        return (_lost_seconds() - self.lost) / passed


def _lost_seconds() -> float:
    """Return the CPU seconds the host gave to other machines so far; Linux only."""
    return float(getattr(psutil.cpu_times(), "steal", 0.0))


def answers_during(load: Load, seconds: float) -> list[float]:
    """Play on for so long, and return the seconds each response took meanwhile."""
    before = [len(table.pauses) for table in load.tables]
    time.sleep(seconds)
    return [
        pause for table, n in zip(load.tables, before, strict=True) for pause in [*table.pauses][n:]
    ]


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")
