"""Reading the log of a match, from its rows or packed into one.

A log is packed long after the end of its match. It may contain secrets: see `LogEntry`.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from games.engine import codec
from games.models import LogEntry, Match, PackedLog

# The order of a packed log. Actions, draws and events are stored as they were encoded.
_FIELDS = (
    "seq", "seat", "kind", "action", "drawn", "events", "chapter", "decision", "streams", "at",
    "salt",
)  # fmt: skip
_ENCODED = {"action", "drawn", "events"}
_Entry = tuple[
    int, int | None, str, msgspec.Raw, msgspec.Raw, msgspec.Raw, int, str, dict[str, int], datetime,
    str,
]  # fmt: skip
_FORMAT = 1


def log_of(match: Match) -> list[LogEntry]:
    """Return all entries of the log, oldest first."""
    rows = list(LogEntry.objects.filter(match=match).order_by("seq"))
    return rows or _packed(match)


def newest_entries(match: Match, most: int) -> list[LogEntry]:
    """Return the last entries of the log, at most `most`, newest first."""
    rows = LogEntry.objects.filter(match=match).order_by("-seq")
    return list(rows[:most]) or _packed(match)[: -most - 1 : -1]


def _packed(match: Match) -> list[LogEntry]:
    """Return the entries of a packed log, or none if the log is not packed."""
    # Callers query the rows first: packing replaces them in one transaction.
    if not match.over:
        return []
    packed = PackedLog.objects.filter(match_id=match.pk).first()
    return [] if packed is None else unpack(match, bytes(packed.data))


def pack(entries: Sequence[LogEntry]) -> bytes:
    """Return a log as one compressed value."""
    return zlib.compress(codec.encode((_FORMAT, [_plain(entry) for entry in entries])), 9)


def _plain(entry: LogEntry) -> list[object]:
    values = ((name, getattr(entry, name)) for name in _FIELDS)
    return [msgspec.Raw(bytes(value)) if name in _ENCODED else value for name, value in values]


def unpack(match: Match, data: bytes) -> list[LogEntry]:
    """Return the entries of a packed log, equal to those its rows gave.

    Raise `ValueError` if the data is in another format.
    """
    form, raw = codec.decode(zlib.decompress(data), tuple[int, msgspec.Raw])
    if form != _FORMAT:
        raise ValueError(f"a log packed in form {form}")
    entries = codec.decode(bytes(raw), list[_Entry])
    return [LogEntry(match=match, **_values(entry)) for entry in entries]


def _values(entry: Sequence[object]) -> dict[str, Any]:
    return {
        name: bytes(value) if isinstance(value, msgspec.Raw) else value
        for name, value in zip(_FIELDS, entry, strict=True)
    }
