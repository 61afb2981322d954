"""Walking out of every table at once, as when an account is deleted."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse

from chat.models import Notice
from games.models import GOING_ON, Invitation, Match, Seat
from games.registry import game_of, games
from games.services.locking import lock_match
from games.services.seating import remove_seat


def walk_out(*, user: Any) -> None:
    """Leaves every table and match of this user, as the rules of each game say."""
    rows = Seat.objects.filter(
        user=user,
        status=Seat.Status.SEATED,
        match__status__in=GOING_ON,
    )
    # Always in one order, so that two who walk out at once do not wait for each other.
    for public_id in list(rows.order_by("match_id").values_list("match__public_id", flat=True)):
        with transaction.atomic():
            match = lock_match(public_id)
            seat = match.seats.filter(user=user, status=Seat.Status.SEATED).first()
            if seat is not None and match.active:
                remove_seat(match=match, seat=seat, how="left")


def show_anew(*, user: Any, forget: bool = False) -> None:
    """The person's name has changed, or is to be forgotten: matches show it as it is now."""
    if forget:
        Seat.objects.filter(user=user).update(name="")
    played = Match.objects.filter(pk__in=Seat.objects.filter(user=user).values("match"))
    # Pages are drawn from the match as it stood at a version.
    for pk in played.order_by("pk").values_list("pk", flat=True):
        Match.objects.filter(pk=pk).update(version=F("version") + 1)


def forget_names(*, user: Any, names: Collection[str]) -> None:
    """Tables that were called after this person, as "Ada's table" is, are called by their game.

    What the bells of those who sit there or were invited say of them goes.
    """
    theirs = Q(owner=user) | Q(seats__user=user) | Q(invitations__by=user)
    for name in filter(None, names):
        named = Match.objects.filter(theirs, name__icontains=name).order_by("pk").distinct()
        for pk, public_id, slug in list(named.values_list("pk", "public_id", "game")):
            title = game_of(slug).title.name if slug in games() else slug
            Match.objects.filter(pk=pk).update(name=title[:60], version=F("version") + 1)
            _forget_notices(pk, reverse("games:match", args=[public_id]), name)


def _forget_notices(match: int, url: str, name: str) -> None:
    """Of people who had to do with this match: notices are found by whose they are."""
    sat = Seat.objects.filter(match=match, user__isnull=False).values("user")
    invited = Invitation.objects.filter(match=match).values("user")
    told = Notice.objects.filter(Q(user__in=sat) | Q(user__in=invited))
    told.filter(url__startswith=url, text__icontains=name).delete()
