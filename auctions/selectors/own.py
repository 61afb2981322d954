"""What only the owner of a seat may know: its loan, purse and bids (rules 11, the column "owner").

Everything here asks for the account of one user and is never shared between viewers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from auctions.models import Account, Bid
from auctions.rules.bids import OwnBid, OwnBids, Receipt, cost_of, receipt
from auctions.rules.money import day_by_day, interest, owed
from auctions.rules.realize import Realization, agenda_order, realize
from auctions.rules.schedule import AUCTIONS
from auctions.selectors.fates import FateLine, fates_of
from auctions.selectors.frame import frame_of
from auctions.selectors.public import resolved_count
from auctions.selectors.results import Holdings, holdings_of, spent_by_auction
from games.models import Match, Seat


@dataclass(frozen=True)
class LotSheet:
    """A lot with my bids on it. `receipt`: what counts now, and the most it can cost."""

    item: str
    offered: int
    receipt: Receipt


@dataclass(frozen=True)
class BidSheet:
    """My bids in an auction that has not been resolved.

    `auction_sum`: if all of them won; `money`: my purse now; `at_most`: the lesser of the two.
    """

    auction: int
    lots: tuple[LotSheet, ...]
    auction_sum: int
    money: int
    at_most: int

    @property
    def bids(self) -> int:
        """How many bids I have in it."""
        return sum(len(lot.receipt.bids) for lot in self.lots)


@dataclass(frozen=True)
class Mine:
    """My seat's money and goods. `days`: interest after 0 to 6 days; `would`: realized now.

    `money`: my purse at the start of each auction resolved so far, then now.
    """

    number: int
    loan: int
    interest: int
    owed: int
    days: tuple[int, ...]
    purse: int
    holdings: Holdings
    would: Realization
    money: tuple[int, ...]


def account_of(match: Match, user: Any) -> Account | None:
    """The account of this user's seat."""
    if user.pk is None:
        return None
    seats = Seat.objects.filter(match=match.pk, user=user, status=Seat.Status.SEATED)
    return Account.objects.filter(match=match.pk, seat__in=seats).first()


def mine(match: Match, account: Account) -> Mine:
    """All about one's own seat."""
    frame = frame_of(match)
    held = holdings_of(match, [account.number])[account.number]
    agendas = agenda_order(frame.lineup)
    counts = tuple(held.items.get(agenda.id, 0) for agenda in agendas)
    return Mine(
        number=account.number,
        loan=account.loan,
        interest=interest(account.loan),
        owed=owed(account.loan),
        days=day_by_day(account.loan),
        purse=account.purse,
        holdings=held,
        would=realize(agendas, counts, held.resources),
        money=_money(account.loan, spent_by_auction(match, account.number)),
    )


def _money(loan: int, spent: tuple[int, ...]) -> tuple[int, ...]:
    left = [loan]
    for paid in spent:
        left.append(left[-1] - paid)
    return tuple(left)


def bid_sheet(match: Match, account: Account, auction: int) -> BidSheet:
    """My bids in one auction, lot by lot in the announced order."""
    return bid_sheets(match, account)[auction]


def bid_sheets(match: Match, account: Account) -> dict[int, BidSheet]:
    """By auction, for those that have not been resolved."""
    frame, coming = frame_of(match), range(resolved_count(match), AUCTIONS)
    own = _own_bids(account, [key for number in coming for key in frame.lots[number]])
    sheets = {}
    for number in coming:
        keys = frame.lots[number]
        total = sum(cost_of(own.get(key, ())) for key in keys)
        lots = tuple(
            LotSheet(
                item=lot.item,
                offered=lot.units,
                receipt=receipt(own.get(key, ()), auction_sum=total, money=account.purse),
            )
            for key, lot in zip(keys, frame.lineup[number], strict=True)
        )
        sheets[number] = BidSheet(
            auction=number,
            lots=lots,
            auction_sum=total,
            money=account.purse,
            at_most=min(total, account.purse),
        )
    return sheets


def _own_bids(account: Account, lots: list[int]) -> dict[int, OwnBids]:
    rows = Bid.objects.filter(lot__in=lots, account=account).order_by("lot_id", "-price")
    found: dict[int, OwnBids] = {}
    for lot, price, units, since in rows.values_list("lot_id", "price", "units", "since"):
        found[lot] = (*found.get(lot, ()), OwnBid(price=price, units=units, since=since))
    return found


def own_fates(match: Match, account: Account, auction: int) -> list[FateLine]:
    """What became of my bids in an auction; nothing before it is resolved."""
    if auction >= resolved_count(match):
        return []
    keys = frame_of(match).lots[auction]
    rows = Bid.objects.filter(lot__in=keys, account=account)
    return fates_of(match, auction, list(rows))


def has_bids(match: Match, account: Account, auction: int) -> bool:
    """Whether I have any bid in this auction."""
    return Bid.objects.filter(lot__in=frame_of(match).lots[auction], account=account).exists()
