"""The viewer's own seat, and its result in an auction in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from auctions.models import Account
from auctions.page.viewer import Viewing
from auctions.page.words import day_name, item_name, money
from auctions.rules.schedule import AUCTIONS
from auctions.selectors import own_seat as selectors
from auctions.selectors.fates import FateLine
from auctions.selectors.own_seat import BidSheet, Mine
from auctions.selectors.results import Place, place_of
from chat.core.translation import gettext as _
from chat.live.batch import memoized_in_batch
from games.models import Seat
from games.selectors.seats import people_in


@dataclass
class Own:
    """The seat of one viewer. Never shared between viewers."""

    viewing: Viewing
    account: Account

    @property
    def mine(self) -> Mine:
        match = self.viewing.match
        return self.viewing.kept("mine", lambda: selectors.mine(match, self.account))

    @property
    def sheets(self) -> dict[int, BidSheet]:
        """The viewer's bids in the unresolved auctions, by auction."""
        match = self.viewing.match
        return self.viewing.kept("sheets", lambda: selectors.bid_sheets(match, self.account))

    def fates(self, auction: int) -> list[FateLine]:
        """Return the fates of the viewer's bids in an auction."""
        match = self.viewing.match
        name = f"fates {auction}"
        return self.viewing.kept(name, lambda: selectors.own_fates(match, self.account, auction))

    @property
    def place(self) -> Place | None:
        """The viewer's line of the standings, or None until the week is over."""
        return place_of(self.viewing.match, self.account) if self.viewing.over else None

    @property
    def alone(self) -> bool:
        """True if no other person plays. Queried once per batch."""
        viewing = self.viewing
        key = ("people in", viewing.public_id)
        people = memoized_in_batch(key, lambda: people_in(viewing.match))
        return people == [viewing.number]

    @property
    def coming_most(self) -> int:
        """The most that all bids in unresolved auctions can cost together."""
        total = sum(sheet.auction_sum for sheet in self.sheets.values())
        return min(total, self.mine.purse)

    @property
    def coming_sum(self) -> int:
        return sum(sheet.auction_sum for sheet in self.sheets.values())

    @property
    def now_final(self) -> int:
        """The final money if nothing more were bought."""
        mine = self.mine
        return mine.purse + mine.would.value - mine.owed

    @property
    def ended(self) -> bool:
        return self.viewing.week.resolved == AUCTIONS


def own_of(viewing: Viewing) -> Own | None:
    """Return the viewer's seat; None for viewers without one and before the start."""
    seat = viewing.seat
    if seat is None or not viewing.match.started:
        return None
    return viewing.kept("own", lambda: _own(viewing, seat))


def _own(viewing: Viewing, seat: Seat) -> Own | None:
    account = selectors.account_of(viewing.match, seat.pk)  # it shares the seat's key
    if account is None:
        return None
    account.seat = seat
    return Own(viewing, account)


# --- A player's result in an auction, in words


Became = Literal["won", "outbid", "nullified"]


@dataclass(frozen=True)
class Told:
    """Units of a bid with the same fate, and a sentence about them."""

    became: Became
    item: str
    units: int
    price: int
    text: str


@dataclass(frozen=True)
class Outcome:
    """A player's result in an auction: units by fate, and dollars paid."""

    won: int
    outbid: int
    nullified: int
    paid: int

    @property
    def bids(self) -> bool:
        """True if there were any bids."""
        return bool(self.won or self.outbid or self.nullified)

    @property
    def in_short(self) -> str:
        """A text like "5 won, 2 outbid, 1 nullified, $40"."""
        counts = [
            (_("%(n)s won"), self.won or (0 if self.bids else None)),
            (_("%(n)s outbid"), self.outbid or None),
            (_("%(n)s nullified"), self.nullified or None),
        ]
        said = [text % {"n": n} for text, n in counts if n is not None]
        return ", ".join([*said, money(self.paid)]) if said else _("you made no bids")


def outcome_of(fates: Sequence[FateLine]) -> Outcome:
    return Outcome(
        won=sum(line.won for line in fates),
        outbid=sum(line.lost for line in fates),
        nullified=sum(line.nullified for line in fates),
        paid=sum(line.won * line.price for line in fates),
    )


def day_in_short(auction: int, fates: Sequence[FateLine]) -> str:
    """Return a text like "Sunday: 5 won, 2 outbid, 1 nullified, $40."."""
    said = {"day": day_name(auction), "outcome": outcome_of(fates).in_short}
    return _("%(day)s: %(outcome)s.") % said


def told(line: FateLine) -> list[Told]:
    """Return a sentence each for the units of a bid won, outbid and nullified."""
    counted: list[tuple[Became, int, str]] = [
        ("won", line.won, _won(line)),
        ("outbid", line.lost, _outbid(line)),
        (
            "nullified",
            line.nullified,
            _("%(n)s × %(item)s at %(price)s nullified: your purse could not pay for it."),
        ),
    ]
    return [
        Told(became, line.item, units, line.price, text % _values(line, units))
        for became, units, text in counted
        if units
    ]


def _won(line: FateLine) -> str:
    if line.won == 1:
        return _("%(n)s × %(item)s won for %(price)s.")
    return _("%(n)s × %(item)s won for %(price)s each.")


def _outbid(line: FateLine) -> str:
    """Return the text for units lost to a higher price, or to the draw (rules 7.1)."""
    if line.cut == line.price:
        return _("%(n)s × %(item)s at %(price)s lost: others bid the same and won the draw.")
    return _("%(n)s × %(item)s at %(price)s outbid: the last unit went for %(cut)s.")


def _values(line: FateLine, units: int) -> dict[str, object]:
    return {
        "n": units,
        "item": item_name(line.item),
        "price": money(line.price),
        "cut": money(line.cut),
    }
