"""Time zones from the pinned `tzdata` package, not from the machine (rules 3.1)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo


@cache
def zone_names() -> frozenset[str]:
    """Return the IANA names of all time zones."""
    return frozenset((files("tzdata") / "zones").read_text("utf-8").split())


@cache
def zone_of(name: str) -> ZoneInfo:
    """Return the time zone with this IANA name. Raise `KeyError` if there is none."""
    if name not in zone_names():
        raise KeyError(name)
    with files("tzdata").joinpath("zoneinfo", *name.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key=name)
