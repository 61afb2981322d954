"""Guests: accounts without a password until their owners keep them."""

from __future__ import annotations

import random
from collections.abc import Collection
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q

from chat.core.clock import now
from chat.core.name_keys import name_keys
from chat.core.refusals import Refusal
from games.models import GOING_ON, Seat
from games.services.seats import refresh_matches
from lobby.accounts.name_registry import check_name, free_names, save_with_names
from lobby.accounts.refusals import GuestCode
from lobby.accounts.services import delete_account
from lobby.models import User

UNUSED_DAYS = 30

_ADJECTIVES = ("Amber", "Brass", "Bright", "Calm", "Clever", "Courtly", "Crimson", "Gentle",
    "Gilded", "Golden", "Hidden", "Idle", "Ivory", "Jolly", "Kind", "Lucky", "Lunar", "Masked",
    "Merry", "Misty", "Noble", "Olive", "Patient", "Quick", "Quiet", "Royal", "Silver", "Silken",
    "Sly", "Sunny", "Swift", "Velvet", "Wandering", "Witty")  # fmt: skip
_NOUNS = ("Anchor", "Arcade", "Bridge", "Canal", "Candle", "Cannon", "Carnival", "Compass", "Doge",
    "Ducat", "Falcon", "Fan", "Fountain", "Gondola", "Harbour", "Heron", "Lagoon", "Lantern",
    "Lion", "Lute", "Mask", "Merchant", "Oar", "Palace", "Pearl", "Pilot", "Regatta", "Sail",
    "Sequin", "Serenade", "Spice", "Swallow", "Tide", "Tower", "Violin")  # fmt: skip
_random = random.SystemRandom()


def make_guest(
    *, device: str, time_zone: str, theme: str = User.Theme.AUTO, shown: str = ""
) -> User:
    """Create a guest with the display name `shown`, or a random one.

    Raise `Refusal` if an account of this browser is suspended.
    """
    if User.objects.filter(device=device, suspended_until__gt=now()).exists():
        raise Refusal(GuestCode.BROWSER_SUSPENDED)
    guest = None
    while guest is None:
        guest = _create_guest(device, time_zone, theme, shown)
    return guest


def _create_guest(device: str, time_zone: str, theme: str, shown: str = "") -> User | None:
    """Create a guest, or return None if the random username is taken.

    There are more than a million random names.
    """
    random_name = (
        f"{_random.choice(_ADJECTIVES)} {_random.choice(_NOUNS)} {_random.randint(2, 999)}"
    )
    guest = User(
        username=random_name.lower().replace(" ", "-"),
        display_name=shown or random_name,
        is_guest=True,
        device=device,
        time_zone=time_zone,
        theme=theme,
        seen_on=now().date(),
    )
    guest.set_unusable_password()
    try:
        check_name(guest.username)
        save_with_names(guest)
    except ValidationError:
        return None
    return guest


def keep_account(*, user: User, username: str, password: str) -> None:
    """Turn a guest's account into a member's, with a username and a password.

    It stays the same row, so seats and messages are kept. Raise `ValidationError` if the name was
    taken in the meantime.
    """
    user.set_password(password)  # hashed before others have to wait
    with transaction.atomic():
        user.username = username
        user.display_name = ""
        user.is_guest = False
        save_with_names(user)
        refresh_matches(user=user)


def free_name(guest: User) -> str:
    """Return the guest's name, with a number if it has been taken by a member."""
    try:
        check_name(guest.table_name, holder=guest)
    except ValidationError:
        return next(free_names(guest.table_name, holder=guest), "")
    return guest.table_name


def tell_apart(user: User) -> None:
    """Rename guests whose name looks like another one at a table where this user sits.

    The user's own name gets a number if they are a guest, otherwise the names of other guests.
    """
    tables = Seat.objects.filter(user=user, status="seated", match__status__in=GOING_ON)
    seats = Seat.objects.filter(status="seated", match__in=tables.values("match"))
    others = seats.exclude(user=user).select_related("user")
    if user.is_guest:
        names = {seat.shown_name for seat in others}
        if not _are_apart(user, names):
            user.display_name = next(free_names(user.display_name, taken=names), user.username)
            save_with_names(user)
            refresh_matches(user=user)
        return
    for seat in others.filter(user__is_guest=True):
        if seat.user is not None and not _are_apart(seat.user, {user.table_name}):
            tell_apart(seat.user)


def _are_apart(user: User, names: Collection[str]) -> bool:
    return name_keys(user.table_name).isdisjoint(key for name in names for key in name_keys(name))


def same_person(user: User) -> Q:
    """Return a filter for the accounts that may belong to the same person.

    Accounts of one browser belong together if one of the two is a guest. Two members who share a
    computer count as two people.
    """
    if not user.device:
        return Q(pk=user.pk)
    together = Q(device=user.device)
    return Q(pk=user.pk) | (together if user.is_guest else together & Q(is_guest=True))


def tidy_guests(*, limit: int = 200) -> int:
    """Remove up to `limit` guests unused for 30 days and return their number.

    Guests who left traces in games, auctions or the chat only lose their personal data.
    """
    last_day = now().date() - timedelta(days=UNUSED_DAYS)
    unused = User.objects.filter(is_guest=True, deleted_at=None, seen_on__lt=last_day)
    guests = list(unused.order_by("seen_on")[:limit])  # served by the index `guests_to_tidy`
    for guest in guests:
        if _left_traces(guest):
            delete_account(user=guest)
        else:
            guest.delete()
    return len(guests)


def _left_traces(user: User) -> bool:
    """Return True if the games, auctions or chat refer to this user."""
    return any(
        relation.related_model._base_manager.filter(**{relation.field.name: user}).exists()
        for relation in User._meta.related_objects
        if relation.related_model._meta.app_label in {"games", "auctions", "chat"}
    )
