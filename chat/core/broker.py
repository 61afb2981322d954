"""Requests to workers, made without waiting for the broker.

A task only speeds up what sweeps find in the database anyway. So a request may be lost, and no
person, bot or deadline waits for a broker that hangs.
"""

from __future__ import annotations

import logging
import queue
import threading
from contextlib import suppress
from typing import Any

from celery import current_app
from django.conf import settings

log = logging.getLogger(__name__)

_waiting: queue.Queue[tuple[str, tuple[Any, ...], dict[str, Any]]] = queue.Queue(1000)


class _Sender:
    lock = threading.Lock()
    thread: threading.Thread | None = None


def request_task(name: str, *arguments: Any, **options: Any) -> None:
    """Send a task; with a broker outside this process, from another thread.

    `options`: as those of Celery's `send_task`.
    """
    if settings.EMBEDDED:
        current_app.send_task(name, arguments, **options)
        return
    _start_sender()
    with suppress(queue.Full):
        _waiting.put_nowait((name, arguments, options))


def _start_sender() -> None:
    with _Sender.lock:
        if _Sender.thread is None or not _Sender.thread.is_alive():  # a forked worker has none yet
            _Sender.thread = threading.Thread(target=_send_forever, name="broker", daemon=True)
            _Sender.thread.start()


def _send_forever() -> None:
    while True:
        name, arguments, options = _waiting.get()
        try:
            current_app.send_task(name, arguments, **options)
        except Exception as error:
            log.warning("tasks not sent (%s)", type(error).__name__)
            with suppress(queue.Empty):  # those that came meanwhile would be late
                while True:
                    _waiting.get_nowait()
