"""What only the owner of a seat may know: its loan, purse and bids (rules 11, the column "owner").

Everything here is asked for with the key of one's own account. Where many pages are drawn together
it is read for all their owners at once: `loaded_in_batch` hands each what has their key, and
a query names no account but those of the viewers who are drawn.
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

# --- What holdings would bring if they were realized now: equal holdings are worked out once.
#
# Holdings are public once won, and nothing else enters here. What they would bring is shown to
# their owner only until the end (rules 11); anybody could work it out.


KEPT = 4096  # holdings; what was asked for least lately is worked out anew


def worth_of(frame: Frame, holdings: Holdings) -> Realization:
    """The best combination of these agendas with these assets."""
    agendas = agenda_order(frame.lineup)
    counts = tuple(holdings.items.get(agenda.id, 0) for agenda in agendas)
    return _worth(agendas, counts, holdings.resources)


@lru_cache(maxsize=KEPT)
def _worth(agendas: tuple[Agenda, ...], counts: Counts, resources: Points) -> Realization:
    return realize(agendas, counts, resources)


@dataclass(frozen=True)
class LotSheet:
    """A lot with my bids on it. `receipt`: what counts now, and the most it can cost."""

    item: str
    offered: int
    receipt: Receipt


@dataclass(frozen=True)
class BidSheet:
    """My bids in an auction that has not been resolved.

    `own`: by place of the lot. `auction_sum`: if all of them won; `money`: my purse now.
    """

    auction: int
    offers: Lots
    own: tuple[OwnBids, ...]
    auction_sum: int
    money: int

    @property
    def at_most(self) -> int:
        """The most it can cost: nothing is ever bought on credit."""
        return min(self.auction_sum, self.money)

    @property
    def bids(self) -> int:
        """How many bids I have in it."""
        return sum(map(len, self.own))

    @property
    def lots(self) -> tuple[LotSheet, ...]:
        """In the announced order."""
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
    """My seat's money and goods. `would`: realized now. `won`: in the auctions resolved so far."""

    number: int
    loan: int
    purse: int
    holdings: Holdings
    would: Realization
    frame: Frame
    won: tuple[Won, ...]
    resolved: int

    @property
    def interest(self) -> int:
        return interest(self.loan)

    @property
    def owed(self) -> int:
        return owed(self.loan)

    @property
    def days(self) -> tuple[int, ...]:
        """Interest after 0 to 6 days."""
        return day_by_day(self.loan)

    @cached_property
    def money(self) -> tuple[int, ...]:
        """My purse at the start of each auction resolved so far, then now."""
        left = [self.loan]
        for auction in range(self.resolved):
            left.append(left[-1] - self.spoils(auction).paid)
        return tuple(left)

    def spoils(self, auction: int) -> Spoils:
        """What I have won in an auction."""
        return spoils_in(self.frame, auction, self.won)


def owners(public_id: str) -> Hashable:
    """Under this the owners of seats say that they will be drawn, by the key of their account."""
    return ("own", public_id)


def account_of(match: Match, key: int) -> Account | None:
    """The account of one's own seat, whose key it shares."""
    return loaded_in_batch("account", owners(match.public_id), key, Account.objects.in_bulk)


def mine(match: Match, account: Account) -> Mine:
    """All about one's own seat."""
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
    """By auction, for those that have not been resolved; lot by lot in the announced order."""
    frame, coming = frame_of(match), range(resolved_count(match), AUCTIONS)
    own = _bids(match, frame, account, coming)
    return {number: _sheet(frame, number, own, account.purse) for number in coming}


def _sheet(frame: Frame, auction: int, own: dict[int, OwnBids], money: int) -> BidSheet:
    bids = tuple(own.get(key, ()) for key in frame.lots[auction])
    total = sum(map(cost_of, filter(None, bids)))
    return BidSheet(auction, frame.lineup[auction], bids, total, money)


def _bids(match: Match, frame: Frame, account: Account, coming: range) -> dict[int, OwnBids]:
    """By lot."""

    def load(keys: Sequence[int]) -> dict[int, dict[int, OwnBids]]:
        return _bids_of([key for number in coming for key in frame.lots[number]], keys)

    return loaded_in_batch(("bids", coming), owners(match.public_id), account.pk, load) or {}


def _bids_of(lots: Sequence[int], accounts: Sequence[int]) -> dict[int, dict[int, OwnBids]]:
    """By account and lot, the highest price first."""
    rows = Bid.objects.filter(lot__in=lots, account__in=accounts).order_by("-price")
    found: dict[int, dict[int, OwnBids]] = {}
    for account, lot, price, units, since in rows.values_list(
        "account_id", "lot_id", "price", "units", "since"
    ):
        own = found.setdefault(account, {})
        own[lot] = (*own.get(lot, ()), OwnBid(price=price, units=units, since=since))
    return found


def own_fates(match: Match, account: Account, auction: int) -> list[FateLine]:
    """What became of my bids in an auction; nothing before it is resolved."""
    if auction >= resolved_count(match):
        return []

    def load(keys: Sequence[int]) -> dict[int, list[FateLine]]:
        return fates_by_account(match, auction, keys)

    return loaded_in_batch(("fates", auction), owners(match.public_id), account.pk, load) or []


def asked_by_auction(
    accounts: Sequence[int], auctions: Sequence[int]
) -> dict[int, tuple[int, int]]:
    """By the key of an auction: how many bids one person's accounts have, and their sum in dollars.

    `accounts`: the person's own, each of another match.
    """
    rows = Bid.objects.filter(account__in=accounts, lot__auction__in=auctions)
    found = rows.values("lot__auction").annotate(
        count=Count("pk"), sum=Sum(F("price") * F("units"))
    )
    return {row["lot__auction"]: (row["count"], row["sum"]) for row in found}


def data_of(person: int) -> dict[str, list[dict[str, Any]]]:
    """All of one person's loans, purses and bids, in each of their weeks, for them to take along.

    `person`: the key of their account on the site.
    """
    accounts = Account.objects.filter(seat__user=person).order_by("pk")
    bids = Bid.objects.filter(account__seat__user=person).order_by("pk")
    lot = ("lot__auction__match__public_id", "lot__auction__number", "lot__item")
    return {
        "accounts": list(accounts.values("match__public_id", "loan", "purse", "final", "rank")),
        "bids": list(bids.values(*lot, "units", "price", "since")),
    }
