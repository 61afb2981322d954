"""Shapes of the API's answers about a week, filled from `auctions.selectors`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from auctions.rules.bids import DoneReceipt, LoanReceipt, OwnBids, Receipt
from auctions.selectors.public_week import Progress
from games.api.shapes import Status
from games.engine.base import Value


class LotTold(Value):
    """A lot and, once its auction is resolved, its sales.

    Prices are dollars per unit.
    """

    item: str
    offered: int
    sold: int
    awards: int
    takings: int
    lowest: int | None
    highest: int | None


class AuctionTold(Value):
    """An auction of the week.

    At the fast pace `instant` moves forward once all `people` are `done` with the auction.
    """

    number: int
    instant: datetime
    progress: Progress
    lots: tuple[LotTold, ...]
    done: int
    people: int


class OwnLot(Value):
    """Your bids on a lot, highest price first.

    `lot_sum`: their cost if all of them win.
    """

    item: str
    offered: int
    bids: OwnBids
    lot_sum: int


class OwnSheet(Value):
    """Your bids in an upcoming auction.

    `auction_sum`: their cost if all of them win. `at_most`: the most they can really cost, since
    nobody buys on credit.
    """

    auction: int
    lots: tuple[OwnLot, ...]
    auction_sum: int
    at_most: int


class OwnSeat(Value):
    """Your seat's money, goods and sealed bids. Nobody else receives them.

    Money is in dollars and goods are in units. `worth`: what your goods would bring if they were
    realized now. `done`: the upcoming auctions that you have marked as done.
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
    """An agenda, sold in the opening or the closing.

    Realizing it turns `cost` into `value` dollars.
    """

    item: str
    value: int
    cost: tuple[int, int, int]


class AssetTold(Value):
    """An asset, sold in the common auctions.

    Each copy gives points of force, popularity, influence.
    """

    item: str
    gives: tuple[int, int, int]


class WeekTold(Value):
    """A week as one viewer may see it. `auctions` is empty before the start.

    `cap`: the largest loan. `fast`: true if the players can agree to hold auctions earlier. `own`:
    your own seat, or null if you do not play.
    """

    table: str
    status: Status
    players: int
    cap: int
    fast: bool
    resolved: int
    auctions: tuple[AuctionTold, ...]
    agendas: tuple[AgendaTold, ...]
    assets: tuple[AssetTold, ...]
    own: OwnSeat | None


class WeekNews(Value):
    """An update of a week. `week` is null if nothing changed during the wait."""

    cursor: str
    changed: bool
    week: WeekTold | None


class Accepted(Value):
    """The receipt of a command.

    Exactly one field is set: `lot`, `loan` or `done` (a mark).
    """

    lot: Receipt | None = None
    loan: LoanReceipt | None = None
    done: DoneReceipt | None = None


class LedgerLine(Value):
    """A public bid: the units `wanted` at `price`, and what became of them."""

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
    """A page of an auction's bids: lots as announced, then the highest price first.

    `complete`: true if all bids are listed, false if only the winning ones are public so far.
    """

    auction: int
    lines: tuple[LedgerLine, ...]
    page: int
    pages: int
    complete: bool


class StandingLine(Value):
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
    """A page of the standings, best first. Empty before the end of the match."""

    lines: tuple[StandingLine, ...]
    page: int
    pages: int
