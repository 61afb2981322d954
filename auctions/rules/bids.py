"""Acceptance of bids and loans (rules 6), and auctions held earlier (rules 3.2).

The functions take the current state and return the new one, or raise `IllegalAction` with the first
code that applies in the order of rules 6.3. `malformed` precedes all of them (see `commands`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from auctions.rules.commands import PlaceBid, RepriceBid, SetLoan, WithdrawBid, need, refuse
from auctions.rules.lineup import Lot, Lots
from auctions.rules.options import interest, owed
from auctions.rules.schedule import AUCTIONS, OPENING
from games.engine.base import Value

PRICE = (1, 1_000_000)
PRICES_A_LOT = 10


class OwnBid(Value):
    """A bid in force on one lot.

    `since`: when this price and number of units was accepted.
    """

    price: int
    units: int
    since: datetime


OwnBids = tuple[OwnBid, ...]
"""All bids of a seat on one lot, highest price first."""


class Desk(Value):
    """Everything that the answer to a command depends on besides the seat's bids."""

    at: datetime  # the server's clock, read under the locks; aware
    start: datetime | None  # None before the start
    instants: tuple[datetime, ...]  # by auction
    lots: tuple[Lots, ...]  # by auction
    plays: bool  # true if the user has a seat
    cap: int  # the largest loan, in dollars
    # The number of auctions resolved. Commands about those are late whatever the clock says (3.3).
    resolved: int = 0
    fast: bool = False  # the pace of the table


class Receipt(Value):
    """The bids now in force on a lot, and the most their auction can cost (6.2).

    Whole dollars.

    `lot_sum`, `auction_sum`: the cost if all your bids on the lot, or in the auction, win. `money`:
    your purse, or the loan chosen so far until the opening is resolved. `at_most`: the most the
    auction can cost, since nobody buys on credit.
    """

    bids: OwnBids
    lot_sum: int
    auction_sum: int
    money: int
    at_most: int


class LoanReceipt(Value):
    """The loan now chosen, its interest for the week, and their sum `owed`.

    Whole dollars.
    """

    loan: int
    interest: int
    owed: int


def lot_asked(desk: Desk, auction: int, item: str) -> Lot:
    """Return the lot of a bid or withdrawal, after the checks that both share (6.3).

    Raise `IllegalAction`: `not_started`, `not_a_player`, `unknown_auction`, `unknown_item`, `late`.
    """
    check_plays(desk)
    need(0 <= auction < AUCTIONS, "unknown_auction")
    lot = next((lot for lot in desk.lots[auction] if lot.item == item), None)
    if lot is None:
        raise refuse("unknown_item")
    need(desk.at < desk.instants[auction] and auction >= desk.resolved, "late")
    return lot


def place_bid(desk: Desk, command: PlaceBid, own: Sequence[OwnBid]) -> OwnBids:
    """Return the seat's bids on this lot with the new one (6.1).

    `own`: its bids on this lot now. Raise `IllegalAction` like `lot_asked`, then `bad_price`,
    `bad_units`, `too_many_bids`, `too_many_units`.
    """
    lot = lot_asked(desk, command.auction, command.item)
    return _placed(own, command.price, command.units, lot.units, desk.at)


def withdraw_bid(desk: Desk, command: WithdrawBid, own: Sequence[OwnBid]) -> OwnBids:
    """Return the seat's bids on this lot without the given one, or without any (6.1).

    Raise `IllegalAction` like `lot_asked`, then `no_such_bid`.
    """
    lot_asked(desk, command.auction, command.item)
    return _withdrawn(own, command.price)


def reprice_bid(desk: Desk, command: RepriceBid, own: Sequence[OwnBid]) -> OwnBids:
    """Withdraw a bid and place another in one step (6.1).

    Raise `IllegalAction` as the withdrawal would, then as the placing would.
    """
    lot = lot_asked(desk, command.auction, command.item)
    rest = _withdrawn(own, command.old)
    # If the price is the same, only the units may change; an unchanged bid keeps its time.
    return _placed(
        own if command.old == command.price else rest,
        command.price,
        command.units,
        lot.units,
        desk.at,
    )


