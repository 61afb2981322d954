"""Data of a seat for its owner only: loan, purse and bids (rules 11, "owner").

Everything here is queried by the key of the viewer's own account. When many pages are rendered
together, it is read for all their owners at once: `loaded_in_batch` hands each viewer the value of
their key, and a query names only the accounts of the viewers being rendered.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from django.db.models import Count, F, Sum

from auctions.models import Account, Bid
from auctions.rules.bids import OwnBid, OwnBids, Receipt, cost_of, receipt
from auctions.rules.catalogue import Agenda, Points
from auctions.rules.lineup import Lots
from auctions.rules.options import day_by_day, interest, owed
from auctions.rules.realization import Counts, Realization, agenda_order, realize
from auctions.rules.schedule import AUCTIONS
from auctions.selectors.fates import FateLine, fates_by_account
from auctions.selectors.public_week import resolved_count
from auctions.selectors.results import Holdings, Spoils, Won, held, spoils_in, won_by
from auctions.selectors.week_setup import Frame, frame_of
from chat.live.batch import loaded_in_batch
from games.models import Match

# --- Value of holdings if they were realized now
#
# Equal holdings are worked out once. Holdings are public once won, and the value depends on nothing
# else, so anybody could work it out. Until the end it is shown to the owner only (rules 11).


KEPT = 4096  # cached holdings


def worth_of(frame: Frame, holdings: Holdings) -> Realization:
    """Return the best combination of these agendas with these assets."""
    agendas = agenda_order(frame.lineup)
    counts = tuple(holdings.items.get(agenda.id, 0) for agenda in agendas)
    return _worth(agendas, counts, holdings.resources)


@lru_cache(maxsize=KEPT)
def _worth(agendas: tuple[Agenda, ...], counts: Counts, resources: Points) -> Realization:
    return realize(agendas, counts, resources)


@dataclass(frozen=True)
class LotSheet:
    """A lot with the viewer's bids on it."""

    item: str
    offered: int
    receipt: Receipt  # the bids in force, and the most they can cost


@dataclass(frozen=True)
class BidSheet:
    """The viewer's bids in an unresolved auction."""

    auction: int
    offers: Lots
    own: tuple[OwnBids, ...]  # by place of the lot
    auction_sum: int  # their cost if all of them win
    money: int  # the purse now

    @property
    def at_most(self) -> int:
        """The most the auction can cost: nobody buys on credit."""
        return min(self.auction_sum, self.money)

    @property
    def bids(self) -> int:
        """The number of bids."""
        return sum(map(len, self.own))

    @property
    def lots(self) -> tuple[LotSheet, ...]:
        """The lots in announced order."""
        return tuple(
            LotSheet(
                item=lot.item,
                offered=lot.units,
                receipt=receipt(bids, auction_sum=self.auction_sum, money=self.money),
            )
            for lot, bids in zip(self.offers, self.own, strict=True)
        )


@dataclass(frozen=True)
class Mine:
    """The money and goods of the viewer's seat."""

    number: int
    loan: int
    purse: int
    holdings: Holdings
    would: Realization  # if the holdings were realized now
    frame: Frame
    won: tuple[Won, ...]  # in the auctions resolved so far
    resolved: int

    @property
    def interest(self) -> int:
        return interest(self.loan)

    @property
    def owed(self) -> int:
        return owed(self.loan)

    @property
    def days(self) -> tuple[int, ...]:
        """The interest after 0 to 6 days."""
        return day_by_day(self.loan)

    @cached_property
    def money(self) -> tuple[int, ...]:
        """The purse at the start of each auction resolved so far, then now."""
        left = [self.loan]
        for auction in range(self.resolved):
            left.append(left[-1] - self.spoils(auction).paid)
        return tuple(left)

    def spoils(self, auction: int) -> Spoils:
        """Return what the seat has won in an auction."""
        return spoils_in(self.frame, auction, self.won)


def owners(public_id: str) -> Hashable:
    """Return the batch group of a match's seat owners, who register by account key."""
    return ("own", public_id)


def account_of(match: Match, key: int) -> Account | None:
    """Return the account of the viewer's seat, whose key it shares, or None."""
    return loaded_in_batch("account", owners(match.public_id), key, Account.objects.in_bulk)


