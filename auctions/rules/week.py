"""A week in memory: the same functions that the services use, with nothing but values around them.

Worked examples run on it, and tests hold what the services store against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from auctions.rules import bids as desk_rules
from auctions.rules.agreement import DoneReceipt, auctions_meant, brought_forward
from auctions.rules.bids import Desk, LoanReceipt, OwnBids, Receipt, cost_of
from auctions.rules.commands import (
    Command,
    PlaceBid,
    RepriceBid,
    SayDone,
    SetLoan,
    TakeBackDone,
    WithdrawBid,
)
from auctions.rules.ledger import Ledger
from auctions.rules.lineup import Lots
from auctions.rules.realize import Realization
from auctions.rules.resolve import Bid, Resolution, resolve
from auctions.rules.schedule import AUCTIONS, next_due
from auctions.rules.standings import Line


class Week:
    """`bids`: auction -> (place, seat) -> own bids in force. `results`: of auctions resolved.

    `done`: auction -> seat -> when that player said so. All seats are people here.
    """

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
        self.done: tuple[dict[int, datetime], ...] = tuple({} for _ in lots)
        self._since = start  # when the auction before the coming one was resolved
        self.ledger = Ledger(players)
        self.bids: tuple[dict[tuple[int, int], OwnBids], ...] = tuple({} for _ in lots)
        self.results: list[Resolution] = []
        self.purses_after: list[dict[int, int]] = []
        self.realized: dict[int, Realization] = {}
        self.lines: list[Line] = []

    @property
    def resolved(self) -> int:
        """How many auctions have been resolved."""
        return len(self.results)

    def carry_out(
        self, command: Command, seat: int, at: datetime
    ) -> Receipt | LoanReceipt | DoneReceipt:
        """Does what a seat asks. Raises `IllegalAction`, and then nothing has changed."""
        desk = self._desk(seat, at)
        if isinstance(command, SayDone | TakeBackDone):
            return self._mark(desk, command, seat)
        if isinstance(command, SetLoan):
            self.ledger.lend(seat, desk_rules.set_loan(desk, command))
            return desk_rules.loan_receipt(self.ledger.loans[seat])
        place = self._place(desk, command)
        kept = self.bids[command.auction]
        own = _answered(desk, command, kept.get((place, seat), ()))
        kept[place, seat] = own
        total = sum(cost_of(bids) for (_, who), bids in kept.items() if who == seat)
        return desk_rules.receipt(own, auction_sum=total, money=self.ledger.purses[seat])

    def remove(self, seat: int, at: datetime) -> None:
        """A moderator removes a player: bids stay, but nobody waits for them any more."""
        self.people.discard(seat)
        self._look(at)

    def resolve_due(self, at: datetime) -> list[int]:
        """Resolves every auction whose instant has come, in order; their numbers."""
        done: list[int] = []
        while (auction := next_due(self.instants, self.resolved, at)) is not None:
            self._resolve(auction)
            self._since = at
            self._look(at)
            done.append(auction)
        return done

    def in_force(self, auction: int) -> Iterator[Bid]:
        """The bids of an auction; of a resolved one, those it was resolved with."""
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
        self._look(desk.at)
        return DoneReceipt(auctions=meant, done=done)

    def _look(self, at: datetime) -> None:
        """Brings the coming auction forward where all people are done with it (3.2)."""
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


def _answered(desk: Desk, command: PlaceBid | WithdrawBid | RepriceBid, own: OwnBids) -> OwnBids:
    match command:
        case PlaceBid():
            return desk_rules.place_bid(desk, command, own)
        case WithdrawBid():
            return desk_rules.withdraw_bid(desk, command, own)
        case RepriceBid():
            return desk_rules.reprice_bid(desk, command, own)
