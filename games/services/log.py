"""The log of a match, read from its rows or, long after its end, from the one row it is packed in.

What is read may hold what nobody may know: see `LogEntry`.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from games.engine import codec
from games.models import LogEntry, Match, PackedLog

# In this order in a packed log; actions, draws and events as they were encoded.
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
    """All entries, oldest first."""
    rows = list(LogEntry.objects.filter(match=match).order_by("seq"))
    return rows or _packed(match)


def newest_entries(match: Match, most: int) -> list[LogEntry]:
    """The last entries, the newest first."""
    rows = LogEntry.objects.filter(match=match).order_by("-seq")
    return list(rows[:most]) or _packed(match)[: -most - 1 : -1]


def _packed(match: Match) -> list[LogEntry]:
    """Only what is over is packed. Asked for after the rows: they go when it comes."""
    if not match.over:
        return []
    packed = PackedLog.objects.filter(match_id=match.pk).first()
    return [] if packed is None else unpack(match, bytes(packed.data))


def pack(entries: Sequence[LogEntry]) -> bytes:
    """A log as one value: alike texts of many entries take little room."""
    return zlib.compress(codec.encode((_FORMAT, [_plain(entry) for entry in entries])), 9)


def _plain(entry: LogEntry) -> list[object]:
    values = ((name, getattr(entry, name)) for name in _FIELDS)
    return [msgspec.Raw(bytes(value)) if name in _ENCODED else value for name, value in values]


def unpack(match: Match, data: bytes) -> list[LogEntry]:
    """The entries, each as its row was read. Raises `ValueError` if it is no such log."""
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
