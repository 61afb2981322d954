"""Checks that keep production from starting on insecure settings."""

import sys
from typing import Any

from celery.signals import beat_init, celeryd_init
from django.conf import settings
from django.core.checks import CheckMessage, Error, register as register_check
from django.core.exceptions import ImproperlyConfigured


def production(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Return an error for each insecure setting if `PRODUCTION` is set."""
    if not settings.PRODUCTION:
        return []
    wanted = [
        (has_key(), "Set SECRET_KEY to at least 50 random characters."),
        (not settings.DEBUG, "DEBUG must be off in production."),
        (not settings.TESTING, "TESTING moves the clock; it must be off in production."),
        (bool(settings.ALLOWED_HOSTS), "Set ALLOWED_HOSTS to the site's host names."),
        (
            "*" not in settings.ALLOWED_HOSTS,
            "ALLOWED_HOSTS must list the site's host names, not *.",
        ),
        (settings.BOT_DELAY_SCALE > 0, "BOT_DELAY_SCALE must be above 0 in production."),
    ]
    return [
        Error(message, id=f"ridotto.E{number:03}")
        for number, (holds, message) in enumerate(wanted, 1)
        if not holds
    ]


def has_key() -> bool:
    """Return True if the secret key is long enough."""
    try:
        # Django raises an error for an empty key.
        return len(settings.SECRET_KEY) >= 50
    except ImproperlyConfigured:
        return False


def insist() -> None:
    """Raise `ImproperlyConfigured` if production is not safe."""
    if errors := production(None):
        raise ImproperlyConfigured(" ".join(error.msg for error in errors))


def insist_or_end(**_signal: Any) -> None:
    """End the process with the reason, not a traceback, if production is not safe.

    It is for servers that run no system checks.
    """
    try:
        insist()
    except ImproperlyConfigured as error:
        sys.exit(f"The settings are invalid. {error}")


def register() -> None:
    register_check(production)
    celeryd_init.connect(insist_or_end, dispatch_uid="config.checks")
    beat_init.connect(insist_or_end, dispatch_uid="config.checks")
