"""A record of the times when a web process is up.

With it, nobody is blamed for missing a deadline while the site was down.
"""

from __future__ import annotations

import logging
import threading
import time

from django.db import close_old_connections

from games.services.reliability import EVERY, answers_are_taken

log = logging.getLogger(__name__)


def start() -> None:
    """Start the record, in a thread that runs as long as the process."""
    threading.Thread(target=_record_forever, name="uptime", daemon=True).start()


def _record_forever() -> None:
    while True:
        say()
        time.sleep(EVERY)


def say() -> None:
    """Record that answers can be taken now."""
    # If this cannot be written, no answer could be either, so the gap in the record is right.
    try:
        close_old_connections()
        answers_are_taken()
    except Exception as error:
        log.warning("uptime not recorded (%s)", type(error).__name__)
    finally:
        close_old_connections()