def set_loan(desk: Desk, command: SetLoan) -> int:
    """Return the new loan in whole dollars (9).

    Raise `IllegalAction`: `not_started`, `not_a_player`, `loan_closed`, `loan_negative`,
    `loan_above_cap`.
    """
    check_plays(desk)
    need(desk.at < desk.instants[OPENING] and not desk.resolved, "loan_closed")
    need(command.amount >= 0, "loan_negative")
    need(command.amount <= desk.cap, "loan_above_cap")
    return command.amount


def receipt(own: Sequence[OwnBid], *, auction_sum: int, money: int) -> Receipt:
    """Return the receipt for the bids now on a lot.

    `auction_sum`: the cost of all own bids in the auction, these included. `money`: the purse now,
    or the loan chosen so far until the opening is resolved.
    """
    return Receipt(
        bids=_sorted(own),
        lot_sum=cost_of(own),
        auction_sum=auction_sum,
        money=money,
        at_most=min(auction_sum, money),
    )


def loan_receipt(loan: int) -> LoanReceipt:
    """Return the receipt of a loan of this many dollars."""
    return LoanReceipt(loan=loan, interest=interest(loan), owed=owed(loan))


def cost_of(bids: Iterable[OwnBid]) -> int:
    """Return the dollars that these bids would cost if all of them won."""
    return sum(bid.price * bid.units for bid in bids)


def check_plays(desk: Desk) -> None:
    """Raise the refusals that precede all others: `not_started`, `not_a_player`."""
    need(desk.start is not None and desk.at >= desk.start, "not_started")
    need(desk.plays, "not_a_player")


def _placed(own: Sequence[OwnBid], price: int, units: int, offered: int, at: datetime) -> OwnBids:
    need(PRICE[0] <= price <= PRICE[1], "bad_price")
    need(units >= 1, "bad_units")
    if any(bid.price == price and bid.units == units for bid in own):
        return _sorted(own)
    others = [bid for bid in own if bid.price != price]
    need(len(others) < PRICES_A_LOT, "too_many_bids")
    need(sum(bid.units for bid in others) + units <= offered, "too_many_units")
    return _sorted([*others, OwnBid(price=price, units=units, since=at)])


def _withdrawn(own: Sequence[OwnBid], price: int | None) -> OwnBids:
    rest = [bid for bid in own if price is not None and bid.price != price]
    need(len(rest) < len(own), "no_such_bid")
    return _sorted(rest)


def _sorted(bids: Iterable[OwnBid]) -> OwnBids:
    return tuple(sorted(bids, key=lambda bid: -bid.price))


# --- Marks: at the fast pace an auction is held earlier once everybody is done (rules 3.2).
#
# A mark tells who is done, never what was bid, and it does not affect bids.


PAUSE = timedelta(seconds=10)  # after the last mark, and after the previous auction


class DoneReceipt(Value):
    """The upcoming auctions that a mark was for.

    `done`: true if you are now done with them.
    """

    auctions: tuple[int, ...]
    done: bool


def auctions_meant(desk: Desk, auction: int | None) -> tuple[int, ...]:
    """Return the upcoming auctions that a mark is for; None means all that are left.

    Raise `IllegalAction`: `not_started`, `not_a_player`, `not_fast`, `unknown_auction`, `late`.
    """
    check_plays(desk)
    need(desk.fast, "not_fast")
    need(auction is None or 0 <= auction < AUCTIONS, "unknown_auction")
    meant = range(AUCTIONS) if auction is None else (auction,)
    left = [n for n in meant if desk.at < desk.instants[n] and n >= desk.resolved]
    need(bool(left), "late")
    return tuple(left)


def brought_forward(
    instants: Sequence[datetime], auction: int, *, said: datetime, since: datetime, at: datetime
) -> tuple[datetime, ...]:
    """Return the instants once all players are done with the next auction.

    `said`: the time of the last mark. `since`: when the previous auction was resolved, or the start
    for the opening. `at`: the current time. The later auctions move by as much, and none ever moves
    to a later time.
    """
    # Never earlier than `at`: every command accepted until now must count.
    agreed = max(said + PAUSE, since + PAUSE, at)
    sooner = instants[auction] - agreed
    if at >= instants[auction] or sooner <= timedelta(0):
        return tuple(instants)
    return tuple(
        instant - sooner if number >= auction else instant
        for number, instant in enumerate(instants)
    )
