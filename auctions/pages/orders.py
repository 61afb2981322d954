"""The order form, written without a template: sixty bids may stand on it, so each is told in few
bytes. A lot without a bid is the same for all, and written once for them; others are kept nowhere.

What people may have written stands nowhere in it: everything is a number, or of the catalogue.
"""

from __future__ import annotations

from functools import partial

from django.contrib.humanize.templatetags.humanize import intcomma
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from auctions.pages.faces import Face
from auctions.pages.sheet import BidRow, LotRow, Sheet
from chat.core.escaping import safe
from chat.core.templates import CSRF
from games.live.html_cache import cached_html


def order_html(sheet: Sheet, match_id: str) -> str:
    """The form of one day."""
    lots = "".join(_lot(sheet, lot, match_id) for lot in sheet.lots)
    return (
        '<section class="order" aria-labelledby="order-title" hx-target="find .error">'
        f'<header class="order-head"><h2 id="order-title">{_("My order form")}</h2>'
        f'<p class="soft">{_says(sheet)}</p></header><ul class="lots">{lots}</ul>'
        f"{_over(sheet)}</section>"
    )


def _says(sheet: Sheet) -> str:
    if sheet.open:
        return _(
            "Sealed: nobody but you can read it. Change it as often as you like until the time "
            "comes."
        )
    return _("The time has come. What stands here counts; nothing can be changed any more.")


def _over(sheet: Sheet) -> str:
    if not sheet.over:
        return ""
    text = _(
        "These bids ask for %(sum)s $, which is %(over)s $ more than you have. Nothing is bought "
        "on credit: what your purse cannot pay when its price is reached is nullified."
    )
    said = text % {"sum": intcomma(sheet.auction_sum), "over": intcomma(sheet.over)}
    return f'<p class="notice warning">{said}</p>'


def _lot(sheet: Sheet, lot: LotRow, match_id: str) -> str:
    if lot.bids:
        return _written(sheet, lot, match_id)
    key = ("lot", match_id, sheet.auction, sheet.open, lot.face.id)
    return cached_html(key, partial(_written, sheet, lot, match_id))


def _written(sheet: Sheet, lot: LotRow, match_id: str) -> str:
    act = reverse("auctions:act", args=[match_id])
    mark = " has-bids" if lot.bids else ""
    return (
        f'<li class="lot{mark}" id="lot-{lot.face.id}">{face_html(lot.face, lot.offered)}'
        f'<div class="lot-bids">{_bids(sheet, lot, act)}'
        f"{_more(sheet, lot, act) if sheet.open else ''}</div></li>"
    )


def face_html(face: Face, offered: int) -> str:
    """An item with what is offered of it."""
    context = {"face": face, "offered": offered}
    return cached_html(
        ("face", face.id, offered),
        partial(render_to_string, "games/venice/face.html", context),
    )


def _bids(sheet: Sheet, lot: LotRow, act: str) -> str:
    if not lot.bids:
        return "" if sheet.open else f'<p class="soft">{_("No bid.")}</p>'
    label = safe(_("My bids for %(name)s") % {"name": lot.face.name})
    draw = partial(_bid, sheet, lot, act) if sheet.open else _closed
    rows = "".join(f"<li>{draw(bid)}</li>" for bid in lot.bids)
    return f'<ul class="bid-list" aria-label="{label}">{rows}</ul>'


def _closed(bid: BidRow) -> str:
    return (
        f'<span class="bid">{bid.units} × {intcomma(bid.price)} $'
        f'<span class="bid-sum"><b>{intcomma(bid.sum)} $</b></span></span>'
    )


def _bid(sheet: Sheet, lot: LotRow, act: str, bid: BidRow) -> str:
    key, since = f"{lot.key}{bid.key}", localtime(bid.since)
    at = since.replace(microsecond=0).isoformat()
    return (
        f'<form class="bid" id="b{key}" method="post" action="{act}" hx-post="{act}" data-once>'
        f'{CSRF}<input type="hidden" name="bid" value="{sheet.auction} {lot.face.id} {bid.price}">'
        f'<input id="u{key}" name="units" type="number" min="1" max="{bid.most}" '
        f'value="{bid.units}" required aria-label="{_("Units")}">×'
        f'<input id="p{key}" name="price" type="number" min="1" max="1000000" '
        f'value="{bid.price}" required aria-label="{_("Price in $ for one")}">$'
        f'<span class="bid-sum"><b>{intcomma(bid.sum)} $</b> <small>{_("since")} '
        f'<time datetime="{at}" data-relative="clock">{since:%H:%M:%S}</time></small></span>'
        f'<button class="button small bid-change" name="do" value="reprice">{_("Change")}</button>'
        '<button class="button small quiet bid-withdraw" name="do" value="withdraw" '
        f'formnovalidate>{_("Withdraw")}<span class="visually-hidden"> {bid.units} × {bid.price} $'
        '</span></button><p class="error" role="alert"></p></form>'
    )


def _more(sheet: Sheet, lot: LotRow, act: str) -> str:
    """Another bid on the lot, or why there can be none."""
    if lot.full:
        why = _("You bid at ten prices here. Withdraw one to add another.")
        return f'<p class="why">{why}</p>'
    if not lot.room:
        return f'<p class="why">{_("Your bids ask for all that is offered.")}</p>'
    item = lot.face.id
    place = _("Add a price") if lot.bids else _("Place bid")
    return (
        f'<form class="bid is-new" id="new-{item}" method="post" action="{act}" hx-post="{act}" '
        f'data-once data-reset>{CSRF}<input type="hidden" name="key" value="">'
        '<input type="hidden" name="do" value="bid">'
        f'<input type="hidden" name="auction" value="{sheet.auction}">'
        f'<input type="hidden" name="item" value="{item}">'
        f'<input id="units-{item}" name="units" type="number" min="1" max="{lot.room}" value="1" '
        f'required aria-label="{_("Units")}">×<input id="price-{item}" name="price" type="number" '
        f'min="1" max="1000000" placeholder="{_("price")}" required '
        f'aria-label="{_("Price in $ for one")}">$'
        f'<button class="button small" id="place-{item}">{place}<span class="visually-hidden">: '
        f"{safe(lot.face.name)}</span></button>"
        '<p class="error" role="alert"></p></form>'
    )
