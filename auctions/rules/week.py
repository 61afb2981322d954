"""A week in memory: the same functions that the services use, with nothing but values around them.

Worked examples run on it, and tests hold what the services store against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from auctions.rules import bids as desk_rules
from auctions.rules.bids import Desk, LoanReceipt, OwnBids, Receipt, cost_of
from auctions.rules.commands import Command, PlaceBid, RepriceBid, SetLoan, WithdrawBid
from auctions.rules.ledger import Ledger
from auctions.rules.lineup import Lots
from auctions.rules.realize import Realization
from auctions.rules.resolve import Bid, Resolution, resolve
from auctions.rules.schedule import AUCTIONS, next_due
from auctions.rules.standings import Line


class Week:
    """`bids`: auction -> (place, seat) -> own bids in force. `results`: of auctions resolved."""

    def __init__(
        self,
        *,
        players: int,
        secret: str,
        start: datetime,
        instants: tuple[datetime, ...],
        lots: tuple[Lots, ...],
        cap: int,
    ) -> None:
        self.players = players
        self.secret = secret
        self.start = start
        self.instants = instants
        self.lots = lots
        self.cap = cap
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

    def carry_out(self, command: Command, seat: int, at: datetime) -> Receipt | LoanReceipt:
        """Does what a seat asks. Raises `IllegalAction`, and then nothing has changed."""
        desk = self._desk(seat, at)
        if isinstance(command, SetLoan):
            self.ledger.lend(seat, desk_rules.set_loan(desk, command))
            return desk_rules.loan_receipt(self.ledger.loans[seat])
        place = self._place(desk, command)
        kept = self.bids[command.auction]
        own = _answered(desk, command, kept.get((place, seat), ()))
        kept[place, seat] = own
        total = sum(cost_of(bids) for (_, who), bids in kept.items() if who == seat)
        return desk_rules.receipt(own, auction_sum=total, money=self.ledger.purses[seat])

    def resolve_due(self, at: datetime) -> list[int]:
        """Resolves every auction whose instant has come, in order; their numbers."""
        done: list[int] = []
        while (auction := next_due(self.instants, self.resolved, at)) is not None:
            self._resolve(auction)
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

    def _desk(self, seat: int, at: datetime) -> Desk:
        return Desk(
            at=at,
            start=self.start,
            instants=self.instants,
            lots=self.lots,
            plays=0 <= seat < self.players,
            cap=self.cap,
            resolved=self.resolved,
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
