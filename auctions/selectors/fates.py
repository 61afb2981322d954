"""What became of bids, worked out from awards and purses (rules 7.1, 7.2).

Fates are not stored: above the price at which a lot's last unit went there was enough for all who
could pay, below it nobody was asked any more, and at it the purse of that moment says how many
units could be paid. For callers who have made sure that the bids may be read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from auctions.models import Account, Award, Bid, Lot
from auctions.rules.resolve import NEVER, fate
from auctions.selectors.frame import Frame, frame_of
from games.models import Match

Won = dict[tuple[int, int, int], int]
"""(auction, place, -price) -> units won: in this order they were paid."""


@dataclass(frozen=True)
class FateLine:
    """A bid of a resolved auction: `wanted` units, each `won`, `nullified` or `lost`.

    `cut`: the price at which the lot's last unit went, `NEVER` where units were left. It is public,
    being the lowest of the winning bids: what a lost unit was outbid by.
    """

    seat: int
    item: str
    price: int
    wanted: int
    won: int
    nullified: int
    lost: int
    cut: int = NEVER


def fates_of(match: Match, auction: int, bids: Sequence[Bid]) -> list[FateLine]:
    """The fates of these bids of one resolved auction, in the same order."""
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
    """By the accounts' keys, for those with bids: in announced order, the highest price first."""
    lots = frame_of(match).lots[auction]
    rows = list(Bid.objects.filter(lot__in=lots, account__in=accounts).order_by("lot", "-price"))
    found: dict[int, list[FateLine]] = {}
    if not rows:
        return found
    for row, line in zip(rows, fates_of(match, auction, rows), strict=True):
        found.setdefault(row.account_id, []).append(line)
    return found


def _cuts(frame: Frame, auction: int) -> list[int]:
    """By place, the price at which the last unit went; `NEVER` where units were left."""
    rows = Lot.objects.in_bulk(frame.lots[auction])
    found = [rows[key] for key in frame.lots[auction]]
    return [(lot.lowest or NEVER) if lot.sold == lot.units else NEVER for lot in found]


def _won_by(frame: Frame, auction: int, accounts: Sequence[int]) -> defaultdict[int, Won]:
    """By account, what it had won up to the end of this auction."""
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