def mine(match: Match, account: Account) -> Mine:
    """Return the money and goods of the viewer's seat."""
    frame, resolved = frame_of(match), resolved_count(match)
    won = _won(match, frame, account, resolved)
    holdings = held(frame, won)
    return Mine(
        number=account.number,
        loan=account.loan,
        purse=account.purse,
        holdings=holdings,
        would=worth_of(frame, holdings),
        frame=frame,
        won=tuple(sorted(won)),
        resolved=resolved,
    )


def _won(match: Match, frame: Frame, account: Account, resolved: int) -> Sequence[Won]:
    def load(keys: Sequence[int]) -> dict[int, list[Won]]:
        return won_by(frame, keys, auctions=range(resolved))

    return loaded_in_batch(("won", resolved), owners(match.public_id), account.pk, load) or ()


def bid_sheets(match: Match, account: Account) -> dict[int, BidSheet]:
    """Return the viewer's bid sheets of the unresolved auctions, by auction."""
    frame, coming = frame_of(match), range(resolved_count(match), AUCTIONS)
    own = _bids(match, frame, account, coming)
    return {number: _sheet(frame, number, own, account.purse) for number in coming}


def _sheet(frame: Frame, auction: int, own: dict[int, OwnBids], money: int) -> BidSheet:
    bids = tuple(own.get(key, ()) for key in frame.lots[auction])
    total = sum(map(cost_of, filter(None, bids)))
    return BidSheet(auction, frame.lineup[auction], bids, total, money)


def _bids(match: Match, frame: Frame, account: Account, coming: range) -> dict[int, OwnBids]:
    """Return the account's bids by lot."""

    def load(keys: Sequence[int]) -> dict[int, dict[int, OwnBids]]:
        return _bids_of([key for number in coming for key in frame.lots[number]], keys)

    return loaded_in_batch(("bids", coming), owners(match.public_id), account.pk, load) or {}


def _bids_of(lots: Sequence[int], accounts: Sequence[int]) -> dict[int, dict[int, OwnBids]]:
    """Return bids by account and lot, highest price first."""
    rows = Bid.objects.filter(lot__in=lots, account__in=accounts).order_by("-price")
    found: dict[int, dict[int, OwnBids]] = {}
    for account, lot, price, units, since in rows.values_list(
        "account_id", "lot_id", "price", "units", "since"
    ):
        own = found.setdefault(account, {})
        own[lot] = (*own.get(lot, ()), OwnBid(price=price, units=units, since=since))
    return found


def own_fates(match: Match, account: Account, auction: int) -> list[FateLine]:
    """Return the fates of the viewer's bids in an auction.

    Empty until it is resolved.
    """
    if auction >= resolved_count(match):
        return []

    def load(keys: Sequence[int]) -> dict[int, list[FateLine]]:
        return fates_by_account(match, auction, keys)

    return loaded_in_batch(("fates", auction), owners(match.public_id), account.pk, load) or []


def asked_by_auction(
    accounts: Sequence[int], auctions: Sequence[int]
) -> dict[int, tuple[int, int]]:
    """Return the number and the sum in dollars of a user's bids, by auction key.

    `accounts`: the user's own, each in another match.
    """
    rows = Bid.objects.filter(account__in=accounts, lot__auction__in=auctions)
    found = rows.values("lot__auction").annotate(
        count=Count("pk"), sum=Sum(F("price") * F("units"))
    )
    return {row["lot__auction"]: (row["count"], row["sum"]) for row in found}


def data_of(person: int) -> dict[str, list[dict[str, Any]]]:
    """Return a user's loans, purses and bids in all weeks, for their data export.

    `person`: the key of the user.
    """
    accounts = Account.objects.filter(seat__user=person).order_by("pk")
    bids = Bid.objects.filter(account__seat__user=person).order_by("pk")
    lot = ("lot__auction__match__public_id", "lot__auction__number", "lot__item")
    return {
        "accounts": list(accounts.values("match__public_id", "loan", "purse", "final", "rank")),
        "bids": list(bids.values(*lot, "units", "price", "since")),
    }
