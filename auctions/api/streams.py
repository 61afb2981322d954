"""A week as its viewer may see it, and the stream of its updates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from auctions.api.shapes import (
    AgendaTold,
    AssetTold,
    AuctionTold,
    LotTold,
    OwnLot,
    OwnSeat,
    OwnSheet,
    WeekNews,
    WeekTold,
)
from auctions.page.own_seat import Own, own_of
from auctions.page.viewer import Viewing
from auctions.rules.catalogue import AGENDAS, ASSETS
from auctions.selectors.marks import done_of, how_many
from auctions.selectors.own_seat import BidSheet
from auctions.selectors.public_week import Day
from auctions.selectors.week_setup import frame_of
from chat.live.fragments import Denied, Page, digest_of
from games.api.streams import stream
from games.engine import codec
from games.refusals import HouseCode, Refusal


def viewing_of_week(user: Any, public_id: str) -> Viewing:
    """Return this user's view of a week. Raise `Refusal` if there is none for them."""
    viewing = Viewing(public_id, user)
    try:
        viewing.recheck()
    except Denied:
        raise Refusal(HouseCode.NO_SUCH_TABLE) from None
    return viewing


def week_told(viewing: Viewing) -> WeekTold:
    """Return the week as this viewer may see it, without other players' results."""
    match, options = viewing.match, viewing.options
    week = viewing.week if viewing.started else None
    own = own_of(viewing) if viewing.started and viewing.seat is not None else None
    return WeekTold(
        table=match.public_id,
        status=match.status,
        players=week.players if week is not None else viewing.table.taken,
        cap=week.cap if week is not None else options.cap,
        fast=options.pace == "fast",
        resolved=week.resolved if week is not None else 0,
        auctions=_auctions(viewing, week.days) if week is not None else (),
        agendas=tuple(AgendaTold(item=a.id, value=a.value, cost=a.cost) for a in AGENDAS),
        assets=tuple(AssetTold(item=a.id, gives=a.gives) for a in ASSETS),
        own=_own(own) if own is not None else None,
    )


def _auctions(viewing: Viewing, days: Sequence[Day]) -> tuple[AuctionTold, ...]:
    """Return the auctions.

    Marks are counted for the next one only, and only at the fast pace.
    """
    fast = frame_of(viewing.match).fast
    coming = next((day.number for day in days if day.progress != "resolved"), None)
    counted = how_many(viewing.match, coming) if fast and coming is not None else (0, 0)
    return tuple(
        AuctionTold(
            number=day.number,
            instant=day.instant,
            progress=day.progress,
            lots=tuple(
                LotTold(
                    item=lot.item,
                    offered=lot.offered,
                    sold=lot.sold,
                    awards=lot.awards,
                    takings=lot.takings,
                    lowest=lot.lowest,
                    highest=lot.highest,
                )
                for lot in day.lots
            ),
            done=counted[0] if day.number == coming else 0,
            people=counted[1] if day.number == coming else 0,
        )
        for day in days
    )


def _own(own: Own) -> OwnSeat:
    mine = own.mine
    return OwnSeat(
        seat=mine.number,
        loan=mine.loan,
        purse=mine.purse,
        interest=mine.interest,
        owed=mine.owed,
        items=dict(mine.holdings.items),
        points=mine.holdings.resources,
        worth=mine.would.value,
        sheets=tuple(_sheet(sheet) for sheet in own.sheets.values()),
        done=done_of(own.viewing.match, own.account),
    )


def _sheet(sheet: BidSheet) -> OwnSheet:
    return OwnSheet(
        auction=sheet.auction,
        lots=tuple(
            OwnLot(
                item=lot.item,
                offered=lot.offered,
                bids=lot.receipt.bids,
                lot_sum=lot.receipt.lot_sum,
            )
            for lot in sheet.lots
        ),
        auction_sum=sheet.auction_sum,
        at_most=sheet.at_most,
    )


def week_news(viewing: Viewing, since: str) -> WeekNews:
    """Return an update if anything changed for this viewer since the cursor `since`."""
    # The cursor is a digest of what this viewer receives, so it reveals nothing about others.
    told = week_told(viewing)
    cursor = digest_of(codec.encode(told))
    changed = cursor != since
    return WeekNews(cursor=cursor, changed=changed, week=told if changed else None)


def open_stream(user: Any, public_id: str) -> Page:
    """Open the stream of this user's week. Raise `Denied` if they may not see it."""
    return stream(partial(viewing_of_week, user, public_id), week_news)
