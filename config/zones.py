"""Time zones as the pinned `tzdata` has them, not as whatever machine this is (Venice, rules 3)."""

import zoneinfo


def pin() -> None:
    """From here on every zone of this process comes from the package."""
    zoneinfo.reset_tzpath(to=())
    zoneinfo.ZoneInfo.clear_cache()
