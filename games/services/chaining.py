"""The chain of a match's log, as it grows. The caller holds the match's row, and saves it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

from games.engines import codec
from games.engines.chain import digest_of_action, digest_of_entry, first_link, next_link
from games.models import LogEntry, Match
from games.services.contributing import contributions_of


def begin_chain(match: Match, made_from: Mapping[str, Any]) -> None:
    """Hangs the log of a match on what it was made from. Before its first entry."""
    match.head = match.shown_head = first_link(match.seal, contributions_of(match), made_from)
    match.linked = 0


def link_newest(match: Match, seat: int | None, action: Mapping[str, Any], at: datetime) -> str:
    """Makes the link of the entry that `match.entries` counts already. Returns its salt."""
    if not match.head:
        return ""
    if match.linked is not None:
        if match.linked < match.entries - 1:
            _link_missing(match)
        match.linked = match.entries
    salt = token_hex(32)
    _link(match, match.entries, seat, at, digest_of_action(salt, action))
    return salt


def _link_missing(match: Match) -> None:
    """Links the entries that a web of a version without chains has written, in their order.

    Of what a web of the version in between has written only `linked` is not known.
    """
    rows = LogEntry.objects.filter(match=match, seq__gt=match.linked, salt="").order_by("seq")
    for row in rows:
        row.salt = token_hex(32)
        row.save(update_fields=["salt"])
        action = codec.decode(bytes(row.action), dict[str, Any])
        _link(match, row.seq, row.seat, row.at, digest_of_action(row.salt, action))


def _link(match: Match, number: int, seat: int | None, at: datetime, done: str) -> None:
    moment = at.astimezone(UTC).isoformat()
    match.head = next_link(match.head, digest_of_entry(number, seat, moment, done))
