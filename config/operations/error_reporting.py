"""Errors are told to a Sentry, where `SENTRY_DSN` names one: kind and place, and nothing of people.

Whatever goes wrong stands in the log, so the log is all that is listened to: nothing of Django or
Celery is changed for it. What an error says, what variables held and what a request brought may be
nobody's to read (hands, bids, passwords of tables), and does not leave the house.
"""

from __future__ import annotations

from typing import Any

import sentry_sdk
from django.conf import settings
from sentry_sdk.integrations.atexit import AtexitIntegration
from sentry_sdk.integrations.dedupe import DedupeIntegration
from sentry_sdk.integrations.excepthook import ExcepthookIntegration
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.integrations.threading import ThreadingIntegration
from sentry_sdk.types import Event, Hint

from chat.core import log_context

TOLD = {
    "event_id", "timestamp", "level", "platform", "logger", "server_name", "environment", "release",
    "exception", "sdk",
}  # fmt: skip


def connect(**options: Any) -> None:
    """`options`: for the library, as tests give it another way to send."""
    if not settings.SENTRY_DSN:
        return
    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        before_send=_bare,
        include_local_variables=False,
        max_breadcrumbs=0,
        auto_session_tracking=False,
        default_integrations=False,
        integrations=[
            LoggingIntegration(level=None),
            ExcepthookIntegration(),
            ThreadingIntegration(propagate_scope=False),
            DedupeIntegration(),
            AtexitIntegration(callback=lambda *_: None),
        ],
        **options,
    )


def _bare(event: Event, _hint: Hint) -> Event:
    """What is named above and the ids of the log; of exceptions no words."""
    told: Any = {name: value for name, value in event.items() if name in TOLD}
    for error in told.get("exception", {}).get("values", ()):
        error.pop("value", None)
    if "exception" not in told:  # the line as it stands in the code, without what it is filled with
        told["message"] = event.get("logentry", {}).get("message", "")
    told["tags"] = dict(log_context.ids())
    bare: Event = told
    return bare
