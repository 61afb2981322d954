"""The log in sentences, for one viewer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _

from games.engines.base import Event
from games.live.moment import Moment, Told


@dataclass(frozen=True)
class Line:
    """A sentence of the log. `mine`: it concerns the viewer."""

    key: str
    kind: str
    html: SafeString
    mine: bool

    @cached_property
    def item(self) -> str:
        """As a list item."""
        # Keys are numbers, kinds are names in the rules, sentences are escaped already.
        mine = " is-mine" if self.mine else ""
        return (
            f'<li id="log-{self.key}" class="log-{self.kind}{mine}" data-say>'
            f"<span>{self.html}</span></li>"
        )


@dataclass(frozen=True)
class _Reading:
    """How far a viewer's log was written: an action adds a line or two to a hundred."""

    terms: Hashable  # while these are the same, what was written stays
    told: tuple[Told, ...]  # what was looked at, oldest first
    lines: tuple[Line, ...]
    numbers: Mapping[int, int]  # lines so far by revision


def lines_for(moment: Moment, seat: int | None, sentences: Any) -> list[Line]:
    """What this viewer may read now, newest first. Faded entries come back when it is over."""
    called = (get_language(), *(sitting.name for sitting in moment.seats))
    terms = (moment.match.chapter, moment.match.over, moment.opened, called, sentences)
    before = moment.reading.get(seat)
    if before is None or before.terms != terms or not _begins_with(moment.told, before.told):
        before = _Reading(terms, (), (), {})
    lines, numbers = list(before.lines), Counter(before.numbers)
    tags = NameTag(moment, seat)
    name = "" if seat is None else str(seat)
    for told in moment.told[len(before.told) :]:
        if not _shown(told, seat, moment):
            continue
        mine = seat is not None and seat in told.concerned
        # A sentence is written once for all whom it does not concern.
        by = (seat if mine else None, called)
        html = told.written.get(by)
        if html is None:
            html = told.written[by] = str(sentence_of(sentences, told.event, tags))
        if html:
            # Named after the viewer's own stream: it stays, and tells nothing of other entries.
            revision = told.streams.get(name, 0)
            numbers[revision] += 1
            key = f"{revision}-{numbers[revision]}"
            lines.append(Line(key=key, kind=told.event.kind, html=SafeString(html), mine=mine))
    moment.reading[seat] = _Reading(terms, moment.told, tuple(lines), numbers)
    return lines[::-1]


def _begins_with(told: Sequence[Told], earlier: Sequence[Told]) -> bool:
    """Whether nothing but more has been told since. Events are kept as they are, not read anew."""
    count = len(earlier)
    return count <= len(told) and (not count or told[count - 1] is earlier[-1])


def _shown(told: Told, seat: int | None, moment: Moment) -> bool:
    """Whether this stands in the viewer's log now."""
    event = told.event
    if event.once or not _may_read(told, seat, moment.opened):
        return False
    faded = event.fades is not None and moment.match.chapter - told.chapter >= event.fades
    return moment.match.over or not faded


def sentence_of(sentences: Any, event: Event, names: NameTag) -> SafeString | str:
    """What the game says of it; of who owns the table the house does."""
    if event.kind != "owner":
        told: SafeString | str = sentences(event, names)
        return told
    seat = event.facts["seat"]
    mine = seat == names.viewer
    text = _("{name} own the table now.") if mine else _("{name} owns the table now.")
    return format_html(text, name=names(seat))


def once_for(moment: Moment, seat: int | None, since: int) -> list[Told]:
    """What is told once to this seat's pages and this page, opened at `since`, has not had yet.

    Until the phase after it has ended, and only to pages that were open before it.
    """
    if seat is None:
        return []
    name = str(seat)
    return [
        told
        for told in moment.told
        if told.event.once
        and seat in (told.event.to or ())
        and told.decision == moment.match.decision_id
        and told.streams.get(name, 0) > since
    ]


def _may_read(told: Told, seat: int | None, opened: bool) -> bool:
    to = told.event.to
    return to is None or (seat is not None and seat in to) or (opened and told.event.opens)


@dataclass(frozen=True)
class NameTag:
    """Names of seats in their colours."""

    moment: Moment
    viewer: int | None

    def __call__(self, index: int) -> SafeString:
        return self._tag(index, _("You"))

    def _tag(self, index: int, me: str) -> SafeString:
        seat = self.moment.sitting(index)
        if seat is None:
            return SafeString(_("somebody"))
        name = me if index == self.viewer else seat.name
        return format_html('<b class="seat-name" data-hue="{}">{}</b>', seat.hue, name)

    def many(self, indexes: Any) -> SafeString:
        """Names joined as in the middle of a sentence."""
        tags = [self._tag(index, _("you")) for index in indexes]
        if len(tags) < 2:
            return tags[0] if tags else SafeString("")
        first = format_html_join(", ", "{}", ((tag,) for tag in tags[:-1]))
        return format_html(_("{} and {}"), first, tags[-1])
