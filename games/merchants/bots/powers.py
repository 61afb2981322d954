"""The plays of the house bot, their order, and its choices when they resolve."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.base import Pick
from games.merchants.bots.values import NEVER, WIN, Values
from games.merchants.rules import cards
from games.merchants.rules.defaults import opponents
from games.merchants.rules.view import MerchantsView, PlayedView

Raw = dict[str, Any]

HARMS = 4.0  # the least harm that High Justice is spent on
MAGNATE_FROM = 14.0  # the least worth of a Stock that the Magnate takes
# The last card of a go resolves first, so `in_order` reverses this list: a Siege comes before new
# eggs, taking from others before filling your own Hand, and shields before everything else.
ORDER = ("CQ", "S10", "SJ", "SQ", "CJ", "X1", "X2", "DJ", "DQ", "HJ", "HQ", "C10", "H10", "D10")


def stack(view: MerchantsView, values: Values) -> Raw:
    """Choose a go, or a pass."""
    if winning := _winning(view, values):
        return {"action": "go", "cards": [winning]}
    free = view.stage == "power"  # plays are free, and need not answer anything
    plays = [_own_play(view, values, card) for card in values.hand] if free else []
    if "CQ" in values.hand and _worst(view, values) >= HARMS:
        plays.append("CQ:power")
    wanted = in_order(filter(None, plays))
    return {"action": "go", "cards": wanted} if wanted else {"action": "pass"}


def in_order(plays: Iterable[str]) -> list[str]:
    """Sort plays into one go, so that they resolve as in `ORDER`."""
    return sorted(plays, key=lambda play: -ORDER.index(card_of(play)))


def card_of(play: str) -> str:
    """Return the card of a play: "DQ" for "DQ:power"."""
    return play.partition(":")[0]


def stack_card(view: MerchantsView, values: Values) -> str:
    """Choose the card that High Justice strikes: the most harmful, else the topmost."""
    assert view.stack is not None
    from_top = view.stack.cards[::-1]
    others = [played for played in from_top if played.seat != view.seat] or from_top
    return max(others, key=lambda played: _harm(view, values, played)).card


def best_stock(view: MerchantsView, values: Values) -> tuple[float, str]:
    """Return the worth and the suit of the best Stock; "" if all are empty."""
    stocks = [
        (values.gain(good.card for good in stock.goods), stock.suit)
        for stock in view.markets.stocks
        if stock.goods
    ]
    return max(stocks, key=lambda one: one[0], default=(0.0, ""))


def action_play(view: MerchantsView, values: Values) -> tuple[float, Raw]:
    """Return the profit and the action of the best card to play as an Action."""
    playable = {
        f"{card}:{choice.given['mode']}"
        for choice in view.choices
        if choice.action == "play"
        for field in choice.fields
        if isinstance(field, Pick)
        for card in field.of
    }
    winning = _winning(view, values)
    if winning in playable:
        return WIN, _play(winning)
    if "DQ:power" in playable:
        gain, _ = best_stock(view, values)
        return gain - values.of("DQ"), _play("DQ:power")
    return 0.0, {}


def _play(play: str) -> Raw:
    card, _, mode = play.partition(":")
    return {"action": "play", "card": card, "mode": mode}


def _winning(view: MerchantsView, values: Values) -> str:
    """Return a play that ends the game at once, or ""."""
    if "HQ" in values.hand and values.eggs == 3 and view.piles.nest:
        return "HQ:power"
    stocks = (stock.goods for stock in view.markets.stocks)
    if "DQ" in values.hand and any(values.wins_with(good.card for good in s) for s in stocks):
        return "DQ:power"
    return ""


def _own_play(view: MerchantsView, values: Values, card: str) -> str:
    """Return the play of a card as "card:mode", or "" to hold the card back."""
    emblem, power = f"{card}:emblem", f"{card}:power"
    late = values.rounds_left < 1
    if values.rounds_left >= values.style.emblems.get(card, NEVER):
        return emblem
    match card:
        case "HQ":
            return power if view.piles.nest and values.of("SA") > 0 else ""
        case "X1" | "X2":
            return power
        case "DJ":
            return power
        case "HJ":
            return power if view.markets.black else ""
        case "DQ":
            rich = best_stock(view, values)[0] >= MAGNATE_FROM
            return power if rich or late else emblem
        case "SQ":
            return _dragon_caller(view, values)
        case "S10":
            return emblem if values.exposed else ""
        case "CJ":
            fronts = any(view.players[seat].front for seat in opponents(view))
            return power if values.style.herald and fronts else ""
        case _:
            return ""


def emblem_to_send_home(view: MerchantsView, values: Values) -> str:
    """Choose the most valuable Emblem of an opponent, else of the bot itself."""
    own = [one.card for one in view.players[view.seat or 0].front]
    others = [one.card for seat in opponents(view) for one in view.players[seat].front]
    wished = values.style.emblem
    return max(others or own, key=lambda card: (wished.get(card[0], 0.0), cards.buying_bonus(card)))


def _dragon_caller(view: MerchantsView, values: Values) -> str:
    """Play it as a Power if it hits only others, else as a shield."""
    if values.exposed:
        return "SQ:emblem"
    return "SQ:power" if not values.eggs or eggs_with_others(view, values) >= 1 else ""


def eggs_with_others(view: MerchantsView, values: Values) -> float:
    """Estimate the number of eggs in the hands of others."""
    # About half of the Black Markets hold an egg.
    return 4 - view.piles.nest - values.eggs - 0.5 * len(view.markets.black)


def _worst(view: MerchantsView, values: Values) -> float:
    """Return the harm of the most harmful card on the Stack."""
    played = view.stack.cards if view.stack else ()
    return max((_harm(view, values, card) for card in played), default=0)


def _harm(view: MerchantsView, values: Values, played: PlayedView) -> float:
    """Return the cost of an opponent's card on the Stack to this seat.

    That includes a part of what others gain by it.
    """
    if played.seat == view.seat or played.mode != "power":
        return 0
    rivals = max(1, len(opponents(view)))
    match played.card:
        case "DJ":
            return 5 if values.hand else 3
        case "X1" | "X2":
            return 4 if values.hand else 0
        case "SQ":
            return 60 if values.exposed else 0
        case "CJ":
            return 4 if values.me.front else 0
        case "HQ":
            return 20 / rivals
        case "DQ":
            stocks = (sum(good.value for good in stock.goods) for stock in view.markets.stocks)
            return max(stocks, default=0) / rivals
        case _:
            return 0
