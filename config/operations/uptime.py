"""A web that serves says so, so that nobody is blamed for what the house could not take."""

from __future__ import annotations

import logging
import threading
import time

from django.db import close_old_connections

from games.services.reliability import EVERY, answers_are_taken

log = logging.getLogger(__name__)


def start() -> None:
    """From now on, in a thread of its own, as long as this process lives."""
    threading.Thread(target=_say_forever, name="uptime", daemon=True).start()


def _say_forever() -> None:
    while True:
        say()
        time.sleep(EVERY)


def say() -> None:
    """Where it cannot be written, no answer could be either: then it is left unsaid."""
    try:
        close_old_connections()
        answers_are_taken()
    except Exception as error:
        log.warning("not said that answers are taken (%s)", type(error).__name__)
    finally:
        close_old_connections()
