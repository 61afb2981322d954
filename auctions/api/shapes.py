"""What programs are told of a week. Made of what `auctions.selectors` tell their viewer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from auctions.rules.bids import DoneReceipt, LoanReceipt, OwnBids, Receipt
from games.engine.base import Value


class LotTold(Value):
    """A lot and, once its auction is over, what came of it. Prices: dollars for a unit."""

    item: str
    offered: int
    sold: int
    awards: int
    takings: int
    lowest: int | None
    highest: int | None


class AuctionTold(Value):
    """One of the seven. `progress`: "coming", "being_resolved" or "resolved".

    At the fast pace `instant` may come earlier: when all people, `people`, are `done` with it.
    """

    number: int
    instant: datetime
    progress: str
    lots: tuple[LotTold, ...]
    done: int
    people: int


class OwnLot(Value):
    """One's own bids on a lot, the highest price first; what they can cost if all win."""

    item: str
    offered: int
    bids: OwnBids
    lot_sum: int


class OwnSheet(Value):
    """One's own bids in an auction to come. `at_most`: nothing is ever bought on credit."""

    auction: int
    lots: tuple[OwnLot, ...]
    auction_sum: int
    at_most: int


class OwnSeat(Value):
    """One's own, which nobody else is told: money in dollars, goods in units, and sealed bids.

    `worth`: what the goods would bring now. `done`: the auctions to come one is done with.
    """

    seat: int
    loan: int
    purse: int
    interest: int
    owed: int
    items: Mapping[str, int]
    points: tuple[int, int, int]
    worth: int
    sheets: tuple[OwnSheet, ...]
    done: tuple[int, ...]


class AgendaTold(Value):
    """Bought in the opening or the closing; realized, one turns `cost` into `value` dollars."""

    item: str
    value: int
    cost: tuple[int, int, int]


class AssetTold(Value):
    """Bought in a common auction; each copy gives these points of force, popularity, influence."""

    item: str
    gives: tuple[int, int, int]


class WeekTold(Value):
    """What one viewer may know of a week. No auctions before its start; `own`: of who plays.

    `cap`: the most to borrow; `fast`: whether all can agree to go on earlier.
    """

    table: str
    status: str
    players: int
    cap: int
    fast: bool
    resolved: int
    auctions: tuple[AuctionTold, ...]
    agendas: tuple[AgendaTold, ...]
    assets: tuple[AssetTold, ...]
    own: OwnSeat | None


class WeekNews(Value):
    """`week` is left out where nothing changed since the cursor, and the time was over."""

    cursor: str
    changed: bool
    week: WeekTold | None


class Accepted(Value):
    """The receipt of a command, one of these: of a lot, of the loan, of a mark."""

    lot: Receipt | None = None
    loan: LoanReceipt | None = None
    done: DoneReceipt | None = None


class LedgerLine(Value):
    """A bid that everybody may read: units `wanted` at `price`, and what became of them."""

    item: str
    seat: int
    player: str
    bot: bool
    price: int
    wanted: int
    won: int
    nullified: int
    lost: int


class Results(Value):
    """A page of an auction's bids, lots as announced and the dearest first.

    `complete`: of all bids; else of those that won, for the others are still sealed.
    """

    auction: int
    lines: tuple[LedgerLine, ...]
    page: int
    pages: int
    complete: bool


class StandingLine(Value):
    """A line of the standings."""

    rank: int
    seat: int
    player: str
    bot: bool
    purse: int
    value: int
    realized: Mapping[str, int]
    loan: int
    interest: int
    final: int


class Standings(Value):
    """A page of the result, best first; nothing before the end."""

    lines: tuple[StandingLine, ...]
    page: int
    pages: int
