"""What the log says of things that are no fault of the site."""

from __future__ import annotations

import logging


class Short(logging.Filter):
    """Lowers an error to a warning of one line."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        return True


class NotBusy(logging.Filter):
    """Leaves out that a request was answered with "busy": a line of config/busy.py says why."""

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", 0) != 503
