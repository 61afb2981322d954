"""Messages as one viewer sees them, ready for the template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.html import Urlizer
from django.utils.safestring import SafeString, mark_safe

from chat import rooms
from chat.clock import now
from chat.models import Message, Room
from chat.people import Viewer, hue, is_gone, shown_name


class _Links(Urlizer):
    """Links leave the house in a page of their own, tell nothing about it, and lend no weight."""

    url_template = (
        '<a href="{href}" rel="nofollow noopener noreferrer ugc" target="_blank">{url}</a>'
    )


_links = _Links()


@dataclass(frozen=True)
class Line:
    """One message as shown. `mark`: it comes from another room; `today`: a time says enough."""

    message: Message
    name: str
    hue: int | None
    gone: bool
    mine: bool
    mark: str
    when: str
    today: bool
    text: SafeString


def linked(text: str) -> SafeString:
    """The text escaped, with links."""
    return mark_safe(_links(text, trim_url_limit=60, nofollow=True, autoescape=True))


def draw_lines(
    viewer: Viewer,
    messages: Sequence[Message],
    *,
    room: Room,
    also: Mapping[int, str],
    hues: Mapping[int, int],
    swap: bool = False,
) -> str:
    """The messages as list items. `also`: keys of the other rooms by id; `swap`: each replaces
    the one of its id on an open page."""
    zone = ZoneInfo(getattr(viewer, "time_zone", "UTC"))
    today = now().astimezone(zone)
    lines = [_line(viewer, message, room, also, hues, zone, today) for message in messages]
    return render_to_string("chat/lines.html", {"lines": lines, "swap": swap})


def _line(
    viewer: Viewer,
    message: Message,
    room: Room,
    also: Mapping[int, str],
    hues: Mapping[int, int],
    zone: ZoneInfo,
    today: datetime,
) -> Line:
    at, author = message.at.astimezone(zone), message.author
    is_today = at.date() == today.date()
    known = None if author is None or is_gone(author) else hues.get(author.pk)
    return Line(
        message=message,
        name=shown_name(author),
        hue=hue(author) if known is None else known,
        gone=is_gone(author),
        mine=author is not None and author.pk == viewer.pk,
        mark="" if message.room_id == room.pk else rooms.mark_of(also.get(message.room_id, "")),
        when=date_format(at, "H:i" if is_today else "j M H:i"),
        today=is_today,
        text=linked(message.text),
    )
