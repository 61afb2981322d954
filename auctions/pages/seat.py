"""A player's own part of the page: drawn for him alone, and kept nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from auctions.pages.desk import Desk, desk_of
from auctions.pages.goods import KEPT, Goods
from auctions.pages.orders import order_html
from auctions.pages.own import Own
from auctions.pages.plain import foot_html, latest_html, owed_html, plan_html, purse_html
from auctions.pages.viewing import Viewing
from auctions.pages.waiting import base_context
from chat.core.templates import CSRF
from games.live.drawing import draw_template


def seat_html(own: Own) -> str:
    viewing, desk = own.viewing, desk_of(own)
    return f'<div class="rests desk" id="my-desk">{"".join(_pieces(viewing, desk))}</div>'


def _pieces(viewing: Viewing, desk: Desk) -> Iterator[str]:
    """In the order in which they stand; what is not there is empty."""
    match_id, on_day = viewing.public_id, desk.view == "day"
    over = desk.place is not None or viewing.stage == "aborted"
    if desk.guide is not None:
        yield _guide(viewing, desk)
    if desk.done:
        done = _("Accepted. What you see here is what counts now.")
        yield f'<p class="notice success" role="status">{done}</p>'
    if over:
        yield _ended(viewing, desk)
    yield latest_html(desk, match_id)
    if desk.loan.open:
        yield _loan(viewing, desk)
    if desk.sheet is not None:
        yield order_html(desk.sheet, match_id)
    yield plan_html(desk)
    if not over:
        yield purse_html(desk.purse)
    if desk.resolved:
        yield draw_template("games/venice/fates", {"desk": desk})
    if desk.plot is not None:
        yield draw_template("games/venice/money", {"plot": desk.plot})
    if desk.goods.any and (on_day or desk.place):
        yield goods_html(desk.goods, over=desk.place is not None)
    if not desk.loan.open and not desk.place and desk.loan.amount and on_day:
        yield owed_html(desk.loan)
    guided = viewing.seat is not None and viewing.seat.guided
    yield foot_html(match_id, running=viewing.stage == "running", guided=guided)


def _guide(viewing: Viewing, desk: Desk) -> str:
    context = base_context(viewing)
    context["m"].hint = desk.guide
    return render_to_string("games/parts/guide.html", context)


def _ended(viewing: Viewing, desk: Desk) -> str:
    """My place, if there is a result, and where to go from here."""
    after = render_to_string("games/parts/after.html", base_context(viewing))
    if desk.place is None:
        return after
    context = {"p": desk.place, "players": desk.players}
    return draw_template("games/venice/place", context) + after


def _loan(viewing: Viewing, desk: Desk) -> str:
    context = {"loan": desk.loan, "match_id": viewing.public_id, "csrf": CSRF}
    return draw_template("games/venice/loan", context)


@lru_cache(maxsize=KEPT)
def goods_html(goods: Goods, *, over: bool) -> str:
    """What is held and what it brings. Equal holdings, which are public, are drawn once."""
    return draw_template("games/venice/goods", {"goods": goods, "over": over})
