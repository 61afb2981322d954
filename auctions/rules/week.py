"""A week in memory, and one viewer's knowledge of it.

It uses the same functions of the rules as the services. Worked examples run on it, and tests
compare it with what the services store.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from auctions.rules import bids as desk_rules
from auctions.rules.bids import (
    Desk,
    DoneReceipt,
    LoanReceipt,
    OwnBids,
    Receipt,
    auctions_meant,
    brought_forward,
    cost_of,
)
from auctions.rules.commands import (
    Command,
    PlaceBid,
    RepriceBid,
    SayDone,
    SetLoan,
    TakeBackDone,
    WithdrawBid,
)
from auctions.rules.lineup import Lots, lineup_seed, seal_of
from auctions.rules.realization import Realization
from auctions.rules.resolution import Bid, Fated, Resolution, fates_of, resolve
from auctions.rules.schedule import (
    AUCTIONS,
    bids_open,
    next_due,
    own_fates_open,
    week_open,
    winners_open,
)
from auctions.rules.standings import Ledger, Line
from games.engine.base import Value


class Week:
    """A week in memory. All seats are people."""

    def __init__(
        self,
        *,
        players: int,
        secret: str,
        start: datetime,
        instants: tuple[datetime, ...],
        lots: tuple[Lots, ...],
        cap: int,
        fast: bool = False,
    ) -> None:
        self.players = players
        self.secret = secret
        self.start = start
        self.instants = instants
        self.lots = lots
        self.cap = cap
        self.fast = fast
        self.people = set(range(players))
        # By auction: seat -> the time of its mark.
        self.done: tuple[dict[int, datetime], ...] = tuple({} for _ in lots)
        self._since = start  # when the previous auction was resolved
        self.ledger = Ledger(players)
        # By auction: (place, seat) -> its bids in force.
        self.bids: tuple[dict[tuple[int, int], OwnBids], ...] = tuple({} for _ in lots)
        self.results: list[Resolution] = []  # of the auctions resolved so far
        self.purses_after: list[dict[int, int]] = []
        self.realized: dict[int, Realization] = {}
        self.lines: list[Line] = []

    @property
    def resolved(self) -> int:
        """The number of auctions resolved so far."""
        return len(self.results)

    def carry_out(
        self, command: Command, seat: int, at: datetime
    ) -> Receipt | LoanReceipt | DoneReceipt:
        """Execute a seat's command and return its receipt.

        Raise `IllegalAction` if it is refused; nothing has changed then.
        """
        desk = self._desk(seat, at)
        if isinstance(command, SayDone | TakeBackDone):
            return self._mark(desk, command, seat)
        if isinstance(command, SetLoan):
            self.ledger.lend(seat, desk_rules.set_loan(desk, command))
            return desk_rules.loan_receipt(self.ledger.loans[seat])
        place = self._place(desk, command)
        kept = self.bids[command.auction]
        own = _bids_after(desk, command, kept.get((place, seat), ()))
        kept[place, seat] = own
        total = sum(cost_of(bids) for (_, who), bids in kept.items() if who == seat)
        return desk_rules.receipt(own, auction_sum=total, money=self.ledger.purses[seat])

    def remove(self, seat: int, at: datetime) -> None:
        """Remove a player as a moderator would: bids stay, but no mark is expected."""
        self.people.discard(seat)
        self._advance_if_done(at)

    def resolve_due(self, at: datetime) -> list[int]:
        """Resolve every auction that is due, in order, and return their numbers."""
        done: list[int] = []
        while (auction := next_due(self.instants, self.resolved, at)) is not None:
            self._resolve(auction)
            self._since = at
            self._advance_if_done(at)
            done.append(auction)
        return done

    def in_force(self, auction: int) -> Iterator[Bid]:
        """Yield the bids in force in an auction, or those it was resolved with."""
        for (place, seat), own in self.bids[auction].items():
            for bid in own:
                yield place, seat, bid.price, bid.units

    def _resolve(self, auction: int) -> None:
        result = resolve(
            self.lots[auction],
            self.in_force(auction),
            self.ledger.purses,
            secret=self.secret,
            auction=auction,
        )
        self.ledger.book(self.lots[auction], result)
        self.results.append(result)
        self.purses_after.append(dict(self.ledger.purses))
        if self.resolved == AUCTIONS:
            self.realized = self.ledger.realize(self.lots)
            self.lines = self.ledger.standings(self.realized)

    def _mark(self, desk: Desk, command: SayDone | TakeBackDone, seat: int) -> DoneReceipt:
        meant, done = auctions_meant(desk, command.auction), isinstance(command, SayDone)
        for auction in meant:
            if done:
                self.done[auction].setdefault(seat, desk.at)
            else:
                self.done[auction].pop(seat, None)
        self._advance_if_done(desk.at)
        return DoneReceipt(auctions=meant, done=done)

    def _advance_if_done(self, at: datetime) -> None:
        """Hold the next auction earlier if all people are done with it (3.2)."""
        coming = self.resolved
        if not self.fast or coming == AUCTIONS or not self.people:
            return
        marks = self.done[coming]
        if self.people <= marks.keys():
            said = max(marks[seat] for seat in self.people)
            self.instants = brought_forward(
                self.instants, coming, said=said, since=self._since, at=at
            )

    def _desk(self, seat: int, at: datetime) -> Desk:
        return Desk(
            at=at,
            start=self.start,
            instants=self.instants,
            lots=self.lots,
            plays=seat in self.people,
            cap=self.cap,
            resolved=self.resolved,
            fast=self.fast,
        )

    def _place(self, desk: Desk, command: PlaceBid | WithdrawBid | RepriceBid) -> int:
        lot = desk_rules.lot_asked(desk, command.auction, command.item)
        return self.lots[command.auction].index(lot)


def _bids_after(desk: Desk, command: PlaceBid | WithdrawBid | RepriceBid, own: OwnBids) -> OwnBids:
    match command:
        case PlaceBid():
            return desk_rules.place_bid(desk, command, own)
        case WithdrawBid():
            return desk_rules.withdraw_bid(desk, command, own)
        case RepriceBid():
            return desk_rules.reprice_bid(desk, command, own)


# --- One viewer's knowledge of a week, built only from what rules 11 allow them
#
# Tests measure secrecy by it: two weeks that differ only in hidden facts give equal values.


Award = tuple[int, str, int, int, int]
"""(auction, item, seat, price, units won)"""
OpenBid = tuple[int, str, int, int, int, int, int, int]
"""(auction, item, seat, price, wanted, won, nullified, lost)"""
OwnBidLine = tuple[int, str, int, int]
"""(auction, item, price, units)"""


class Known(Value):
    """Everything that the viewer may know."""

    viewer: int | None
    players: int
    cap: int
    seal: str
    seed: str
    lots: tuple[Lots, ...]
    resolved: int
    winning_bids: tuple[Award, ...]
    all_bids: tuple[OpenBid, ...]
    own_bids: tuple[OwnBidLine, ...]
    own_fates: tuple[OpenBid, ...]
    loans: dict[int, int]  # dollars, of the seats whose loan is known
    purses: dict[int, int]  # dollars, of the seats whose purse is known
    worth: int | None  # dollars that the viewer's holdings would bring now
    secret: str | None
    done: tuple[tuple[int, ...], ...] = ()  # by auction, the seats done with it, rising (3.2)


def view(week: Week, viewer: int | None) -> Known:
    """Return what this seat may know of the week. None is a spectator or a moderator."""
    resolved = week.resolved
    own = viewer if viewer is not None and 0 <= viewer < week.players else None
    seats = range(week.players) if week_open(resolved) else [own] if own is not None else []
    return Known(
        viewer=viewer,
        players=week.players,
        cap=week.cap,
        seal=seal_of(week.secret),
        seed=lineup_seed(week.secret),
        lots=week.lots,
        resolved=resolved,
        winning_bids=tuple(_winning(week)),
        all_bids=tuple(_bids(week, None)),
        own_bids=() if own is None else tuple(_own(week, own)),
        own_fates=() if own is None else tuple(_bids(week, own)),
        loans={seat: week.ledger.loans[seat] for seat in seats},
        purses={seat: week.ledger.purses[seat] for seat in seats},
        worth=None if own is None else week.ledger.realize_one(week.lots, own).value,
        secret=week.secret if week_open(resolved) else None,
        done=tuple(tuple(sorted(marks)) for marks in week.done),
    )


def _winning(week: Week) -> Iterator[Award]:
    for auction, result in enumerate(week.results):
        if winners_open(auction, week.resolved):
            for place, seat, price, units in result.awards:
                yield auction, week.lots[auction][place].item, seat, price, units


def _bids(week: Week, owner: int | None) -> Iterator[OpenBid]:
    """Yield bids with fates: the public ones, or the own ones that `owner` may know."""
    opens = bids_open if owner is None else own_fates_open
    for auction in range(AUCTIONS):
        if opens(auction, week.resolved):
            found = fates_of(week.in_force(auction), week.results[auction])
            yield from (
                _open(week, auction, fated)
                for fated in found
                if owner is None or fated.seat == owner
            )


def _open(week: Week, auction: int, fated: Fated) -> OpenBid:
    item = week.lots[auction][fated.place].item
    amounts = (fated.price, fated.wanted, fated.won, fated.nullified, fated.lost)
    return (auction, item, fated.seat, *amounts)


def _own(week: Week, owner: int) -> list[OwnBidLine]:
    """Return the owner's bids by auction, item, then price."""
    return sorted(
        (auction, week.lots[auction][place].item, price, units)
        for auction in range(AUCTIONS)
        for place, seat, price, units in week.in_force(auction)
        if seat == owner
    )
