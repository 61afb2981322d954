"""The order form: the bid sheet of a day, with the bids now in force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import partial

from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone

from auctions.page.faces import Face, Point, face, lot_face
from auctions.page.goods import Held
from auctions.page.own_seat import Own
from auctions.page.query_params import Look, address
from auctions.page.words import AGENDA, LACKING, day_name
from auctions.rules.bids import PRICES_A_LOT
from auctions.selectors.own_seat import BidSheet, LotSheet
from auctions.selectors.public_week import Day
from chat.core.templates import render
from games.page.html_cache import cached_html


@dataclass(frozen=True)
class BidRow:
    """A bid in force."""

    price: int
    units: int
    since: datetime  # in the player's zone
    most: int  # the number of units to which it could be raised

    @property
    def sum(self) -> int:
        return self.price * self.units

    @property
    def key(self) -> str:
        return str(self.price)


@dataclass(frozen=True)
class LotRow:
    """A lot of the form."""

    key: str  # together with the bid's key, it names the form's fields
    face: Face
    offered: int
    bids: tuple[BidRow, ...]
    sum: int
    room: int  # units that may still be bid for
    full: bool  # true if no further price is allowed


@dataclass(frozen=True)
class Sheet:
    """The bid sheet of a day."""

    auction: int
    day: str
    lots: tuple[LotRow, ...]
    open: bool  # true if bids may still be changed
    auction_sum: int
    money: int
    at_most: int
    count: int

    @property
    def agendas(self) -> bool:
        """True if agendas are sold on this day, not assets."""
        return any(lot.face.value is not None for lot in self.lots)

    @property
    def over(self) -> int:
        """The dollars that the bids ask for above the purse."""
        return max(0, self.auction_sum - self.money)

    @property
    def left(self) -> int:
        """The money left in the purse if all these bids win."""
        return self.money - self.at_most


def sheet_for(own: Own, day: Day) -> Sheet | None:
    """Return the viewer's bid sheet of a day, or None if its auction is resolved."""
    sheet = own.sheets.get(day.number)
    return None if sheet is None else _sheet(sheet, day)


def _sheet(sheet: BidSheet, day: Day) -> Sheet:
    zone = get_current_timezone()
    return Sheet(
        auction=sheet.auction,
        day=day_name(sheet.auction),
        lots=tuple(_lot(f"{place}-", lot, zone) for place, lot in enumerate(sheet.lots)),
        open=day.progress == "coming",
        auction_sum=sheet.auction_sum,
        money=sheet.money,
        at_most=sheet.at_most,
        count=sheet.bids,
    )


def _lot(key: str, lot: LotSheet, zone: tzinfo) -> LotRow:
    room = lot.offered - sum(bid.units for bid in lot.receipt.bids)
    return LotRow(
        key=key,
        face=face(lot.item),
        offered=lot.offered,
        bids=tuple(
            BidRow(bid.price, bid.units, bid.since.astimezone(zone), room + bid.units)
            for bid in lot.receipt.bids
        ),
        sum=lot.receipt.lot_sum,
        room=room,
        full=len(lot.receipt.bids) >= PRICES_A_LOT,
    )


# --- Rendering of the bid sheet (rules 6) ---


def bid_sheet_html(
    sheet: Sheet, match_id: str, *, held: Sequence[Held], lacks: Sequence[Point]
) -> SafeString:
    """Render the form of one day, for its player alone.

    `held`: the player's agendas. `lacks`: the points these lack.
    """
    lots = [_lot_values(sheet, lot, match_id) for lot in sheet.lots]
    return render(
        "games/venice/bid_sheet.jinja",
        sheet=sheet,
        lots=lots,
        held=held,
        lacks=lacks,
        agenda=AGENDA[1],
        lacking=LACKING,
        week=address(match_id, Look(view="week")),
    )


def _lot_values(sheet: Sheet, lot: LotRow, match_id: str) -> SafeString:
    """Render a lot of the form."""
    # A lot without bids is the same for all players and is cached; others are private.
    if lot.bids:
        return _render_lot(sheet, lot, match_id)
    key = ("lot", match_id, sheet.auction, sheet.open, lot.face.id)
    return cached_html(key, partial(_render_lot, sheet, lot, match_id))


def _render_lot(sheet: Sheet, lot: LotRow, match_id: str) -> SafeString:
    face = lot_face(lot.face, lot.offered)
    return render("games/venice/lot.jinja", sheet=sheet, lot=lot, match_id=match_id, face=face)
