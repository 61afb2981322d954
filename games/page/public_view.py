"""The public view of a match, for moderators' pages.

A running match is shown as spectators see it. Nothing here reads a snapshot, a secret, a hand or an
entry's action except to build the spectators' view.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.safestring import SafeString

from games.engine import codec
from games.engine.base import Event
from games.models import SETTINGS, Match
from games.page.log import NameTag, sentence_of
from games.page.presentation import pages_of
from games.page.snapshot import MatchSnapshot, snapshot_of
from games.registry import is_crowd
from games.services.log import newest_entries

log = logging.getLogger(__name__)

PUBLIC_FIELDS = (
    "public_id", "game", "name", "status", "owner", *SETTINGS, "options", "seal", "deadline",
    "due_at", "failures", "fault", "created_at", "started_at", "ended_at", "end_reason",
)  # fmt: skip
ENTRIES_SHOWN = 500


@dataclass(frozen=True)
class PublicLine:
    """A sentence of the public log."""

    at: datetime
    html: SafeString | str


def public_matches() -> QuerySet[Match]:
    """Return a queryset of matches that loads only their public fields."""
    named = ("username", "display_name", "is_guest", "deleted_at")
    owner = [f"owner__{name}" for name in named]
    return Match.objects.select_related("owner").only(*PUBLIC_FIELDS, *owner)


def public_lines(public_id: str) -> list[PublicLine]:
    """Return the last public log lines of a match, newest first.

    Empty if the match has not started or is a crowd's match.
    """
    snapshot = snapshot_of(public_id)
    if snapshot is None or not snapshot.match.started or is_crowd(snapshot.match):
        return []  # a crowd's match keeps no log: its own lists show what happened
    sentence, names = pages_of(snapshot.match.game).sentence, NameTag(snapshot, None)
    lines = [
        PublicLine(at, sentence_of(sentence, event, names))
        for at, event in _public_events(snapshot)
    ]
    return [line for line in lines if line.html]


def _public_events(snapshot: MatchSnapshot) -> Iterator[tuple[datetime, Event]]:
    match = snapshot.match
    for entry in newest_entries(match, ENTRIES_SHOWN):
        for event in reversed(codec.decode(bytes(entry.events), tuple[Event, ...])):
            faded = event.fades is not None and match.chapter - entry.chapter >= event.fades
            if event.to is None and not event.once and (match.over or not faded):
                yield entry.at, event


def public_phase(public_id: str) -> str:
    """Return the current phase of a running match in a spectator's words, or ""."""
    snapshot = snapshot_of(public_id)
    if (
        snapshot is None
        or snapshot.match.status != Match.Status.RUNNING
        or is_crowd(snapshot.match)
    ):
        return ""
    try:
        return pages_of(snapshot.match.game).phase(snapshot, None)
    except Exception:
        # Moderators open broken matches too, so their page must not fail with the rules.
        log.exception("match %s: its phase cannot be told", public_id)
        return ""
