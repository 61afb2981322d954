"""Drawing the bid sheet: the form of one day on which a player bids (rules 6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.utils.safestring import SafeString

from auctions.page.faces import Point, lot_face
from auctions.page.goods import Held
from auctions.page.look import Look, address
from auctions.page.sheet import LotRow, Sheet
from auctions.page.terms import AGENDA, LACKING
from chat.core.templates import render
from games.page.html_cache import cached_html


def bid_sheet_html(
    sheet: Sheet, match_id: str, *, held: Sequence[Held], lacks: Sequence[Point]
) -> SafeString:
    """The form of one day, for its player alone. `held`: their agendas; `lacks`: what they lack."""
    lots = [_lot(sheet, lot, match_id) for lot in sheet.lots]
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


def _lot(sheet: Sheet, lot: LotRow, match_id: str) -> SafeString:
    """A lot without a bid is the same for all, and drawn once for them; others are kept nowhere."""
    if lot.bids:
        return _drawn(sheet, lot, match_id)
    key = ("lot", match_id, sheet.auction, sheet.open, lot.face.id)
    return cached_html(key, partial(_drawn, sheet, lot, match_id))


def _drawn(sheet: Sheet, lot: LotRow, match_id: str) -> SafeString:
    face = lot_face(lot.face, lot.offered)
    return render("games/venice/lot.jinja", sheet=sheet, lot=lot, match_id=match_id, face=face)
