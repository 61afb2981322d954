"""Names and links in the lists and rows of the admin."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Model
from django.urls import reverse
from django.utils.formats import localize
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from chat.core.clock import nearly_now
from chat.messages.rooms import places_of
from chat.models import Room
from chat.people import is_suspended


def find_places(rows: Collection[Any]) -> None:
    """Set the `found_place` of rows in rooms, or of rooms; it is None for those in no room."""
    places = places_of(filter(None, map(_room_key, rows)))
    for row in rows:
        row.found_place = places.get(_room_key(row))
    for room in (row for row in rows if isinstance(row, Room)):
        room.shown_name = places[room.key].title


def _room_key(row: Any) -> str:
    room = row if isinstance(row, Room) else row.room
    return room.key if room is not None else ""


def link_to_room(row: Any) -> str:
    """Return a link to the admin's page of a row's room, or "" for a row in no room."""
    if row.found_place is None:
        return ""
    return link_to(reverse("admin:chat_room_change", args=[row.room_id]), row.found_place.title)


def reports_in_words(count: int) -> str:
    """Return "3 reports", or "" for none."""
    return ngettext("%(n)s report", "%(n)s reports", count) % {"n": count} if count else ""


def suspension_in_words(person: Any) -> str:
    """Return until when a person is suspended, or "" if they are not."""
    if not is_suspended(person, nearly_now()):
        return ""
    if person.suspended_for_good:
        return gettext("permanently")
    return str(localize(localtime(person.suspended_until)))


def link_to(url: str, text: Any) -> str:
    """Return a link, with its text escaped."""
    return format_html('<a href="{}">{}</a>', url, text)


def link_to_row(row: Model) -> str:
    """Return a link to the page of this row in the admin."""
    meta = row._meta
    return link_to(reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk]), row)
