"""Assembles the site; decides nothing."""

import zoneinfo

from config.celery import app as celery_app

__all__ = ["celery_app"]

# Before anything asks what time it is anywhere: every zone of this process comes from the pinned
# `tzdata`, not from whatever machine this is (Venice, rules 3).
zoneinfo.reset_tzpath(to=())
zoneinfo.ZoneInfo.clear_cache()
