"""The order form: the bid sheet of a day, and what counts now."""

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
    """A bid in force. `since`: in the zone of its player. `most`: units it could be raised to."""

    price: int
    units: int
    since: datetime
    most: int

    @property
    def sum(self) -> int:
        return self.price * self.units

    @property
    def key(self) -> str:
        return str(self.price)


@dataclass(frozen=True)
class LotRow:
    """A lot of the form. `room`: units that may still be bid for; `full`: no eleventh price.

    `key` and a bid's own name its fields on the page.
    """

    key: str
    face: Face
    offered: int
    bids: tuple[BidRow, ...]
    sum: int
    room: int
    full: bool


@dataclass(frozen=True)
class Sheet:
    """`open`: bids may still be changed. `over`: what the bids ask for above the purse."""

    auction: int
    day: str
    lots: tuple[LotRow, ...]
    open: bool
    auction_sum: int
    money: int
    at_most: int
    count: int

    @property
    def agendas(self) -> bool:
        """Whether agendas are sold on this day, and not assets."""
        return any(lot.face.value is not None for lot in self.lots)

    @property
    def over(self) -> int:
        return max(0, self.auction_sum - self.money)

    @property
    def left(self) -> int:
        """What stays in the purse if all these bids win."""
        return self.money - self.at_most


def sheet_for(own: Own, day: Day) -> Sheet | None:
    """None for an auction that has been resolved."""
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


# --- Drawing the bid sheet: the form of one day on which a player bids (rules 6). ---


def bid_sheet_html(
    sheet: Sheet, match_id: str, *, held: Sequence[Held], lacks: Sequence[Point]
) -> SafeString:
    """The form of one day, for its player alone. `held`: their agendas; `lacks`: what they lack."""
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
    """A lot without a bid is the same for all, and drawn once for them; others are kept nowhere."""
    if lot.bids:
        return _drawn(sheet, lot, match_id)
    key = ("lot", match_id, sheet.auction, sheet.open, lot.face.id)
    return cached_html(key, partial(_drawn, sheet, lot, match_id))


def _drawn(sheet: Sheet, lot: LotRow, match_id: str) -> SafeString:
    face = lot_face(lot.face, lot.offered)
    return render("games/venice/lot.jinja", sheet=sheet, lot=lot, match_id=match_id, face=face)
