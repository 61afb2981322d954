"""The ties of an auction that the draw decided (rules 7.1), worked out from bids and awards.

Draws are not stored: where units ran out, who got one more than others at the same price was drawn.
For callers who have made sure that the bids may be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from operator import or_

from django.db.models import Count, Q

from auctions.models import Bid, Lot
from auctions.rules.chance import draw_number
from auctions.selectors.fates import FateLine, fates_of
from auctions.selectors.frame import frame_of
from games.models import Match

MOST = 100  # bids at one price that are worked out


@dataclass(frozen=True)
class Ticket:
    """Who took part in a draw, and with which number; the smaller ones `won` a unit."""

    seat: int
    number: str
    won: bool


@dataclass(frozen=True)
class TieDraw:
    """A lot whose last units were drawn for, among bids at this price.

    `tickets`: the smallest number first; none where more than `MOST` have bid it, and then
    nobody has looked whether there was a draw.
    """

    item: str
    price: int
    bids: int
    tickets: tuple[Ticket, ...] = ()

    @property
    def units(self) -> int:
        """How many were drawn for."""
        return sum(ticket.won for ticket in self.tickets)


def draws_of(match: Match, auction: int) -> list[TieDraw]:
    """Of one resolved auction, in announced order."""
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
    """Of all bids at the price of a lot's last unit: those between which a draw decided.

    Units went round in turns, so all who wanted more than the last whole turn gave them drew.
    """
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
