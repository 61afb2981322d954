"""In which zone a person reads times and means hours."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from chat.people.names import Viewer


def zone_of(person: Viewer) -> ZoneInfo:
    """The one they have chosen; UTC of whoever has none."""
    try:
        return ZoneInfo(getattr(person, "time_zone", "UTC"))
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
