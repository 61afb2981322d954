"""All bids of an auction, once the rules have opened them (rules 11: after common 5, after 6)."""

from __future__ import annotations

from dataclasses import dataclass

from auctions.models import Account, Bid
from auctions.rules.publicity import bids_open
from auctions.selectors.fates import FateLine, fates_of
from auctions.selectors.frame import frame_of
from auctions.selectors.people import Player, Sheet, named, players_of, sheet_of
from auctions.selectors.public import resolved_count
from games.models import Match, Seat

PAGE = 50


@dataclass(frozen=True)
class OpenBid:
    """A bid that everybody may read now, whose it is, and what became of it."""

    player: Player
    fate: FateLine


def open_bids(
    match: Match, auction: int, item: str, *, name: str = "", page: int = 1, size: int = PAGE
) -> tuple[list[OpenBid], Sheet] | None:
    """A page of all bids on a lot, dearest first; None while they are sealed: nothing is read."""
    if not bids_open(auction, resolved_count(match)):
        return None
    rows = Bid.objects.filter(lot=frame_of(match).lot_id(auction, item))
    if name.strip():
        seats = named(Seat.objects.filter(match=match.pk), name)
        rows = rows.filter(account__in=Account.objects.filter(match=match.pk, seat__in=seats))
    sheet, begin = sheet_of(rows.count(), page, size)
    bids = list(rows.order_by("-price", "account")[begin : begin + size])
    fates = fates_of(match, auction, bids)
    people = players_of(match, {fate.seat for fate in fates})
    return [OpenBid(people[fate.seat], fate) for fate in fates], sheet
