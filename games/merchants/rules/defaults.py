"""The default answers (rules 15) and the automatic passes (rules 2.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.engine import codec
from games.merchants.rules import cards, legality
from games.merchants.rules.cards import buying_bonus
from games.merchants.rules.options import MerchantsPreferences
from games.merchants.rules.scoring import EGG, GUILD_BONUS
from games.merchants.rules.state import Phase, Player, State, owing
from games.merchants.rules.view import EmblemView, MerchantsView

# --- Worth of cards, for defaults and bots (rules 15)


QUEEN, JACK, JOKER = 4, 3, 2


def worth_for(king: str, hand: Iterable[str], front: Iterable[str]) -> Callable[[str], int]:
    """Return a function that values any card for a player with these cards."""
    guilds = {card[0] for card in (*hand, *front) if cards.is_guild(card)}

    def worth(card: str) -> int:
        if cards.is_egg(card):
            return EGG
        if not cards.is_commodity(card):
            return {"Q": QUEEN, "J": JACK}.get(card[1], JOKER)
        doubled = 2 if king and king[0] == card[0] else 1
        bonus = GUILD_BONUS if not cards.is_guild(card) and card[0] in guilds else 0
        return cards.value(card) * doubled + bonus

    return worth


def tie_key(card: str) -> tuple[int, int]:
    """Return the sort key for cards of equal worth.

    Lower Value first (0 for a card without one), then suit order, then 10, J, Q; X1 before X2.
    """
    return (cards.value(card), cards.CARDS.index(card))


def lowest(pool: Iterable[str], worth: Callable[[str], int]) -> str:
    """Return the card worth least; ties go by `tie_key` (rules 15)."""
    return min(pool, key=lambda card: (worth(card), tie_key(card)))


def highest(pool: Iterable[str], worth: Callable[[str], int]) -> str:
    """Return the card worth most; ties go by `tie_key`."""
    return min(pool, key=lambda card: (-worth(card), tie_key(card)))


def default(view: MerchantsView) -> dict[str, Any]:
    """Return the default answer, in raw form, of a viewer who owes one."""
    return {"decision": view.decision, **_answer(view)}


def _answer(view: MerchantsView) -> dict[str, Any]:
    match view.phase:
        case "market":
            return {"action": "end_turn"}
        case "reroll":
            failed = view.roll is not None and not view.roll.success
            return {"action": "reroll" if failed else "keep"}
        case "callback_take":
            return {"action": "take_back"}
        case "pick_emblem":
            return {"action": "pick_emblem", "card": _emblem(view)}
        case "pick_stack_card":
            return {"action": "pick_stack_card", "card": _stack_card(view)}
        case "pick_black_market":
            return {"action": "pick_black_market", "market": biggest_market(view)}
        case "pick_black_market_card":
            return {"action": "pick_black_market_card", "card": highest(_found(view), worth(view))}
        case "give":
            return {"action": "give", "card": lowest(_hand(view), worth(view))}
        case "pick_stock":
            return {"action": "pick_stock", "suit": best_stock(view)[0]}
        case "cutpurse":
            return _cutpurse(view)
        case _:
            return {"action": "pass"}


def worth(view: MerchantsView) -> Any:
    """Return a function that gives the worth of a card to the viewer."""
    own = view.own
    assert own is not None
    front = [emblem.card for emblem in view.players[_seat(view)].front]
    return worth_for(own.king, own.hand, front)


def opponents(view: MerchantsView) -> list[int]:
    """Return the others still in the game, counter-clockwise from the viewer."""
    count = len(view.players)
    turned = [(_seat(view) + step) % count for step in range(1, count)]
    return [seat for seat in turned if not view.players[seat].out]


def biggest_market(view: MerchantsView) -> int:
    """Return the number of the biggest Black Market; ties go to the lowest number."""
    return max(view.markets.black, key=lambda market: (market.count, -market.number)).number


def best_stock(view: MerchantsView) -> tuple[str, int]:
    """Return the suit and the total worth of the best Stock."""
    value = worth(view)
    stocks = [
        (stock.suit, sum(value(good.card) for good in stock.goods))
        for stock in view.markets.stocks
        if stock.goods
    ]
    return max(stocks, key=lambda one: one[1])


def _seat(view: MerchantsView) -> int:
    assert view.seat is not None
    return view.seat


def _hand(view: MerchantsView) -> tuple[str, ...]:
    assert view.own is not None
    return view.own.hand


def _found(view: MerchantsView) -> tuple[str, ...]:
    assert view.own is not None
    return view.own.found


def _emblem(view: MerchantsView) -> str:
    """Choose the best Emblem of an opponent, else the worst of the viewer's own.

    The best has the highest Buying Bonus, the worst the lowest.
    """
    theirs = [
        emblem.card for seat in opponents(view) for emblem in _by_tie(view.players[seat].front)
    ]
    if theirs:
        return max(theirs, key=buying_bonus)
    own = [emblem.card for emblem in _by_tie(view.players[_seat(view)].front)]
    return min(own, key=buying_bonus)


def _by_tie(front: Iterable[EmblemView]) -> list[EmblemView]:
    return sorted(front, key=lambda emblem: tie_key(emblem.card))


def _stack_card(view: MerchantsView) -> str:
    """Return the topmost card of an opponent, else the topmost card."""
    assert view.stack is not None
    from_top = view.stack.cards[::-1]
    theirs = [played.card for played in from_top if played.seat != view.seat]
    return theirs[0] if theirs else from_top[0].card


def _cutpurse(view: MerchantsView) -> dict[str, Any]:
    """Steal from the biggest hand; if all are empty, slip the next player a card."""
    rivals = opponents(view)
    rich = max(rivals, key=lambda seat: view.players[seat].hand)
    if view.players[rich].hand:
        return {"action": "steal", "target": rich}
    return {"action": "slip", "target": rivals[0], "card": lowest(_hand(view), worth(view))}


# --- Automatic passes (rules 2.5)


def passes(state: State, seat: int, wishes: Mapping[str, Any]) -> bool:
    """Return True if the site may pass for this seat, which owes an answer."""
    if seat not in owing(state):
        return False
    given = codec.build(dict(wishes), MerchantsPreferences, strict=False)
    player = state.players[seat]
    match state.phase:
        case Phase.SEIZE:
            return _seize(state, player, given)
        case Phase.DUEL:
            return given.without_usable and not legality.usable(state, player)
        case Phase.STACK:
            return _stack(state, player, given)
        case _:
            return False


def _seize(state: State, player: Player, given: MerchantsPreferences) -> bool:
    assert state.purchase is not None
    of_king = player.king != "" and player.king[0] == state.purchase.suit
    return (
        given.seize_never
        or (given.seize_unless_king and not of_king)
        or (given.without_usable and not legality.usable(state, player))
    )


def _stack(state: State, player: Player, given: MerchantsPreferences) -> bool:
    played = state.stack.cards if state.stack else ()
    threatened = any(card.mode == "power" and card.seat != player.seat for card in played)
    return (
        (given.power_phase_never and not played)
        or (given.respond_unless_power and bool(played) and not threatened)
        or (given.without_usable and not any(cards.modes(card) for card in player.hand))
    )
