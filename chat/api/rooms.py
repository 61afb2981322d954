"""The chat of a room over the API: its messages, and sending one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from dmr import Body, Headers, Path, Query, modify

from chat.api.base import Bearer, Door
from chat.api.shapes import Keyed, Shape
from chat.core.refusals import ChatCode, Refusal
from chat.messages import rooms, selectors
from chat.messages.message_list import Seen, seen_by
from chat.messages.services import send_message
from chat.models import Message, Room
from chat.models.rooms import MAX_TEXT
from chat.people import shown_name

A_PAGE = 50  # messages
LONGEST = 25  # seconds that a request waits
Remover = Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["", *Message.Remover.values]})]
_PLACE = re.compile(r"[0-9]{1,18}(\.[0-9]{1,18})*", re.ASCII)


class Which(Shape):
    """A room.

    `key` is "table-" and a table's id for its players, "watch-" and the id for its spectators, or
    "lobby".
    """

    key: str


class After(Shape):
    """A position in a room's messages.

    `after` is the `cursor` of the previous page, or "" for the first page. If there is no message
    after it, the request waits for one, up to `wait` seconds.
    """

    after: Annotated[str, msgspec.Meta(max_length=100)] = ""
    wait: Annotated[int, msgspec.Meta(ge=0, le=LONGEST)] = 0


class Saying(Shape, forbid_unknown_fields=True):
    """A message to send."""

    text: Annotated[str, msgspec.Meta(extra_json_schema={"minLength": 1, "maxLength": MAX_TEXT})]


class Said(Shape):
    """A message of this room, or of one whose messages are shown among its own.

    `author` is "" if the account was deleted. `text` is null if the message was removed;
    `removed_by` then says by whom: "author", "moderator" or "host".
    """

    id: int
    room: str
    author: str
    bot: bool
    mine: bool
    at: datetime
    text: str | None
    removed_by: Remover


class Talk(Shape):
    """Messages, oldest first. If `more` is true, another page follows."""

    messages: tuple[Said, ...]
    cursor: str
    more: bool


def talk_of(user: Any, seen: Seen, after: str) -> Talk:
    """Return the messages after a cursor, among those that the room's window shows."""
    before = _places(seen.rooms, after)
    found = selectors.history(seen.rooms, hidden=seen.hidden, after=before)
    shown = found[:A_PAGE]
    last = dict(before)
    for one in shown:
        last[one.room_id] = one.pk
    keys = {room.pk: room.key for room in seen.rooms}
    return Talk(
        messages=tuple(_said(user, keys[one.room_id], one) for one in shown),
        cursor=".".join(str(last.get(room.pk, 0)) for room in seen.rooms),
        more=len(found) > len(shown),
    )


def _places(shown: Sequence[Room], after: str) -> Mapping[int, int]:
    """Return a cursor's last message by room id; empty if the cursor is not valid."""
    if not _PLACE.fullmatch(after):
        return {}
    return dict(zip((room.pk for room in shown), map(int, after.split(".")), strict=False))


def _said(user: Any, room: str, message: Message) -> Said:
    author = message.author
    return Said(
        id=message.pk,
        room=room,
        author=shown_name(author, at_table=rooms.is_at_table(room)) if author is not None else "",
        bot=getattr(author, "is_bot", False),
        mine=message.author_id == user.pk,
        at=message.at,
        text=None if message.removed_at else message.text,
        removed_by=message.removed_by,
    )


class MessagesDoor(Door):
    """The messages of a room."""

    tags = ("Chat",)

    def get(self, parsed_path: Path[Which], parsed_query: Query[After]) -> Talk:
        """Read the last 100 messages of a room, page by page, and then new ones."""
        seen = seen_by(self.user, parsed_path.key)
        if not seen.rooms:
            raise Refusal(ChatCode.NO_SUCH_ROOM)
        talk = talk_of(self.user, seen, parsed_query.after)
        if not talk.messages and parsed_query.wait:
            topics = [*map(rooms.topic, seen.ids), rooms.access_topic(parsed_path.key)]
            self.wait(topics, parsed_query.wait)
        return talk

    @modify(status_code=HTTPStatus.CREATED, auth=(Bearer("play"),))
    def post(
        self, parsed_path: Path[Which], parsed_headers: Headers[Keyed], parsed_body: Body[Saying]
    ) -> Said:
        """Send a message to a room, under the same rules as on its page."""
        said = send_message(
            author=self.user,
            room_key=parsed_path.key,
            text=parsed_body.text,
            key=parsed_headers.key,
        )
        return _said(self.user, said.room.key, said)
