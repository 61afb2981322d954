"""Checks that keep production from starting on insecure settings."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register as register_check
from django.core.exceptions import ImproperlyConfigured


def production(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """What must hold when `PRODUCTION` is set; each failure stops the start."""
    if not settings.PRODUCTION:
        return []
    wanted = [
        (len(settings.SECRET_KEY) >= 50, "Set SECRET_KEY to at least 50 random characters."),
        (not settings.DEBUG, "DEBUG must be off in production."),
        (not settings.TESTING, "TESTING moves the clock; it must be off in production."),
        (bool(settings.ALLOWED_HOSTS), "Set ALLOWED_HOSTS to the names of the site."),
        (settings.BOT_DELAY_SCALE > 0, "BOT_DELAY_SCALE must be above 0 in production."),
    ]
    return [
        Error(message, id=f"ridotto.E{number:03}")
        for number, (holds, message) in enumerate(wanted, 1)
        if not holds
    ]


def insist() -> None:
    """Raises ImproperlyConfigured unless production is safe: for servers that run no checks."""
    if errors := production(None):
        raise ImproperlyConfigured(" ".join(error.msg for error in errors))


def register() -> None:
    register_check(production)
