"""Functions that read environment variables, one for each kind of value.

Each raises `ImproperlyConfigured` with an explanation if the value is invalid.
"""

import os
from math import inf
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default)


def readable(name: str) -> str:
    """Return the path of a readable file, or "" if none is set."""
    path = os.environ.get(name, "").strip()
    if path and not os.access(path, os.R_OK):
        raise ImproperlyConfigured(f"{name} must name a file that can be read, not {path!r}")
    return path


def one_of(name: str, default: str, *others: str) -> str:
    value = os.environ.get(name, "").strip() or default
    if value not in (default, *others):
        known = ", ".join((default, *others))
        raise ImproperlyConfigured(f"{name} must be one of {known}, not {value!r}")
    return value


def flag(name: str, default: bool = False) -> bool:
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}")


def number(name: str, default: float) -> float:
    """Return a finite number that is not negative."""
    value = os.environ.get(name, "").strip()
    try:
        found = float(value) if value else default
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a number, not {value!r}") from error
    if not 0 <= found < inf:
        raise ImproperlyConfigured(f"{name} must be a number that is at least 0, not {value!r}")
    return found


def whole(name: str, default: int) -> int:
    found = number(name, default)
    if found % 1:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {found}")
    return int(found)


def port(name: str, default: int) -> int:
    if (found := whole(name, default)) > 65535:
        raise ImproperlyConfigured(f"{name} must be a port, at most 65535, not {found}")
    return found


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def redis(name: str) -> str:
    """Return the URL of a Redis, as redis-py and kombu take it, or "" for none."""
    url = os.environ.get(name, "").strip()
    if url and not _address(name, url, "redis", "rediss").hostname:
        raise ImproperlyConfigured(f"{name} must name a host: redis://host:6379/0")
    return url


def sentry(name: str) -> str:
    """Return a Sentry DSN, or "" for none."""
    if not (url := os.environ.get(name, "").strip()):
        return ""
    parts = _address(name, url, "https", "http")
    project = parts.path.rstrip("/").rpartition("/")[2]
    if not (parts.username and parts.hostname and project.isdecimal()):
        raise ImproperlyConfigured(f"{name} is not a Sentry DSN: https://key@host/number")
    return url


def database(url: str) -> dict[str, Any]:
    """Django's settings for `postgresql://user:password@host:port/name?option=value`."""
    parts = _address("DATABASE_URL", url, "postgresql", "postgres")
    if not parts.path.strip("/"):
        raise ImproperlyConfigured(
            "DATABASE_URL must name a database: postgresql://user:password@host:5432/name"
        )
    query = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.pop("host", parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "OPTIONS": query,
    }


def _address(name: str, url: str, *schemes: str) -> SplitResult:
    """Return the parts of a service's URL.

    Raise `ImproperlyConfigured` if it is malformed.
    """
    # Error messages never quote the URL, because it may contain a password.
    if "#" in url:
        raise ImproperlyConfigured(f"{name} contains a #: in a password, write it as %23")
    if not url.startswith(tuple(f"{scheme}://" for scheme in schemes)):
        raise ImproperlyConfigured(f"{name} must begin with {schemes[0]}://")
    try:
        parts = urlsplit(url)
    except ValueError as error:  # for a malformed IPv6 address
        raise ImproperlyConfigured(
            f"{name} contains [ or ] outside an IPv6 address: in a password, write %5B or %5D"
        ) from error
    try:
        parts.port  # noqa: B018  # parsed only when accessed
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name} has a port that is not a number: in a password, write : / ? @ as %3A %2F "
            "%3F %40"
        ) from error
    return parts
