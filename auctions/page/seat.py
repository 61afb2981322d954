"""A player's own part of the page: drawn for this player alone, and kept nowhere."""

from __future__ import annotations

from django.utils.safestring import SafeString

from auctions.page.bid_sheet import bid_sheet_html
from auctions.page.desk import Desk, desk_of
from auctions.page.faces import point_list
from auctions.page.goods import goods_html
from auctions.page.own import Own
from auctions.page.viewing import Viewing
from auctions.page.wishes import lacks
from chat.core.templates import render


def seat_html(own: Own) -> SafeString:
    viewing, desk = own.viewing, desk_of(own)
    match_id, running = viewing.public_id, viewing.stage == "running"
    over = desk.place is not None or viewing.stage == "aborted"
    held = desk.goods.any and (desk.view == "day" or desk.place is not None)
    return render(
        "games/venice/seat.jinja",
        desk=desk,
        match_id=match_id,
        over=over,
        running=running,
        alone=_may_end(own),
        guided=viewing.seat is not None and viewing.seat.guided,
        ended=_ended(viewing, desk) if over else "",
        bid_sheet=_bid_sheet(own, desk),
        goods=goods_html(desk.goods, over=desk.place is not None) if held else "",
    )


def watching_html(viewing: Viewing) -> SafeString:
    """In place of a seat, for whoever has none."""
    over = viewing.over or viewing.stage == "aborted"
    return render("games/venice/watching.jinja", m=viewing.context, over=over)


def _bid_sheet(own: Own, desk: Desk) -> SafeString | str:
    if desk.sheet is None:
        return ""
    public_id, lacking = own.viewing.public_id, point_list(lacks(own))
    return bid_sheet_html(desk.sheet, public_id, held=desk.goods.agendas, lacks=lacking)


def _may_end(own: Own) -> bool:
    """Whether this player may end the week: it goes on, and nobody else is in it."""
    going_on = own.viewing.stage in ("running", "stalled")
    return going_on and own.alone


def _ended(viewing: Viewing, desk: Desk) -> SafeString:
    """My place, if there is a result, and where to go from here."""
    after = render("games/parts/after.jinja", m=viewing.context)
    if desk.place is None:
        return after
    place = render("games/venice/place.jinja", place=desk.place, players=desk.players)
    return place + after
