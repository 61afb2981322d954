"""The live list of a room's messages for one viewer: a part that grows, and mends what changed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from django.utils.html import format_html
from django.utils.safestring import SafeString

from chat.core.digests import digest_of
from chat.messages import rooms, selectors
from chat.messages.rendering import Reader, draw_lines
from chat.messages.selectors import NO_IDS
from chat.models import Message, Room
from chat.people.names import Viewer


@dataclass(frozen=True, slots=True)
class Seen:
    """What decides which messages a viewer is shown."""

    rooms: tuple[Room, ...] = ()
    hidden: frozenset[int] = NO_IDS
    hues: tuple[tuple[int, int], ...] = ()

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(room.pk for room in self.rooms)


def seen_by(user: Viewer, room_key: str) -> Seen:
    """What this viewer may see in the room now; empty without access."""
    access = rooms.access(user, room_key)
    if not access.read:
        return Seen()
    shown = tuple(rooms.room(key) for key in (room_key, *access.show_also))
    return Seen(shown, selectors.hidden_ids(user), tuple(sorted(access.hues.items())))


def reader_of(user: Viewer, seen: Seen) -> Reader:
    """How the messages look to this viewer, none of them as missed."""
    also = {room.pk: room.key for room in seen.rooms[1:]}
    return Reader(viewer=user, also=also, hues=dict(seen.hues))


@dataclass(slots=True)
class ChatLog:
    """A part (`chat.live.parts.Part`) that grows: new messages are appended to what a page shows.

    A message that was removed or restored replaces itself. The whole list is sent again when the
    set of rooms or of blocked people changes. An open page holds only what it must compare.
    """

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
        # Here alone: what comes while the page is open is not marked as missed.
        read = selectors.read_marks(self.user, seen.ids)
        inner = draw_lines(replace(reader_of(self.user, seen), read=read), messages)
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
        # Their author's page may already show them as they were posted, so they are replaced.
        gone = [m for m in fresh if m.removed_at and m.author_id == self.user.pk]
        reader = reader_of(self.user, seen)
        lines = draw_lines(reader, fresh)
        added = format_html('<ol hx-swap-oob="beforeend:#{}">{}</ol>', self.id, lines)
        return added + draw_lines(reader, gone, swap=True)

    def _mended(self, seen: Seen) -> SafeString:
        if not self._shown:
            return SafeString()
        removed = selectors.removed_ids(seen.ids, since=min(self._shown)) & self._shown or NO_IDS
        changed, self._removed = removed ^ self._removed, removed
        if not changed:
            return SafeString()
        messages = Message.objects.filter(pk__in=changed).select_related("author")
        return draw_lines(reader_of(self.user, seen), list(messages.order_by("pk")), swap=True)

    def _remember(self, messages: Sequence[Message]) -> None:
        for message in messages:
            self._newest[message.room_id] = message.pk
        if messages:
            self._shown |= {message.pk for message in messages}


def _digest(inner: str, seen: Seen) -> str:
    # By keys: a room that was removed while it was empty comes back by another id.
    told = f"{[room.key for room in seen.rooms]}{sorted(seen.hidden)}{inner}"
    return digest_of(told.encode())


def line_of(user: Viewer, message: Message) -> SafeString:
    """A message just sent, as its author's page shows it."""
    seen = seen_by(user, message.room.key)
    return draw_lines(reader_of(user, seen), [message])
