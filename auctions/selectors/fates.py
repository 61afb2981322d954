"""Fates of bids, and the ties that a draw decided (rules 7.1).

Fates are not stored but worked out. Above the price of a lot's last unit there was enough for all
who could pay; below it no bid was considered; at it, the purse at that point tells how many units
could be paid. Callers must have checked that the bids may be read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from operator import or_

from django.db.models import Count, Q

from auctions.models import Account, Award, Bid, Lot
from auctions.rules.lineup import draw_number
from auctions.rules.resolution import NEVER, fate
from auctions.selectors.week_setup import Frame, frame_of
from games.models import Match

Won = dict[tuple[int, int, int], int]
"""(auction, place, -price) -> units won. The keys sort in the order of payment."""


@dataclass(frozen=True)
class FateLine:
    """A bid of a resolved auction.

    Each of the `wanted` units was won, nullified or lost.
    """

    seat: int
    item: str
    price: int
    wanted: int
    won: int
    nullified: int
    lost: int
    # The price of the lot's last unit, or `NEVER` if units were left over: what outbid a lost unit.
    # It is public, as the lowest winning bid.
    cut: int = NEVER


def fates_of(match: Match, auction: int, bids: Sequence[Bid]) -> list[FateLine]:
    """Return the fates of these bids of one resolved auction, in the same order."""
    frame = frame_of(match)
    places = {key: place for place, key in enumerate(frame.lots[auction])}
    cuts = _cuts(frame, auction)
    accounts = Account.objects.in_bulk({bid.account_id for bid in bids})
    won = _won_by(frame, auction, list(accounts))
    lines = []
    for bid in bids:
        account, place = accounts[bid.account_id], places[bid.lot_id]
        own, at = won[bid.account_id], (auction, place, -bid.price)
        money = account.loan - sum(-when[2] * n for when, n in own.items() if when < at)
        payable = min(bid.units, money // bid.price)
        units, nullified, lost = fate(
            bid.units,
            bid.price,
            won=own.get(at, 0),
            cut=cuts[place],
            pinched=bid.units - payable,
        )
        item = frame.lineup[auction][place].item
        lines.append(
            FateLine(
                account.number, item, bid.price, bid.units, units, nullified, lost, cuts[place]
            )
        )
    return lines


def fates_by_account(
    match: Match, auction: int, accounts: Sequence[int]
) -> dict[int, list[FateLine]]:
    """Return fates by account key, for the accounts with bids.

    Each list is in announced order, highest price first.
    """
    lots = frame_of(match).lots[auction]
    rows = list(Bid.objects.filter(lot__in=lots, account__in=accounts).order_by("lot", "-price"))
    found: dict[int, list[FateLine]] = {}
    if not rows:
        return found
    for row, line in zip(rows, fates_of(match, auction, rows), strict=True):
        found.setdefault(row.account_id, []).append(line)
    return found


def _cuts(frame: Frame, auction: int) -> list[int]:
    """Return the cut of each lot by place, `NEVER` if units were left over."""
    rows = Lot.objects.in_bulk(frame.lots[auction])
    found = [rows[key] for key in frame.lots[auction]]
    return [(lot.lowest or NEVER) if lot.sold == lot.units else NEVER for lot in found]


def _won_by(frame: Frame, auction: int, accounts: Sequence[int]) -> defaultdict[int, Won]:
    """Return what each account had won up to the end of this auction."""
    where = {
        key: (number, place)
        for number in range(auction + 1)
        for place, key in enumerate(frame.lots[number])
    }
    rows = Award.objects.filter(lot__in=where, account__in=accounts)
    won: defaultdict[int, Won] = defaultdict(dict)
    for lot, account, price, units in rows.values_list("lot_id", "account_id", "price", "units"):
        won[account][(*where[lot], -price)] = units
    return won


# --- Ties decided by a draw (rules 7.1)
#
# Draws are not stored but worked out from bids and awards: where units ran out, a draw decided who
# got one more than others at the same price. Callers must have checked that the bids may be read.


MOST = 100  # with more bids than this at one price, the tie is not worked out


@dataclass(frozen=True)
class Ticket:
    """A seat that took part in a draw, with its draw number."""

    seat: int
    number: str
    won: bool  # true for the smallest numbers


@dataclass(frozen=True)
class TieDraw:
    """A lot whose last units were drawn for among bids at the same price."""

    item: str
    price: int
    bids: int
    # The smallest number first. Empty if there are more than `MOST` bids: then it is not known if
    # there was a draw.
    tickets: tuple[Ticket, ...] = ()

    @property
    def units(self) -> int:
        """The number of units drawn for."""
        return sum(ticket.won for ticket in self.tickets)


def draws_of(match: Match, auction: int) -> list[TieDraw]:
    """Return the draws of one resolved auction, in announced order."""
    frame = frame_of(match)
    lots = Lot.objects.in_bulk(frame.lots[auction])
    cuts = {key: lot.lowest for key, lot in lots.items() if lot.lowest and lot.sold == lot.units}
    if not cuts:
        return []
    last = reduce(or_, (Q(lot=key, price=price) for key, price in cuts.items()))
    rows = Bid.objects.filter(last)
    counted = dict(rows.order_by().values_list("lot_id").annotate(Count("pk")))
    few = [key for key, count in counted.items() if 1 < count <= MOST]
    bids = list(rows.filter(lot__in=few).order_by("lot", "account"))
    lines = fates_of(match, auction, bids)
    found = [
        TieDraw(lots[key].item, cuts[key], count) for key, count in counted.items() if count > MOST
    ]
    for (item, price), group in groupby(lines, key=lambda line: (line.item, line.price)):
        same = [*group]
        if drawn := drawn_among(same):
            found.append(TieDraw(item, price, len(same), _tickets(match, auction, drawn)))
    place = {lot.item: number for number, lot in enumerate(frame.lineup[auction])}
    return sorted(found, key=lambda draw: place[draw.item])


def drawn_among(lines: Sequence[FateLine]) -> list[FateLine]:
    """Return the bids that a draw decided between; empty if there was no draw.

    `lines` must be all bids at the price of a lot's last unit.
    """
    # Units went round in turns, so every bid that wanted more than the last full turn gave it took
    # part in the draw.
    level = min((line.won for line in lines if line.lost), default=None)
    if level is None or not any(line.won > level for line in lines):
        return []
    return [line for line in lines if line.won > level or line.lost]


def _tickets(match: Match, auction: int, drawn: Sequence[FateLine]) -> tuple[Ticket, ...]:
    level = min(line.won for line in drawn)
    tickets = (
        Ticket(
            seat=line.seat,
            number=draw_number(match.secret, auction, line.item, line.seat),
            won=line.won > level,
        )
        for line in drawn
    )
    return tuple(sorted(tickets, key=lambda ticket: ticket.number))
