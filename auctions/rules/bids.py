"""Which bids and loans are accepted (rules 6), and auctions held earlier (rules 3.2).

The functions take what stands and give what will stand, or raise `IllegalAction` with the first
code that hits, in the order of rules 6.3. `malformed` comes before all of them (`commands`).
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
    """A bid in force on one lot. `since`: when this price and number of units was accepted."""

    price: int
    units: int
    since: datetime


OwnBids = tuple[OwnBid, ...]
"""All bids of a seat on one lot, highest price first."""


class Desk(Value):
    """What the answer to a command depends on, beside the seat's own bids.

    `at`: the server's clock under the locks, aware. `start`: None before the start. `instants` and
    `lots` by auction. `plays`: whether the one who asks has a seat. `cap`: the most to borrow, in
    dollars. `resolved`: how many auctions have been: commands about those are late whatever the
    clock says (3.3). `fast`: the pace of the table.
    """

    at: datetime
    start: datetime | None
    instants: tuple[datetime, ...]
    lots: tuple[Lots, ...]
    plays: bool
    cap: int
    resolved: int = 0
    fast: bool = False


class Receipt(Value):
    """What counts for a lot now, and the most its auction can cost (6.2). Whole dollars.

    `lot_sum`, `auction_sum`: if all own bids on the lot, in the auction, won. `money`: the purse.
    """

    bids: OwnBids
    lot_sum: int
    auction_sum: int
    money: int
    at_most: int


class LoanReceipt(Value):
    """The loan that counts now, its interest for the week, and both together. Whole dollars."""

    loan: int
    interest: int
    owed: int


def lot_asked(desk: Desk, auction: int, item: str) -> Lot:
    """The lot a bid or withdrawal is about: the checks they have in common (6.3).

    Raises `IllegalAction`: `not_started`, `not_a_player`, `unknown_auction`, `unknown_item`,
    `late`.
    """
    check_plays(desk)
    need(0 <= auction < AUCTIONS, "unknown_auction")
    lot = next((lot for lot in desk.lots[auction] if lot.item == item), None)
    if lot is None:
        raise refuse("unknown_item")
    need(desk.at < desk.instants[auction] and auction >= desk.resolved, "late")
    return lot


def place_bid(desk: Desk, command: PlaceBid, own: Sequence[OwnBid]) -> OwnBids:
    """The seat's bids on this lot with the new one (6.1). `own`: its bids on this lot now.

    Raises `IllegalAction` as `lot_asked`, then `bad_price`, `bad_units`, `too_many_bids`,
    `too_many_units`.
    """
    lot = lot_asked(desk, command.auction, command.item)
    return _placed(own, command.price, command.units, lot.units, desk.at)


def withdraw_bid(desk: Desk, command: WithdrawBid, own: Sequence[OwnBid]) -> OwnBids:
    """The seat's bids on this lot without the one named, or without any (6.1).

    Raises `IllegalAction` as `lot_asked`, then `no_such_bid`.
    """
    lot_asked(desk, command.auction, command.item)
    return _withdrawn(own, command.price)


def reprice_bid(desk: Desk, command: RepriceBid, own: Sequence[OwnBid]) -> OwnBids:
    """A withdrawal and a placing in one step (6.1); refused as the first that would be."""
    lot = lot_asked(desk, command.auction, command.item)
    rest = _withdrawn(own, command.old)
    # With the price unchanged only the units are, and a bid that stays as it is keeps its time.
    return _placed(
        own if command.old == command.price else rest,
        command.price,
        command.units,
        lot.units,
        desk.at,
    )


def set_loan(desk: Desk, command: SetLoan) -> int:
    """The loan as wanted, in whole dollars (9).

    Raises `IllegalAction`: `not_started`, `not_a_player`, `loan_closed`, `loan_negative`,
    `loan_above_cap`.
    """
    check_plays(desk)
    need(desk.at < desk.instants[OPENING] and not desk.resolved, "loan_closed")
    need(command.amount >= 0, "loan_negative")
    need(command.amount <= desk.cap, "loan_above_cap")
    return command.amount


def receipt(own: Sequence[OwnBid], *, auction_sum: int, money: int) -> Receipt:
    """`own`: the bids on the lot now. `auction_sum`: all own bids of the auction, these included.

    `money`: the purse now; until the opening is resolved, the loan now chosen.
    """
    return Receipt(
        bids=_sorted(own),
        lot_sum=cost_of(own),
        auction_sum=auction_sum,
        money=money,
        at_most=min(auction_sum, money),
    )


def loan_receipt(loan: int) -> LoanReceipt:
    """The receipt of a loan of this many dollars."""
    return LoanReceipt(loan=loan, interest=interest(loan), owed=owed(loan))


def cost_of(bids: Iterable[OwnBid]) -> int:
    """Dollars that these bids would cost if all of them won."""
    return sum(bid.price * bid.units for bid in bids)


def check_plays(desk: Desk) -> None:
    """What comes before all other refusals: `not_started`, `not_a_player`."""
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


# --- I am done: at the fast pace an auction is held earlier when everybody says so (rules 3.2).
#
# A mark says who is done and never what was bid. It changes nothing about bids.


PAUSE = timedelta(seconds=10)  # after the last mark, and after the auction before


class DoneReceipt(Value):
    """The auctions a player is now done with, or (`done` false) is no longer."""

    auctions: tuple[int, ...]
    done: bool


def auctions_meant(desk: Desk, auction: int | None) -> tuple[int, ...]:
    """The auctions a mark is for; None: all that are left.

    Raises `IllegalAction`: `not_started`, `not_a_player`, `not_fast`, `unknown_auction`, `late`.
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
    """The instants once all are done with the coming auction, and its bots have bid.

    `said`: the last of the marks; `since`: when the auction before was resolved (of the opening:
    the start). `at`: now; an auction is never moved before it, since what was accepted until now
    counts. Later auctions move by as much, and nothing ever moves to a later time.
    """
    agreed = max(said + PAUSE, since + PAUSE, at)
    sooner = instants[auction] - agreed
    if at >= instants[auction] or sooner <= timedelta(0):
        return tuple(instants)
    return tuple(
        instant - sooner if number >= auction else instant
        for number, instant in enumerate(instants)
    )
