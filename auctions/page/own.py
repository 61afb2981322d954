"""What the viewer's own seat has: asked for once, for this viewer alone."""

from __future__ import annotations

from dataclasses import dataclass

from auctions.models import Account
from auctions.page.viewing import Viewing
from auctions.rules.schedule import AUCTIONS
from auctions.selectors import own as selectors
from auctions.selectors.fates import FateLine
from auctions.selectors.own import BidSheet, Mine
from auctions.selectors.results import Place, place_of
from chat.live.batch import memoized_in_batch
from games.models import Seat
from games.selectors.seats import people_in


@dataclass
class Own:
    """Of one viewer; never shared."""

    viewing: Viewing
    account: Account

    @property
    def mine(self) -> Mine:
        match = self.viewing.match
        return self.viewing.kept("mine", lambda: selectors.mine(match, self.account))

    @property
    def sheets(self) -> dict[int, BidSheet]:
        """My bids by auction, for those not resolved."""
        match = self.viewing.match
        return self.viewing.kept("sheets", lambda: selectors.bid_sheets(match, self.account))

    def fates(self, auction: int) -> list[FateLine]:
        """What became of my bids."""
        match = self.viewing.match
        name = f"fates {auction}"
        return self.viewing.kept(name, lambda: selectors.own_fates(match, self.account, auction))

    @property
    def place(self) -> Place | None:
        """My line of the standings, once the week is over."""
        return place_of(self.viewing.match, self.account) if self.viewing.over else None

    @property
    def alone(self) -> bool:
        """Whether no other person plays. Asked once for all who are drawn together."""
        viewing = self.viewing
        key = ("people in", viewing.public_id)
        people = memoized_in_batch(key, lambda: people_in(viewing.match))
        return people == [viewing.number]

    @property
    def coming_most(self) -> int:
        """The most that all my bids of coming auctions can cost together."""
        total = sum(sheet.auction_sum for sheet in self.sheets.values())
        return min(total, self.mine.purse)

    @property
    def coming_sum(self) -> int:
        return sum(sheet.auction_sum for sheet in self.sheets.values())

    @property
    def now_final(self) -> int:
        """Final money if nothing more were bought."""
        mine = self.mine
        return mine.purse + mine.would.value - mine.owed

    @property
    def ended(self) -> bool:
        return self.viewing.week.resolved == AUCTIONS


def own_of(viewing: Viewing) -> Own | None:
    """None for whoever has no seat, and before the start."""
    seat = viewing.seat
    if seat is None or not viewing.match.started:
        return None
    return viewing.kept("own", lambda: _own(viewing, seat))


def _own(viewing: Viewing, seat: Seat) -> Own | None:
    account = selectors.account_of(viewing.match, seat.pk)  # the seat's own has its key
    if account is None:
        return None
    account.seat = seat
    return Own(viewing, account)
