"""Error reports to Sentry, if `SENTRY_DSN` is set.

They have the type and place of an error and nothing about people. Messages of exceptions, values
of variables and request data may be secret (hands, bids, passwords of tables), so they never
leave the site. All errors are logged, so only the log is tapped, and Django and Celery stay
unpatched.
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

ALLOWED = {
    "event_id", "timestamp", "level", "platform", "logger", "server_name", "environment", "release",
    "exception", "sdk",
}  # fmt: skip


def connect(**options: Any) -> None:
    """Start the error reports. Tests pass `options` to intercept them."""
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
    """Return the event with the permitted fields and ids only."""
    fields: Any = {name: value for name, value in event.items() if name in ALLOWED}
    for error in fields.get("exception", {}).get("values", ()):
        error.pop("value", None)
    if "exception" not in fields:  # the format string without its arguments
        fields["message"] = event.get("logentry", {}).get("message", "")
    fields["tags"] = dict(log_context.ids())
    bare: Event = fields
    return bare
