"""The log of a match as sentences for one viewer."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from chat.core.templates import filled, render, safe
from chat.core.translation import gettext as _, language
from games.engine.base import Event
from games.page.snapshot import LoggedEvent, MatchSnapshot

# --- Names of players in the colours of their seats


def name_tag(name: str, hue: int | None) -> SafeString:
    """Return a player's name as HTML for use in a sentence.

    Mirrors the macro of `components/people.jinja` for Python callers.
    """
    colour = "" if hue is None else hue
    return format_html('<b class="seat-name" data-hue="{}">{}</b>', colour, name)


def joined(tags: Sequence[SafeString]) -> SafeString:
    """Join name tags into the list of a sentence: "Ann, Bo and Cy"."""
    if len(tags) < 2:
        return tags[0] if tags else SafeString("")
    text = _("{first} and {last}")
    return filled(text, first=SafeString(", ".join(tags[:-1])), last=tags[-1])


@dataclass(frozen=True)
class Line:
    """A sentence of the log."""

    number: tuple[int, int]  # the revision of the viewer's stream, and the position within it
    kind: str
    html: SafeString
    mine: bool  # it concerns the viewer

    @cached_property
    def item(self) -> SafeString:
        """The line as a list item."""
        return render("games/parts/log_line.jinja", line=self)


def log_for(snapshot: MatchSnapshot, seat: int | None, sentences: Any) -> SafeString:
    """Return the log that this viewer may read now as list items, newest first."""
    # Faded entries come back when the match is over.
    items = [line.item for line in _lines(snapshot, seat, sentences, snapshot.told)]
    return SafeString("".join(reversed(items)))


def _names_key(snapshot: MatchSnapshot) -> Hashable:
    """Return a cache key of the language and the players' names."""
    code = language()
    return snapshot.shared(
        ("called", code), lambda: (code, *(occupant.name for occupant in snapshot.seats))
    )


def lines_between(
    snapshot: MatchSnapshot, seat: int, sentences: Any, after: int, upto: int | None
) -> list[Line]:
    """Return the lines of these log entries that concern the viewer, oldest first.

    The entries are those after `after`, up to and including `upto` (None: up to the last).
    """
    events = [
        logged
        for logged in snapshot.told
        if logged.seq > after and (upto is None or logged.seq <= upto)
    ]
    return [line for line in _lines(snapshot, seat, sentences, events) if line.mine]


def lines_of_step(
    snapshot: MatchSnapshot, seat: int | None, sentences: Any, step: int
) -> list[SafeString]:
    """Return the sentences that this viewer read when log entry `step` was written."""
    events = [logged for logged in snapshot.told if logged.seq == step]
    return [line.html for line in _lines(snapshot, seat, sentences, events)]


def _lines(
    snapshot: MatchSnapshot, seat: int | None, sentences: Any, events: Sequence[LoggedEvent]
) -> Iterator[Line]:
    """Yield the lines that this viewer may read of these events, oldest first."""
    names_key = _names_key(snapshot)
    tags = NameTag(snapshot, seat)
    name = "" if seat is None else str(seat)
    number = (0, 0)
    for logged in events:
        if not _is_shown(logged, seat, snapshot):
            continue
        # Numbered by the viewer's own stream: stable, and reveals nothing about other entries.
        revision = logged.streams.get(name, 0)
        next_number = (revision, number[1] + 1 if revision == number[0] else 1)
        key = (seat, names_key, next_number)
        if key not in logged.lines:
            html = safe(sentence_of(sentences, logged.event, tags))
            mine = seat is not None and seat in logged.concerned
            logged.lines[key] = Line(next_number, logged.event.kind, SafeString(html), mine)
        line: Line = logged.lines[key]
        if line.html:
            number = line.number
            yield line


def _is_shown(told: LoggedEvent, seat: int | None, snapshot: MatchSnapshot) -> bool:
    """Return True if the event belongs in this viewer's log now."""
    if told.event.once or not _may_read(told, seat, snapshot.opened):
        return False
    return not _has_faded(told, snapshot)


def may_read_in(told: LoggedEvent, seat: int | None, snapshot: MatchSnapshot) -> bool:
    """Return True if this seat could read the event when it was written.

    That includes one-time events, which no log contains.
    """
    return _may_read(told, seat, snapshot.opened)


def is_told(told: LoggedEvent, seat: int | None, snapshot: MatchSnapshot) -> bool:
    """Return True if an API client that follows this seat should get the event now.

    Events that only the end of the match opens are left out: the record has them. One-time events
    are sent only while the decision they belong to is open.
    """
    if not _may_read(told, seat, opened=False):
        return False
    if told.event.once:
        return seat is not None and told.decision == snapshot.match.decision_id
    return not _has_faded(told, snapshot)


def _has_faded(told: LoggedEvent, snapshot: MatchSnapshot) -> bool:
    event = told.event
    faded = event.fades is not None and snapshot.match.chapter - told.chapter >= event.fades
    return faded and not snapshot.match.over


def sentence_of(sentences: Any, event: Event, names: NameTag) -> SafeString | str:
    """Return the event as a sentence, "" if it is not worth a line."""
    # The game words its own events. A change of the table's owner belongs to the site.
    if event.kind != "owner":
        sentence: SafeString | str = sentences(event, names)
        return sentence
    seat = event.facts["seat"]
    mine = seat == names.viewer
    text = _("{name} are the host now.") if mine else _("{name} is the host now.")
    return filled(text, name=names(seat))


def _may_read(told: LoggedEvent, seat: int | None, opened: bool) -> bool:
    to = told.event.to
    return to is None or (seat is not None and seat in to) or (opened and told.event.opens)


@dataclass(frozen=True)
class NameTag:
    """Names of seats in their colours, addressing the viewer as "you"."""

    snapshot: MatchSnapshot
    viewer: int | None

    def __call__(self, index: int) -> SafeString:
        return self._tag(index, _("You"))

    def _tag(self, index: int, me: str) -> SafeString:
        seat = self.snapshot.occupant(index)
        if seat is None:
            return SafeString(_("somebody"))
        return name_tag(me if index == self.viewer else seat.name, seat.hue)

    def many(self, indexes: Any) -> SafeString:
        """Return names joined for the middle of a sentence."""
        return joined([self._tag(index, _("you")) for index in indexes])
