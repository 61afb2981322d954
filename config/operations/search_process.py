"""The process in which the bots of an embedded site search.

It keeps searches from slowing down pages. It starts with the first search and ends when its input
closes, which also happens if the site is killed. If it dies, the next search starts it again; the
search under way is lost, and its bot plays like a house bot that does not search.
"""

from __future__ import annotations

import logging
import queue
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector

from django.conf import settings

log = logging.getLogger(__name__)

WAITING = 50  # most searches in the queue; any others would be too late anyway
PATIENCE = 20.0  # seconds for a search, including the start of the process
DONE = b"done\n"

# Match, seat, decision, time.monotonic() until which it is useful.
Thought = tuple[int, int, str, float]


class Thinker:
    """Sends the searches to the process, one after another."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[Thought] = queue.Queue(WAITING)
        self._thread: threading.Thread | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self.thoughts = 0  # number that were answered

    def hand_out(self, match: int, seat: int, decision: str, seconds: float) -> None:
        """Queue a search without waiting; it is the hook `bot_plans.hand_out`."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="thinker", daemon=True)
                self._thread.start()
        with suppress(queue.Full):
            self._waiting.put_nowait((match, seat, decision, time.monotonic() + seconds))

    def stop(self, *, seconds: float) -> None:
        """End the process; a search under way is lost."""
        if self.process is not None:
            _end(self.process, seconds)

    def _run(self) -> None:
        while True:
            thought = self._waiting.get()
            if time.monotonic() < thought[3]:
                self._think(thought)

    def _think(self, thought: Thought) -> None:
        try:
            if not _think_by(self._started(), thought):
                raise OSError("no answer")
            self.thoughts += 1
        except OSError as error:
            log.warning("restarting the search process (%s)", error)
            if self.process is not None:
                _end(self.process, 0)
            self.process = None

    def _started(self) -> subprocess.Popen[bytes]:
        if self.process is None or self.process.poll() is not None:
            # It has its own session, because Ctrl-C is for the server to handle.
            self.process = subprocess.Popen(
                [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), "think"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
        return self.process


def _think_by(process: subprocess.Popen[bytes], thought: Thought) -> bool:
    """Return True if the process has answered, whatever its result."""
    assert process.stdin is not None and process.stdout is not None
    match, seat, decision, _ = thought
    process.stdin.write(f"{match} {seat} {decision}\n".encode())
    process.stdin.flush()
    with DefaultSelector() as selector:
        selector.register(process.stdout, EVENT_READ)
        return bool(selector.select(PATIENCE)) and process.stdout.readline() == DONE


def _end(process: subprocess.Popen[bytes], seconds: float) -> None:
    with suppress(OSError):
        assert process.stdin is not None
        process.stdin.close()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
