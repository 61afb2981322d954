"""The notation of examples, and the strict comparison of their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, tzinfo
from typing import Any

from auctions.rules.lineup import Lot, Lots
from auctions.rules.options import ZONE, VeniceOptions
from auctions.rules.schedule import daily_instants, fast_instants
from games.engine.examples import Fault

ZoneOf = Callable[[str], tzinfo]


def compare(where: str, wanted: Any, got: Any) -> None:
    """Raise `Fault` at the first difference.

    At the top level, keys that are not expected are not compared. Below it, everything is.
    """
    if not isinstance(wanted, Mapping) or not isinstance(got, Mapping):
        raise Fault(f"{where}: expected {wanted!r}, got {got!r}")
    if unknown := set(wanted) - set(got):
        raise Fault(f"{where}: unknown expectations {sorted(unknown)}")
    for key, value in wanted.items():
        _same(f"{where}.{key}", value, got[key])


def _same(where: str, wanted: Any, got: Any) -> None:
    if isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        for place, (one, other) in enumerate(zip(wanted, got, strict=True)):
            _same(f"{where}[{place}]", one, other)
    elif isinstance(wanted, Mapping) and isinstance(got, Mapping) and set(wanted) == set(got):
        for key, value in wanted.items():
            _same(f"{where}.{key}", value, got[key])
    elif type(wanted) is not type(got) or wanted != got:
        raise Fault(f"{where}: expected {wanted!r}, got {got!r}")


def instant_of(text: str) -> datetime:
    """Parse ISO 8601 text to an instant in UTC. Raise `Fault` if it has no zone."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise Fault(f"{text!r} says no zone")
    return found.astimezone(UTC)


def text_of(instant: datetime) -> str:
    """Return the instant as ISO 8601 with Z. Milliseconds are given only if not zero."""
    precision = "milliseconds" if instant.microsecond else "seconds"
    return instant.astimezone(UTC).isoformat(timespec=precision).replace("+00:00", "Z")


def lots_of(pairs: Iterable[tuple[str, int]]) -> Lots:
    return tuple(Lot(item=item, units=units) for item, units in pairs)


def pairs_of(lots: Lots) -> list[list[Any]]:
    return [[lot.item, lot.units] for lot in lots]


def instants_of(given: Mapping[str, Any], zone_of: ZoneOf) -> tuple[datetime, ...]:
    """Return the seven instants of a match given by start, zone or pace, and minutes."""
    start = instant_of(given["start"])
    pace = given.get("pace", "daily")
    if pace == "fast":
        return fast_instants(start, given.get("minutes", VeniceOptions().minutes))
    if pace != "daily":
        raise Fault(f"unknown pace {pace!r}")
    return daily_instants(start, zone_of(given.get("zone", ZONE)))
