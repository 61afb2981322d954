"""The log in sentences, for one viewer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
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


def lines_for(moment: Moment, seat: int | None, sentences: Any) -> list[Line]:
    """What this viewer may read now, newest first. Faded entries come back when it is over."""
    over, now_chapter = moment.match.over, moment.match.chapter
    lines: list[Line] = []
    called = (get_language(), *(sitting.name for sitting in moment.seats))
    tags = NameTag(moment, seat)
    name, numbers = "" if seat is None else str(seat), Counter[int]()
    for told in moment.told:
        event = told.event
        if event.once or not _may_read(told, seat, moment.opened):
            continue
        if event.fades is not None and not over and now_chapter - told.chapter >= event.fades:
            continue
        mine = seat is not None and seat in told.concerned
        # A sentence is written once for all whom it does not concern.
        by = (seat if mine else None, called)
        html = told.written.get(by)
        if html is None:
            html = told.written[by] = str(sentence_of(sentences, event, tags))
        if html:
            # Named after the viewer's own stream: it stays, and tells nothing of other entries.
            revision = told.streams.get(name, 0)
            numbers[revision] += 1
            lines.append(
                Line(
                    key=f"{revision}-{numbers[revision]}",
                    kind=event.kind,
                    html=SafeString(html),
                    mine=mine,
                )
            )
    return lines[::-1]


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
