"""The live list of a room's messages, as one viewer sees them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.html import Urlizer, format_html
from django.utils.safestring import SafeString, mark_safe

from chat.core.clock import nearly_now
from chat.core.templates import render
from chat.live.fragments import digest_of
from chat.messages import rooms, selectors
from chat.messages.selectors import NO_IDS
from chat.models import Message, Room
from chat.people import Person, Viewer, hue, is_gone, shown_name, zone_of

# --- Messages as one viewer sees them, ready for the template


class _Links(Urlizer):
    """A linker whose links open in a new tab, without referrer or search ranking."""

    url_template = (
        '<a href="{href}" rel="nofollow noopener noreferrer ugc" target="_blank">{url}</a>'
    )


_links = _Links()


@dataclass(frozen=True)
class Reader:
    """The reader of a room, with what affects how its messages look to them."""

    viewer: Viewer
    # By id, keys of rooms shown together with it.
    also: Mapping[int, str] = field(default_factory=dict)
    at_table: bool = False  # guests are shown without a number
    # By user id, colours that replace the ones in people's profiles.
    hues: Mapping[int, int] = field(default_factory=dict)
    read: Mapping[int, int] = field(default_factory=dict)  # by room id, the last message read

    @property
    def zone(self) -> ZoneInfo:
        return zone_of(self.viewer)

    def is_mine(self, message: Message) -> bool:
        return message.author_id is not None and message.author_id == self.viewer.pk

    def is_new(self, message: Message) -> bool:
        """Return True if others wrote it since this person last read the room.

        On a first visit, no message is new.
        """
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
    """A message as shown."""

    message: Message
    name: str
    hue: int | None
    mine: bool
    new: bool
    mark: str  # the other room that it comes from, or ""
    when: str
    today: bool  # True if no date is needed
    text: SafeString
    bot: bool = False  # True if a program wrote it


def linked(text: str) -> SafeString:
    """Return the text escaped, with links."""
    return mark_safe(_links(text, trim_url_limit=60, nofollow=True, autoescape=True))


def render_lines(reader: Reader, messages: Sequence[Message], *, swap: bool = False) -> SafeString:
    """Render the messages as list items.

    `swap`: each replaces the item with its id on an open page.
    """
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
        name=shown_name(message.author, at_table=reader.at_table),
        hue=reader.hue_of(message.author),
        mine=reader.is_mine(message),
        new=reader.is_new(message),
        mark=reader.mark_of(message),
        when=date_format(at, "H:i" if is_today else "j M H:i"),
        today=is_today,
        text=linked(message.text),
        bot=getattr(message.author, "is_bot", False),
    )


@dataclass(frozen=True, slots=True)
class Seen:
    """The facts that decide which messages a viewer is shown."""

    rooms: tuple[Room, ...] = ()
    before: str = ""  # the key of one whose messages are not marked
    hidden: frozenset[int] = NO_IDS  # ids of authors who are hidden from the viewer
    hues: tuple[tuple[int, int], ...] = ()  # user id and colour

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(room.pk for room in self.rooms)


def seen_by(user: Viewer, room_key: str) -> Seen:
    """Return what this viewer may see in the room now; empty without access."""
    access = rooms.access(user, room_key)
    if not access.read:
        return Seen()
    keys = (room_key, *access.show_also, *filter(None, (access.before,)))
    shown = tuple(rooms.room(key) for key in keys)
    hues = tuple(sorted(access.hues.items()))
    return Seen(shown, access.before, selectors.hidden_ids(user), hues)


def reader_of(user: Viewer, seen: Seen) -> Reader:
    """Return the reader for this viewer, to whom no message counts as missed."""
    also = {room.pk: room.key for room in seen.rooms[1:] if room.key != seen.before}
    at_table = any(rooms.is_at_table(room.key) for room in seen.rooms)
    return Reader(viewer=user, also=also, at_table=at_table, hues=dict(seen.hues))


@dataclass(slots=True)
class ChatLog:
    """A fragment (`chat.live.fragments.Part`) that grows: new messages are appended.

    A message that was removed or restored is replaced. The whole list is sent again when the set of
    rooms or of blocked people changes.
    """

    # An open page retains only what has to be compared, so there are no messages here.

    user: Viewer
    room_key: str
    label: str
    topics: Collection[str]
    id: str = "chat-log"
    _rooms: tuple[int, ...] = ()
    _hidden: frozenset[int] = NO_IDS
    _newest: dict[int, int] = field(default_factory=dict)
    _shown: frozenset[int] = NO_IDS
    _removed: frozenset[int] = NO_IDS

    def html(self) -> SafeString:
        return self._whole(seen_by(self.user, self.room_key), swap=False)

    def changes(self, *, whole: bool = False) -> SafeString:
        seen = seen_by(self.user, self.room_key)
        if whole or (seen.ids, seen.hidden) != (self._rooms, self._hidden):
            return self._whole(seen, swap=True)
        return self._mended(seen) + self._added(seen)

    def _whole(self, seen: Seen, *, swap: bool) -> SafeString:
        self._rooms, self._hidden = seen.ids, seen.hidden
        self._newest, self._shown = {}, NO_IDS
        messages = selectors.history(seen.rooms, hidden=seen.hidden)
        self._remember(messages)
        self._removed = frozenset(m.pk for m in messages if m.removed_at) or NO_IDS
        # Only here: messages that arrive while the page is open are not marked as missed.
        read = selectors.read_marks(self.user, seen.ids)
        inner = render_lines(replace(reader_of(self.user, seen), read=read), messages)
        return format_html(
            '<ol id="{}" class="dock-list" data-dock-list tabindex="0" aria-label="{}"'
            ' data-part="{}"{}>{}</ol>',
            self.id,
            self.label,
            _digest(inner, seen),
            SafeString(' hx-swap-oob="true"' if swap else ""),
            inner,
        )

    def _added(self, seen: Seen) -> SafeString:
        fresh = selectors.history(seen.rooms, hidden=seen.hidden, after=self._newest)
        if not fresh:
            return SafeString()
        self._remember(fresh)
        self._removed |= {message.pk for message in fresh if message.removed_at}
        # Their author's page may already show them from when they were sent, so they are replaced.
        gone = [m for m in fresh if m.removed_at and m.author_id == self.user.pk]
        reader = reader_of(self.user, seen)
        lines = render_lines(reader, fresh)
        added = format_html('<ol hx-swap-oob="beforeend:#{}">{}</ol>', self.id, lines)
        return added + render_lines(reader, gone, swap=True)

    def _mended(self, seen: Seen) -> SafeString:
        if not self._shown:
            return SafeString()
        removed = selectors.removed_ids(seen.ids, since=min(self._shown)) & self._shown or NO_IDS
        changed, self._removed = removed ^ self._removed, removed
        if not changed:
            return SafeString()
        messages = Message.objects.filter(pk__in=changed).select_related("author")
        return render_lines(reader_of(self.user, seen), list(messages.order_by("pk")), swap=True)

    def _remember(self, messages: Sequence[Message]) -> None:
        for message in messages:
            self._newest[message.room_id] = message.pk
        if messages:
            self._shown |= {message.pk for message in messages}


def _digest(inner: str, seen: Seen) -> str:
    # By key: a room that was deleted while it was empty is created again with another id.
    contents = f"{[room.key for room in seen.rooms]}{sorted(seen.hidden)}{inner}"
    return digest_of(contents.encode())


def line_of(user: Viewer, message: Message) -> SafeString:
    """Render a message that was just sent, for its author's page."""
    seen = seen_by(user, message.room.key)
    return render_lines(reader_of(user, seen), [message])
