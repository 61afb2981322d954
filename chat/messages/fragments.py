"""Fragments for any page: the chat window, who is present, and the bell."""

from __future__ import annotations

from functools import partial

from django.utils.safestring import SafeString

from chat.contacts import notices
from chat.core.clock import nearly_now
from chat.core.refusals import ChatCode, Refusal
from chat.core.templates import render
from chat.core.translation import gettext as _
from chat.live import presence
from chat.live.batch import memoized_in_batch
from chat.live.fragments import Attributes, Block, Part
from chat.messages import rooms, selectors
from chat.messages.message_list import ChatLog, seen_by
from chat.messages.services import pause_of, refuse_closed, refuse_muted
from chat.models.rooms import MAX_TEXT
from chat.people import Viewer
from chat.rights import new_until, time_in_words

HERE_BY_NAME = 8  # people named in a chat window; others are only counted

# Shared by all pages.
_WRITE = Attributes({"class": "dock-write"})
_PRESENT = Attributes({"class": "present"})
_BELL = Attributes({"class": "bell"})


def chat_window(user: Viewer, room_key: str, *, label: str) -> list[Part]:
    """Return the fragments that `chat/window.html` places.

    They are `chat-title`, `chat-log` and `chat-form`."""
    seen = seen_by(user, room_key)
    talk = tuple(rooms.topic(room.pk) for room in seen.rooms)
    access = (rooms.access_topic(room_key), f"user.{user.pk}")
    return [
        Block("chat-title", (), partial(_title, user, room_key, label)),
        ChatLog(user, room_key, _("Messages in %(room)s") % {"room": label}, talk + access),
        Block("chat-form", access, partial(_form, user, room_key), tag="div", attributes=_WRITE),
    ]


def _title(user: Viewer, room_key: str, label: str) -> SafeString:
    hosts = rooms.access(user, room_key).hosts
    return render("chat/window_title.jinja", label=label, hosted=room_key if hosts else "")


def _form(user: Viewer, room_key: str) -> SafeString:
    refusal = why_not_write(user, room_key)
    if refusal is not None:
        return render("chat/form.jinja", refusal=refusal)
    at = nearly_now()
    until = new_until(user, at=at)
    given = {
        "room_key": room_key,
        "pause": pause_of(user, rooms.room(room_key), at=at),
        "new_until": time_in_words(until) if until else "",
    }
    content = partial(render, "chat/form.jinja", most=MAX_TEXT, refusal=None, **given)
    return memoized_in_batch(("form html", *given.values()), content)


def why_not_write(user: Viewer, room_key: str) -> Refusal | None:
    """Return why this viewer cannot write in the room now, or None if they can."""
    access = rooms.access(user, room_key)
    if not access.read or not user.is_authenticated:
        return Refusal(ChatCode.NO_SUCH_ROOM)
    if not access.write:
        return Refusal(ChatCode.CANNOT_WRITE, access.reason)
    room = rooms.room(room_key)
    try:
        refuse_closed(room)
        refuse_muted(user, room)
    except Refusal as refusal:
        return refusal
    return None


def who_is_here(
    user: Viewer, room_key: str, *, part_id: str = "chat-present", most: int = HERE_BY_NAME
) -> Block:
    """Return the fragment of people with a page of this room open.

    It shows a count and up to `most` names.
    """
    content = partial(_who, user, room_key, most)
    heard = (presence.topic(room_key), f"user.{user.pk}")
    return Block(part_id, heard, content, tag="div", attributes=_PRESENT)


def _who(user: Viewer, room_key: str, most: int) -> SafeString:
    here = presence.who(room_key)
    if not here.people:  # a crowd is only counted, so all viewers are shown the same
        key = ("who html", room_key, most)
        return memoized_in_batch(key, lambda: _render_people(user, here, most))
    hidden = selectors.hidden_ids(user)
    shown = tuple(person for person in here.people if person.pk not in hidden)
    return _render_people(user, presence.Present(len(shown), shown), most)


def _render_people(user: Viewer, here: presence.Present, most: int) -> SafeString:
    people = here.people[:most]
    return render("chat/who.jinja", people=people, more=here.count - len(people), me=user)


def bell(user: Viewer) -> Block:
    """Return the fragment that counts the new notices and lists the newest."""
    heard = (f"user.{user.pk}", notices.topic(user.pk))
    return Block("bell", heard, partial(_bell, user), tag="div", attributes=_BELL)


def _bell(user: Viewer) -> SafeString:
    found = selectors.open_notices(user)
    count = len(found)
    if count == selectors.SHOWN_NOTICES:
        count = selectors.count_open_notices(user)
    return render("chat/bell.jinja", notices=found, count=count)
