"""What the formula's bot puts on the Stack (rules 15)."""

from __future__ import annotations

from games.merchants.rules import cards
from games.merchants.rules.defaults import best_stock
from games.merchants.rules.view import MerchantsView, PlayedView, PlayerView

MAGNATE_FROM = 14  # the worth of the best Stock


def stack_plays(view: MerchantsView) -> list[str]:
    """In the Power Phase what is of use, at any time High Justice against harm, which goes last: it
    is to resolve first."""
    assert view.own is not None
    hand = view.own.hand
    plays = [_own_play(view, card) for card in hand] if view.stage == "power" else []
    if "CQ" in hand and view.stack and any(_harms(view, one) for one in view.stack.cards):
        plays.append("CQ:power")
    return [play for play in plays if play]


def _own_play(view: MerchantsView, card: str) -> str:
    """ "card:mode", or "" where the card is kept."""
    emblem, power = f"{card}:emblem", f"{card}:power"
    match card:
        case "HQ":
            return power if view.piles.nest else ""
        case "DJ" | "X1" | "X2":
            return power
        case "HJ":
            return power if view.markets.black else ""
        case "DQ":
            stocked = any(stock.goods for stock in view.markets.stocks)
            return power if stocked and best_stock(view)[1] >= MAGNATE_FROM else emblem
        case "SQ":
            return emblem if _own_eggs(view) else power
        case "SJ":
            return emblem
        case _:
            return ""


def _harms(view: MerchantsView, played: PlayedView) -> bool:
    """Whether an opponent's Power takes something from the viewer."""
    if played.seat == view.seat or played.mode != "power":
        return False
    me = _me(view)
    match played.card:
        case "DJ" | "X1" | "X2":
            return me.hand > 0
        case "SQ":
            return _own_eggs(view) > me.shields
        case "CJ":
            return bool(me.front)
        case _:
            return False


def _me(view: MerchantsView) -> PlayerView:
    assert view.seat is not None
    return view.players[view.seat]


def _own_eggs(view: MerchantsView) -> int:
    assert view.own is not None
    return sum(cards.is_egg(card) for card in view.own.hand)
