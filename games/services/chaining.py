"""The chain of a match's log, as it grows. The caller holds the match's row, and saves it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

from games.engine.chain import digest_of_action, digest_of_entry, first_link, next_link
from games.models import Match
from games.services.contributing import contributions_of


def begin_chain(match: Match, made_from: Mapping[str, Any]) -> None:
    """Hangs the log of a match on what it was made from. Before its first entry."""
    match.head = match.shown_head = first_link(match.seal, contributions_of(match), made_from)


def link_newest(match: Match, seat: int | None, action: Mapping[str, Any], at: datetime) -> str:
    """Makes the link of the entry that `match.entries` counts already. Returns its salt."""
    salt, moment = token_hex(32), at.astimezone(UTC).isoformat()
    done = digest_of_action(salt, action)
    match.head = next_link(match.head, digest_of_entry(match.entries, seat, moment, done))
    return salt
