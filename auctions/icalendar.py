"""Deadlines as iCalendar (RFC 5545): each a moment, an event of no length in UTC.

So little of the format is needed that a library for it would be the larger part to understand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

_LONGEST = 75  # octets in a line


@dataclass(frozen=True)
class CalendarEntry:
    """An event. `uid` is the same each time the feed is read; `at` and `made_at` are aware."""

    uid: str
    at: datetime
    made_at: datetime
    summary: str
    url: str


def calendar(name: str, entries: Iterable[CalendarEntry]) -> str:
    """The whole feed, lines ending as the format wants them."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Ridotto//Deadlines//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(name)}",
        *(line for entry in entries for line in _event(entry)),
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def _event(entry: CalendarEntry) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{escaped(entry.uid)}"
    yield f"DTSTAMP:{_utc(entry.made_at)}"
    yield f"DTSTART:{_utc(entry.at)}"
    yield f"SUMMARY:{escaped(entry.summary)}"
    yield f"URL:{entry.url}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _utc(entry: datetime) -> str:
    return entry.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """As the value of a text property."""
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return text.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n")


def folded(line: str) -> Iterator[str]:
    """The line in pieces of at most 75 octets, each after the first led in by a blank."""
    piece, size = "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > _LONGEST:
            yield piece
            piece, size = " ", 1
        piece += letter
        size += octets
    yield piece
