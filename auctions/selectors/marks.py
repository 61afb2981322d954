"""Marks: who is done with which auctions (rules 3.2).

They are public until the auction is resolved, and again in the record (rules 11).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from auctions.models import Account, DoneMark
from auctions.selectors.own_seat import owners
from auctions.selectors.week_setup import frame_of
from chat.core.clock import present
from chat.live.batch import loaded_in_batch
from games.models import Ban, Match, Seat


def done_with(match: Match, numbers: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """Return the upcoming auctions that these players are done with, by seat number."""
    if not frame_of(match).fast:
        return {}
    rows = _standing(match).filter(account__number__in=list(numbers))
    return _auctions_by(rows, "account__number")


def done_at(
    match: Match, numbers: Iterable[int], *, resolved: int, at: datetime
) -> dict[int, tuple[int, ...]]:
    """Return the auctions these players were done with at a time, by seat number.

    Auctions before number `resolved` are left out.
    """
    if not frame_of(match).fast:
        return {}
    # Only the latest mark is stored: a player who took it back and set it again counts as done from
    # the second time on.
    rows = DoneMark.objects.filter(auction__match=match, auction__number__gte=resolved)
    rows = rows.filter(Q(back_at=None) | Q(back_at__gt=at), at__lte=at)
    return _auctions_by(rows.filter(account__number__in=list(numbers)), "account__number")


def done_of(match: Match, account: Account) -> tuple[int, ...]:
    """Return the upcoming auctions this player is done with.

    One query serves a whole batch.
    """

    def load(keys: Sequence[int]) -> dict[int, tuple[int, ...]]:
        return _auctions_by(_standing(match).filter(account__in=keys), "account_id")

    if not frame_of(match).fast:
        return ()
    return loaded_in_batch("done", owners(match.public_id), account.pk, load) or ()


def _standing(match: Match) -> QuerySet[DoneMark]:
    return DoneMark.objects.filter(auction__match=match, auction__resolved_at=None, back_at=None)


def _auctions_by(rows: QuerySet[DoneMark], whose: str) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = defaultdict(list)
    for key, auction in rows.order_by("auction__number").values_list(whose, "auction__number"):
        found[key].append(auction)
    return {key: tuple(auctions) for key, auctions in found.items()}


def people_of(match: Match) -> QuerySet[Account]:
    """Return the accounts that must all be done: those of people who can still act.

    Bots do not count, nor do people who were removed or banned here, suspended or deleted.
    """
    people = Account.objects.filter(
        match=match, seat__bot="", seat__program=False, seat__status=Seat.Status.SEATED
    ).filter(seat__user__is_active=True)
    # Like `is_banned` for all at once: a ban also binds other accounts of a guest's browser.
    bans = Ban.objects.exclude(device="").filter(match=match, device=OuterRef("seat__user__device"))
    guests = bans.filter(user__is_guest=True)
    banned = Exists(guests) | (Q(seat__user__is_guest=True) & Exists(bans))
    return people.exclude(seat__user__suspended_until__gt=present()).exclude(banned)


def how_many(match: Match, auction: int) -> tuple[int, int]:
    """Return how many people are done with this auction, and how many there are."""
    people = people_of(match)
    marks = DoneMark.objects.filter(auction__match=match, auction__number=auction, back_at=None)
    return people.filter(pk__in=marks.values("account")).count(), people.count()
