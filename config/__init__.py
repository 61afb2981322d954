"""The project: settings, URLs, and the wiring of the apps."""

import zoneinfo

from config.celery import app as celery_app

__all__ = ["celery_app"]

# Must run before anything reads the time: all time zones of this process come from the pinned
# `tzdata`, not from the operating system (Venice, rules 3).
zoneinfo.reset_tzpath(to=())
zoneinfo.ZoneInfo.clear_cache()
