"""The bot `merchant`: the formula of rules 15, based on its own view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from games.engine.base import Randomness
from games.merchants.rules import cards, defaults, rolls
from games.merchants.rules.defaults import best_stock
from games.merchants.rules.view import (
    MerchantsView,
    OfferView,
    PlayedView,
    PlayerView,
    PurchaseView,
)

# --- Plays for the Stack (rules 15)


MAGNATE_FROM = 14  # the least worth of a Stock that the Magnate takes


def stack_plays(view: MerchantsView) -> list[str]:
    """Return the useful plays of the Power Phase, and High Justice against harm."""
    assert view.own is not None
    hand = view.own.hand
    plays = [_own_play(view, card) for card in hand] if view.stage == "power" else []
    # High Justice answers at any time. It goes last, as it has to resolve first.
    if "CQ" in hand and view.stack and any(_harms(view, one) for one in view.stack.cards):
        plays.append("CQ:power")
    return [play for play in plays if play]


def _own_play(view: MerchantsView, card: str) -> str:
    """Return the play of a card as "card:mode", or "" to hold the card back."""
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
    """Return True if an opponent's Power takes something from the viewer."""
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


CARE = 0.9  # the weight of the cards a buyer commits
WORTH_BUYING, WORTH_SEIZING = 1.0, 0.5
MOST_GOODS, MOST_COMMITTED = 4, 3
VALUES = {"HQ": 12, "DQ": 12, "DJ": 8, "HJ": 6, "CQ": 5, "SQ": 4, "CJ": 3, "SJ": 2, "X": 3}
EGG = 17

Worth = Callable[[str], float]
Raw = dict[str, Any]


def merchant(view: MerchantsView, chance: Randomness) -> Mapping[str, Any] | None:
    """Return the answer of the formula, or None if the seat owes none."""
    if not view.mine:
        return None
    match view.phase:
        case "market":
            answer = _market(view)
        case "seize":
            answer = _seize(view)
        case "duel":
            answer = _duel(view)
        case "stack":
            answer = _stack(view)
        case _:
            return defaults.default(view)
    return {"decision": view.decision, **answer}


def values_for(view: MerchantsView) -> Worth:
    """Return a function that values cards for the bot on this seat."""
    worth = defaults.worth(view)

    def value(card: str) -> float:
        if cards.is_egg(card):
            return EGG
        if cards.is_character(card):
            return VALUES["X"] if cards.is_joker(card) else VALUES[card]
        return float(worth(card))

    return value


Way = tuple[float, tuple[str, ...]]


def cheapest(
    pool: Sequence[str], most: int, value: Worth, weights: Sequence[int]
) -> dict[int, Way]:
    """Return the cards of least value for each sum of weights they can have.

    A way is made of at most `most` cards of the pool.
    """
    found: dict[int, Way] = {0: (0.0, ())}
    weight = dict(zip(pool, weights, strict=True))
    for count in range(1, min(most, len(pool)) + 1):
        for chosen in combinations(pool, count):
            total, cost = sum(map(weight.__getitem__, chosen)), sum(map(value, chosen))
            if total not in found or cost < found[total][0]:
                found[total] = (cost, chosen)
    return found


def paying(pool: Sequence[str], most: int, value: Worth) -> dict[int, Way]:
    """Return the cards of least value for each sum of Values they can pay."""
    return cheapest(pool, most, value, [cards.value(card) for card in pool])


def _market(view: MerchantsView) -> Raw:
    """Choose the best Declaration if it is worth it, else a Visit, else end the Turn."""
    value = values_for(view)
    ways = [_best(offer, value) for offer in view.markets.offers]
    profit, answer = max(ways, key=lambda way: way[0], default=(0.0, {}))
    if profit > WORTH_BUYING:
        return answer
    doing = {choice.action for choice in view.choices}
    if "visit" in doing:
        return {"action": "visit", "market": defaults.biggest_market(view)}
    if "substitute" in doing and _could_visit(view):
        return {"action": "substitute"}
    return {"action": "end_turn"}


