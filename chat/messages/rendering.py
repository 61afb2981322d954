"""Messages as one viewer sees them, ready for the template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.html import Urlizer
from django.utils.safestring import SafeString, mark_safe

from chat.core.clock import nearly_now
from chat.core.templates import render
from chat.messages import rooms
from chat.models import Message
from chat.people.names import Person, Viewer, hue, is_gone, shown_name
from chat.people.zones import zone_of


class _Links(Urlizer):
    """Links open in a new tab, send no referrer and pass on no search ranking."""

    url_template = (
        '<a href="{href}" rel="nofollow noopener noreferrer ugc" target="_blank">{url}</a>'
    )


_links = _Links()


@dataclass(frozen=True)
class Reader:
    """Who reads a room, and what that changes in how its messages look.

    `also`: keys of the rooms shown among it, by id; `hues`: colours known better than from the
    profile, by user id; `read`: by room id, the last message that was read before.
    """

    viewer: Viewer
    also: Mapping[int, str] = field(default_factory=dict)
    hues: Mapping[int, int] = field(default_factory=dict)
    read: Mapping[int, int] = field(default_factory=dict)

    @property
    def zone(self) -> ZoneInfo:
        return zone_of(self.viewer)

    def is_mine(self, message: Message) -> bool:
        return message.author_id is not None and message.author_id == self.viewer.pk

    def is_new(self, message: Message) -> bool:
        """Whether others wrote it since this person last read the room; never on a first visit."""
        last = self.read.get(message.room_id)
        return last is not None and message.pk > last and not self.is_mine(message)

    def hue_of(self, author: Person | None) -> int | None:
        if author is None or is_gone(author):
            return None
        return self.hues.get(author.pk, hue(author))

    def mark_of(self, message: Message) -> str:
        return rooms.mark_of(self.also.get(message.room_id, ""))


@dataclass(frozen=True)
class Line:
    """One message as shown. `mark`: which other room it comes from; `today`: no date is needed;
    `bot`: a program has written it.
    """

    message: Message
    name: str
    hue: int | None
    mine: bool
    new: bool
    mark: str
    when: str
    today: bool
    text: SafeString
    bot: bool = False


def linked(text: str) -> SafeString:
    """The text escaped, with links."""
    return mark_safe(_links(text, trim_url_limit=60, nofollow=True, autoescape=True))


def draw_lines(reader: Reader, messages: Sequence[Message], *, swap: bool = False) -> SafeString:
    """The messages as list items; `swap`: each replaces the one of its id on an open page."""
    if not messages:
        return SafeString()
    today = nearly_now().astimezone(reader.zone).date()
    lines = [_line(reader, message, today) for message in messages]
    return render("chat/lines.jinja", lines=lines, swap=swap)


def _line(reader: Reader, message: Message, today: date) -> Line:
    at = message.at.astimezone(reader.zone)
    is_today = at.date() == today
    return Line(
        message=message,
        name=shown_name(message.author),
        hue=reader.hue_of(message.author),
        mine=reader.is_mine(message),
        new=reader.is_new(message),
        mark=reader.mark_of(message),
        when=date_format(at, "H:i" if is_today else "j M H:i"),
        today=is_today,
        text=linked(message.text),
        bot=getattr(message.author, "is_bot", False),
    )
