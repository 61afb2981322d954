"""The chat of a room over the API: what its window shows, and saying something there."""

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
from chat.people import shown_name

A_PAGE = 50
LONGEST = 25  # seconds that a request waits
_PLACE = re.compile(r"[0-9]{1,18}(\.[0-9]{1,18})*", re.ASCII)


class Which(Shape):
    """`key`: "table-" and the id of a table for those who play, "watch-" for who watch; "lobby"."""

    key: str


class After(Shape):
    """`after`: the `cursor` of the page before, "" for the first that the window shows.

    `wait`: seconds, at most, for something to be said.
    """

    after: Annotated[str, msgspec.Meta(max_length=100)] = ""
    wait: Annotated[int, msgspec.Meta(ge=0, le=LONGEST)] = 0


class Saying(Shape, forbid_unknown_fields=True):
    """Something to say."""

    text: str


class Said(Shape):
    """Something said, in this room or in one whose words stand beside its own.

    `author`: "" of who is nobody's account any more. `text`: null where it was taken away, and then
    `removed_by` says by whom: "author", "moderator" or "host".
    """

    id: int
    room: str
    author: str
    bot: bool
    mine: bool
    at: datetime
    text: str | None
    removed_by: str


class Talk(Shape):
    """What was said after that, oldest first. `more`: another page follows."""

    messages: tuple[Said, ...]
    cursor: str
    more: bool


def talk_of(user: Any, seen: Seen, after: str) -> Talk:
    """Of what the window of a room shows to this user, the part after that cursor."""
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
    """By room, after which message; from the beginning where that cannot be read."""
    if not _PLACE.fullmatch(after):
        return {}
    return dict(zip((room.pk for room in shown), map(int, after.split(".")), strict=False))


def _said(user: Any, room: str, message: Message) -> Said:
    return Said(
        id=message.pk,
        room=room,
        author=shown_name(message.author) if message.author is not None else "",
        bot=getattr(message.author, "is_bot", False),
        mine=message.author_id == user.pk,
        at=message.at,
        text=None if message.removed_at else message.text,
        removed_by=message.removed_by,
    )


class MessagesDoor(Door):
    """A room's chat."""

    tags = ("Chat",)

    def get(self, parsed_path: Path[Which], parsed_query: Query[After]) -> Talk:
        """What is said there, page by page; what was said last, as the window shows it."""
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
        """Say something there, as often and where the page lets one."""
        said = send_message(
            author=self.user,
            room_key=parsed_path.key,
            text=parsed_body.text,
            key=parsed_headers.key,
        )
        return _said(self.user, said.room.key, said)
