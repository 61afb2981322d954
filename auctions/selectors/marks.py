"""Who is done with which auctions (rules 3.2). Public: everybody may know it at any time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from auctions.models import Account, DoneMark
from auctions.selectors.frame import frame_of
from games.models import Match, Seat


def done_with(match: Match, numbers: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """By seat number the auctions to come that these players are done with, in order."""
    found: dict[int, list[int]] = defaultdict(list)
    if frame_of(match).fast:
        rows = DoneMark.objects.filter(
            auction__match=match, auction__resolved_at=None, back_at=None
        ).filter(account__number__in=list(numbers))
        for seat, auction in rows.order_by("auction__number").values_list(
            "account__number", "auction__number"
        ):
            found[seat].append(auction)
    return {seat: tuple(auctions) for seat, auctions in found.items()}


def how_many(match: Match, auction: int) -> tuple[int, int]:
    """Of the people who sit here: how many are done with this auction, and how many there are."""
    people = Account.objects.filter(match=match, seat__bot="", seat__user__isnull=False)
    people = people.filter(seat__status=Seat.Status.SEATED)
    marks = DoneMark.objects.filter(auction__match=match, auction__number=auction, back_at=None)
    return people.filter(pk__in=marks.values("account")).count(), people.count()