def _could_visit(view: MerchantsView) -> bool:
    assert view.seat is not None
    return bool(view.markets.black) and not view.players[view.seat].no_visiting


def _best(offer: OfferView, value: Worth) -> tuple[float, Raw]:
    """Return the highest P(T) x gain - 0.9 x committed, and its Declaration."""
    gains = cheapest(offer.cards, MOST_GOODS, lambda card: -value(card), offer.prices)
    costs = paying(offer.commit, MOST_COMMITTED, value)
    best: tuple[float, Raw] = (0.0, {})
    for base, (lost, chosen) in gains.items():
        for paid, (cost, commit) in costs.items():
            target = base - offer.bonus - paid
            if not chosen or target > offer.limit:
                continue
            profit = rolls.chance(target) * -lost - CARE * cost
            if profit > best[0]:
                best = (profit, {"action": "buy", "cards": chosen, "commit": commit})
    return best


def _seize(view: MerchantsView) -> Raw:
    """Choose the bid that gains most, if it gains enough."""
    purchase = _purchase(view)
    value = values_for(view)
    gain = sum(map(value, purchase.cards))
    best, answer = WORTH_SEIZING, tuple[str, ...]()
    for paid, (cost, bid) in paying(_usable(view), 99, value).items():
        profit = (1 - rolls.chance(purchase.value + paid)) * gain - cost
        if bid and profit > best:
            best, answer = profit, bid
    return {"action": "bid", "cards": answer} if answer else {"action": "pass"}


def _duel(view: MerchantsView) -> Raw:
    """Choose the addition that gains most, if it is better than passing."""
    purchase = _purchase(view)
    value = values_for(view)
    gain = sum(map(value, purchase.cards))
    seizing = purchase.seizer == view.seat
    chosen = _seizer_adds(view, purchase, value, gain) if seizing else ()
    if not seizing:
        chosen = _buyer_adds(view, purchase, value, gain)
    return {"action": "commit", "cards": chosen} if chosen else {"action": "pass"}


def _seizer_adds(
    view: MerchantsView, purchase: PurchaseView, value: Worth, gain: float
) -> tuple[str, ...]:
    against, contest = cards.total(purchase.secondary), cards.total(purchase.counter)
    plain = purchase.value - max(0, contest - against)
    best = (1 - rolls.chance(purchase.value)) * gain
    answer: tuple[str, ...] = ()
    for paid, (cost, chosen) in paying(_usable(view), MOST_COMMITTED, value).items():
        target = plain + max(0, contest + paid - against)
        profit = (1 - rolls.chance(target)) * gain - cost
        if profit > best:
            best, answer = profit, chosen
    return answer


def _buyer_adds(
    view: MerchantsView, purchase: PurchaseView, value: Worth, gain: float
) -> tuple[str, ...]:
    usable = _usable(view)
    first = [card for card in usable if card[0] == purchase.primary_suit]
    second = [card for card in usable if card[0] == purchase.secondary_suit]
    against, contest = cards.total(purchase.secondary), cards.total(purchase.counter)
    plain = purchase.value - max(0, contest - against)
    best = rolls.chance(purchase.value) * gain
    answer: tuple[str, ...] = ()
    cancelling = paying(second, MOST_COMMITTED, value)
    for paid, (cost, lower) in paying(first, MOST_COMMITTED, value).items():
        for more, (also, cancel) in cancelling.items():
            target = plain - paid + max(0, contest - against - more)
            profit = rolls.chance(target) * gain - CARE * (cost + also)
            if profit > best:
                best, answer = profit, (*lower, *cancel)
    return answer


def _stack(view: MerchantsView) -> Raw:
    plays = stack_plays(view)
    return {"action": "go", "cards": plays} if plays else {"action": "pass"}


def _purchase(view: MerchantsView) -> PurchaseView:
    assert view.purchase is not None
    return view.purchase


def _usable(view: MerchantsView) -> tuple[str, ...]:
    assert view.own is not None
    return view.own.usable
