"""The legality of an answer, code by code in the order of the rules (2.6).

An answer is refused here exactly if no choice of `choices.py` allows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from games.merchants.rules import buying, cards, market
from games.merchants.rules.actions import (
    Action,
    Bid,
    Buy,
    Callback,
    Commit,
    DoNothing,
    EndTurn,
    Give,
    Go,
    Keep,
    LeaveThere,
    Pass,
    PickBlackMarket,
    PickBlackMarketCard,
    PickEmblem,
    PickStackCard,
    PickStock,
    Play,
    Reroll,
    Slip,
    Steal,
    Substitute,
    TakeBack,
    Visit,
    need,
    refuse,
)
from games.merchants.rules.cards import Mode
from games.merchants.rules.market import Offer
from games.merchants.rules.state import Phase, Player, State, decision_id, owing

_PHASES: dict[type, tuple[Phase, ...]] = {
    Buy: (Phase.MARKET,),
    Play: (Phase.MARKET,),
    Callback: (Phase.MARKET,),
    Substitute: (Phase.MARKET,),
    Visit: (Phase.MARKET,),
    DoNothing: (Phase.MARKET,),
    EndTurn: (Phase.MARKET,),
    Pass: (Phase.SEIZE, Phase.DUEL, Phase.STACK),
    Bid: (Phase.SEIZE,),
    Commit: (Phase.DUEL,),
    Reroll: (Phase.REROLL,),
    Keep: (Phase.REROLL,),
    TakeBack: (Phase.CALLBACK_TAKE,),
    LeaveThere: (Phase.CALLBACK_TAKE,),
    Go: (Phase.STACK,),
    PickEmblem: (Phase.PICK_EMBLEM,),
    PickStackCard: (Phase.PICK_STACK_CARD,),
    PickBlackMarket: (Phase.PICK_BLACK_MARKET,),
    PickBlackMarketCard: (Phase.PICK_BLACK_MARKET_CARD,),
    PickStock: (Phase.PICK_STOCK,),
    Give: (Phase.GIVE,),
    Steal: (Phase.CUTPURSE,),
    Slip: (Phase.CUTPURSE,),
}


def asked(state: State, seat: int | None, action: Action) -> Player:
    """Return the player who owes this answer.

    Raise `IllegalAction` with `stale`, `not_asked` or `wrong_decision` otherwise.
    """
    need(state.phase is not Phase.OVER and action.decision == decision_id(state), "stale")
    if seat is None or seat not in state.asked:
        raise refuse("not_asked")
    need(seat in owing(state), "stale")
    need(state.phase in _PHASES[type(action)], "wrong_decision")
    return state.players[seat]


def legal(state: State, player: Player, action: Action) -> None:  # noqa: C901  (a case an action)
    """Raise `IllegalAction` if this answer breaks a rule."""
    match action:
        case Buy():
            offer_for(state, player, action)
        case Play():
            _in_hand(player, (action.card,))
            need(action.mode in cards.modes(action.card), "not_usable")
            _not_barred_from_playing(state, player)
            need(state.actions > 0, "no_action_left")
        case Callback():
            _known((action.card,))
            need(state.actions > 0, "no_action_left")
            need(action.card in player.front, "no_such_target")
        case Substitute():
            need(state.actions > 0, "no_action_left")
        case Visit():
            _visit(state, player, action)
        case DoNothing():
            need(state.minor > 0, "no_action_left")
        case Bid() | Commit():
            _in_hand(player, action.cards)
            _distinct(action.cards)
            need(set(action.cards) <= set(usable(state, player)), "not_usable")
            need(bool(action.cards), "empty")
        case Go():
            _go(player, action.cards)
        case Give():
            _in_hand(player, (action.card,))
        case Steal():
            need(_living(state, player, action.target), "no_such_target")
            held = bool(state.players[action.target].hand)
            need(held, "empty", "This player's hand is empty. Choose another player.")
        case Slip():
            _in_hand(player, (action.card,))
            need(_living(state, player, action.target), "no_such_target")
        case PickEmblem() | PickStackCard() | PickBlackMarketCard():
            _known((action.card,))
            need(action.card in targets(state), "no_such_target")
        case PickBlackMarket():
            need(str(action.market) in targets(state), "no_such_market")
        case PickStock():
            need(action.suit in cards.SUITS, "no_such_target")
            held = action.suit in targets(state)
            need(held, "empty", "This Stock is empty. Choose another one.")
        case EndTurn() | Pass() | Reroll() | Keep() | TakeBack() | LeaveThere():
            pass
        case _:
            assert_never(action)


def usable(state: State, player: Player) -> tuple[str, ...]:
    """Return the cards of the hand that could be bid or committed now."""
    purchase = state.purchase
    if purchase is None:
        return ()
    suits: tuple[str, ...] = (cards.primary(purchase.suit),)
    if state.phase is Phase.DUEL:
        suits = buying.duel_suits(purchase, player.seat)
    return market.usable(state.event, player.hand, *suits)


def targets(state: State) -> tuple[str, ...]:
    """Return the cards, Black Markets or Stocks that the current Power can target."""
    match state.phase:
        case Phase.PICK_EMBLEM:
            return tuple(card for player in state.players for card in player.front)
        case Phase.PICK_STACK_CARD:
            return tuple(played.card for played in state.stack.cards) if state.stack else ()
        case Phase.PICK_BLACK_MARKET:
            return tuple(str(black.number) for black in state.markets)
        case Phase.PICK_BLACK_MARKET_CARD:
            number = state.stack.market if state.stack else 0
            return next((black.cards for black in state.markets if black.number == number), ())
        case Phase.PICK_STOCK:
            return tuple(s for s in cards.SUITS if any(card[0] == s for card in state.stocks))
        case _:
            return ()


def offer_for(state: State, player: Player, action: Buy) -> Offer:
    """Return the offer that is declared; raise `IllegalAction` if none allows it."""
    _known((*action.cards, *action.commit))
    need(set(action.commit) <= set(player.hand), "not_in_hand")
    found = market.offers(state, player.seat)
    for_sale = {card for offer in found for card in offer.cards}
    need(set(action.cards) <= for_sale | set(player.front), "not_in_market")
    _distinct((*action.cards, *action.commit))
    if not action.cards:  # an empty Declaration has no suit to commit cards to
        need(not action.commit, "bad_commit")
        need(state.actions > 0, "no_action_left")
        raise refuse("empty")
    offer = next((offer for offer in found if set(action.cards) <= set(offer.cards)), None)
    if offer is None:
        raise refuse("bad_declaration")
    need(set(action.commit) <= set(offer.commit), "bad_commit")
    prices = dict(zip(offer.cards, offer.prices, strict=True))
    value = sum(prices[card] for card in action.cards) - offer.bonus - cards.total(action.commit)
    need(value <= market.LIMIT, "too_much")
    need(state.actions > 0, "no_action_left")
    return offer


def _visit(state: State, player: Player, action: Visit) -> None:
    need(state.event is None or player.seat not in state.event.no_visiting, "barred")
    need(state.minor > 0, "no_action_left")
    need(any(black.number == action.market for black in state.markets), "no_such_market")


def _go(player: Player, given: Sequence[str]) -> None:
    plays = [item.partition(":") for item in given]
    chosen = [card for card, _, _ in plays]
    _in_hand(player, chosen)
    _distinct(chosen)
    need(all(mode in cards.modes(card) for card, _, mode in plays), "not_usable")
    need(bool(plays), "empty")


def typed_play(item: str) -> tuple[str, Mode]:
    """Split a legal play such as "SJ:power" into its card and mode."""
    card, _, mode = item.partition(":")
    return card, "power" if mode == "power" else "emblem"


def _not_barred_from_playing(state: State, player: Player) -> None:
    need(state.event is None or player.seat not in state.event.no_playing, "barred")


def _living(state: State, player: Player, target: int) -> bool:
    others = (other.seat for other in state.players if not other.out and other.seat != player.seat)
    return target in others


def _known(chosen: Sequence[str]) -> None:
    need(all(cards.known(card) for card in chosen), "unknown_card")


def _in_hand(player: Player, chosen: Sequence[str]) -> None:
    _known(chosen)
    need(set(chosen) <= set(player.hand), "not_in_hand")


def _distinct(chosen: Sequence[str]) -> None:
    need(len(set(chosen)) == len(chosen), "duplicate_card")
