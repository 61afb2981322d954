"""What the log says, and how: a line of text, or a line of JSON with ids to look for.

Lines of requests, actions and tasks come with JSON only: a person at a terminal would not see
anything else. Of what is done they name ids and never what was typed, seen, or chosen.
"""

from __future__ import annotations

import logging
from typing import Any

from pythonjsonlogger.core import LogData
from pythonjsonlogger.json import JsonFormatter

from chat.core import log_context

# Nothing else leaves in a field of its own: Django and Celery attach requests with their query,
# and tasks with what they were given.
FIELDS = {
    "at", "level", "logger", "message", "traceback",
    "request_id", "user_id", "task_id", "task", "match", "game", "seat", "entry", "by",
    "method", "route", "status", "seconds", "state",
}  # fmt: skip


class JsonLine(JsonFormatter):
    """A line each; a traceback in one field."""

    def __init__(self) -> None:
        names = {"levelname": "level", "name": "logger", "exc_info": "traceback"}
        fields = ["levelname", "name", "message"]
        super().__init__(fields, timestamp="at", rename_fields=names)

    def process_log_record(self, log_data: LogData) -> LogData:
        return {name: value for name, value in log_data.items() if name in FIELDS}


class Ids(logging.Filter):
    """Adds whose request or which task it is."""

    def filter(self, record: logging.LogRecord) -> bool:
        for name, value in log_context.ids().items():
            setattr(record, name, value)
        return True


class Short(logging.Filter):
    """Lowers an error to a warning of one line: what it says is no fault of the site."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        return True


class NotBusy(logging.Filter):
    """Leave out that a request was answered with "busy": config/server/middleware.py says why."""

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", 0) != 503


def configured(*, level: str, form: str) -> dict[str, Any]:
    """Django's `LOGGING`. `form`: "text" or "json"."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "ids": {"()": "config.operations.logs.Ids"},
            "short": {"()": "config.operations.logs.Short"},
            "not busy": {"()": "config.operations.logs.NotBusy"},
        },
        "formatters": {
            "text": {"format": "{asctime} {levelname} {name} {message}", "style": "{"},
            "json": {"()": "config.operations.logs.JsonLine"},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "filters": ["ids"],
            }
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "ridotto": {"level": level if form == "json" else "WARNING"},
            "daphne": {"level": "WARNING"},
            "celery": {"level": "WARNING"},
            "django.request": {"level": "ERROR", "filters": ["not busy"]},
            "django.channels.server": {"level": "WARNING"},
            # Requests nobody's browser makes: answered with 400, no error of the site.
            "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
            "django.security.TooManyFilesSent": {"level": "CRITICAL"},
            "django.security.RequestDataTooBig": {"level": "CRITICAL"},
            # May be a wrong ALLOWED_HOSTS, and mostly is a stranger's: a line, no traceback.
            "django.security.DisallowedHost": {"filters": ["short"]},
        },
    }
