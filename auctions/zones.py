"""Time zones from the pinned `tzdata`, not from whatever the machine has (rules 3.1)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo


@cache
def zone_names() -> frozenset[str]:
    """Every zone there is, by its IANA name."""
    return frozenset((files("tzdata") / "zones").read_text("utf-8").split())


@cache
def zone_of(name: str) -> ZoneInfo:
    """The zone of this name. Raises `KeyError` for any other text."""
    if name not in zone_names():
        raise KeyError(name)
    with files("tzdata").joinpath("zoneinfo", *name.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key=name)
