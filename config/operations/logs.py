"""Logging as lines of text, or as lines of JSON with ids to search for.

Requests, actions and tasks are logged in JSON only, because they would flood a terminal. They are
logged with ids and never with what was typed, seen or chosen.
"""

from __future__ import annotations

import logging
from typing import Any

from pythonjsonlogger.core import LogData
from pythonjsonlogger.json import JsonFormatter

from chat.core import log_context

# Only these fields are written. Django and Celery also attach requests with their queries, and
# tasks with their arguments.
FIELDS = {
    "at", "level", "logger", "message", "traceback",
    "request_id", "user_id", "task_id", "task", "match", "game", "seat", "entry", "by",
    "method", "route", "status", "seconds", "state",
}  # fmt: skip


class JsonLine(JsonFormatter):
    """A formatter that writes one line of JSON, with a traceback in one field."""

    def __init__(self) -> None:
        names = {"levelname": "level", "name": "logger", "exc_info": "traceback"}
        fields = ["levelname", "name", "message"]
        super().__init__(fields, timestamp="at", rename_fields=names)

    def process_log_record(self, log_data: LogData) -> LogData:
        return {name: value for name, value in log_data.items() if name in FIELDS}


class Ids(logging.Filter):
    """Adds the ids of the current request or task."""

    def filter(self, record: logging.LogRecord) -> bool:
        for name, value in log_context.ids().items():
            setattr(record, name, value)
        return True


class Short(logging.Filter):
    """Turns an error that is not the site's fault into a one-line warning."""

    def filter(self, record: logging.LogRecord) -> bool:
        # The message may name what was sent, with line breaks.
        record.msg, record.args = " ".join(record.getMessage().split()), None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        return True


class NotBusy(logging.Filter):
    """Drops the log of responses with status 503 (config/server/middleware.py)."""

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", 0) != 503


def configured(*, level: str, form: str) -> dict[str, Any]:
    """Return Django's `LOGGING`. `form` is "text" or "json"."""
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
            # No browser sends such requests. They get status 400 and are no error of the site.
            "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
            "django.security.TooManyFilesSent": {"level": "CRITICAL"},
            "django.security.RequestDataTooBig": {"level": "CRITICAL"},
            # Rarely a wrong ALLOWED_HOSTS, mostly a stranger's request.
            "django.security.DisallowedHost": {"filters": ["short"]},
            # Filters and fields in the admin's URLs that its pages do not offer.
            "django.security.DisallowedModelAdminLookup": {"filters": ["short"]},
            "django.security.DisallowedModelAdminToField": {"filters": ["short"]},
        },
    }
