"""The Powers of the characters (rules 8.4), each begun as its card resolves.

What begins one returns True when its effect is complete, False when somebody is asked; the answer
then goes to the function of the same name with `did_` before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from games.merchants.rules import cards, specials
from games.merchants.rules.cutpurse import cutpurse
from games.merchants.rules.draft import Draft
from games.merchants.rules.restock import restock
from games.merchants.rules.state import Phase, Played
from games.merchants.rules.visiting import drop_if_empty


def begin(draft: Draft, played: Played) -> bool:
    """Carries out a card as far as nobody has to choose."""
    draft.tell("resolves", seat=played.seat, card=played.card, mode=played.mode)
    if played.mode == "emblem":
        draft.stack = replace(draft.stack, resolving=None) if draft.stack else None
        draft.players[played.seat].front.append(played.card)
        draft.tell("emblem", seat=played.seat, card=played.card)
        return True
    return POWERS[played.card](draft, played)


def places_itself(played: Played) -> bool:
    """Whether the card moves itself when it has resolved: a joker, by its roll (rules 8.4)."""
    return cards.is_joker(played.card)


def _nothing(draft: Draft, played: Played) -> bool:
    draft.tell("no_effect", seat=played.seat, card=played.card)
    return True


def warden(draft: Draft, played: Played) -> bool:
    """Stocks, then Black Markets are discarded, then Restock."""
    thrown = list(cards.in_order(draft.stocks))
    draft.stocks = []
    for _number, held in sorted(draft.markets.items()):
        thrown += cards.in_order(held)
    draft.markets = {}
    draft.discard(*thrown)
    draft.tell("warden", seat=played.seat, cards=thrown)
    restock(draft)
    return True


def herald(draft: Draft, played: Played) -> bool:
    """An Emblem of any Front goes back to its owner's hand."""
    found = [card for sitter in draft.players for card in sitter.front]
    if not found:
        return _nothing(draft, played)
    if len(found) == 1:
        return did_herald(draft, found[0])
    draft.ask(Phase.PICK_EMBLEM, played.seat)
    return False


def did_herald(draft: Draft, card: str) -> bool:
    """The Emblem goes to its owner's hand."""
    owner = next(sitter for sitter in draft.players if card in sitter.front)
    owner.front.remove(card)
    draft.tell("herald", seat=_player(draft), card=card, owner=owner.seat)
    draft.to_hand(owner.seat, card)
    return True


def clerk(draft: Draft, played: Played) -> bool:
    """Looks through one Black Market and takes one card of it."""
    if not draft.markets:
        return _nothing(draft, played)
    if len(draft.markets) == 1:
        return did_clerk(draft, next(iter(draft.markets)))
    draft.ask(Phase.PICK_BLACK_MARKET, played.seat)
    return False


def did_clerk(draft: Draft, number: int) -> bool:
    """The Black Market of this number is looked through; with one card in it, nobody is asked."""
    assert draft.stack is not None
    held = draft.markets[number]
    draft.tell("clerk", seat=_player(draft), market=number, count=len(held))
    draft.stack = replace(draft.stack, market=number)
    if len(held) == 1:
        return did_clerk_card(draft, held[0])
    draft.ask(Phase.PICK_BLACK_MARKET_CARD, _player(draft))
    return False


def did_clerk_card(draft: Draft, card: str) -> bool:
    """This card of it goes to the hand; an empty Black Market ceases to exist."""
    assert draft.stack is not None
    seat, number = _player(draft), draft.stack.market
    draft.stack = replace(draft.stack, market=0)
    draft.markets[number].remove(card)
    drop_if_empty(draft, number)
    draft.whisper("clerk_card", (seat,), seat=seat, card=card)
    draft.to_hand(seat, card)
    return True


def toll(draft: Draft, played: Played) -> bool:
    """Everybody else with a hand gives a card; who has only one is not asked which."""
    givers = [seat for seat in draft.others(played.seat) if draft.players[seat].hand]
    if not givers:
        return _nothing(draft, played)
    asked = [seat for seat in givers if len(draft.players[seat].hand) > 1]
    if asked:
        draft.ask(Phase.GIVE, *asked)
        return False
    return did_toll(draft)


def did_toll(draft: Draft) -> bool:
    """All have answered: the gifts move together."""
    to, chosen = _player(draft), {answer.seat: answer.cards[0] for answer in draft.answers}
    given = []
    for seat in draft.others(to):
        hand = draft.players[seat].hand
        if hand:
            card = chosen.get(seat, hand[0])
            hand.remove(card)
            given.append((seat, card))
    draft.tell("toll", seat=to, seats=[seat for seat, _ in given])
    for seat, card in given:
        draft.whisper("moved_card", (seat, to), seat=to, giver=seat, card=card)
    draft.to_hand(to, *(card for _, card in given))
    return True


def caller(draft: Draft, played: Played) -> bool:
    """A Dragon Siege (rules 9.2)."""
    specials.siege(draft)
    return True


def justice(draft: Draft, played: Played) -> bool:
    """An unresolved card on the Stack is struck off it."""
    assert draft.stack is not None
    if not draft.stack.cards:
        return _nothing(draft, played)
    if len(draft.stack.cards) == 1:
        return did_justice(draft, draft.stack.cards[0].card)
    draft.ask(Phase.PICK_STACK_CARD, played.seat)
    return False


def did_justice(draft: Draft, card: str) -> bool:
    """This card is struck off the Stack."""
    assert draft.stack is not None
    struck = next(one for one in draft.stack.cards if one.card == card)
    kept = tuple(one for one in draft.stack.cards if one.card != card)
    draft.stack = replace(draft.stack, cards=kept)
    draft.tell("justice", seat=_player(draft), card=card, owner=struck.seat, mode=struck.mode)
    specials.strike(draft, struck)
    return True


def keeper(draft: Draft, played: Played) -> bool:
    """A random Dragon Egg out of the Nest."""
    if not draft.nest:
        return _nothing(draft, played)
    egg = specials.take_egg(draft)
    draft.tell("keeper", seat=played.seat)
    draft.whisper("keeper_card", (played.seat,), seat=played.seat, card=egg)
    draft.to_hand(played.seat, egg)
    return True


def magnate(draft: Draft, played: Played) -> bool:
    """All cards of one Stock."""
    suits = {card[0] for card in draft.stocks}
    if not suits:
        return _nothing(draft, played)
    if len(suits) == 1:
        return did_magnate(draft, suits.pop())
    draft.ask(Phase.PICK_STOCK, played.seat)
    return False


def did_magnate(draft: Draft, suit: str) -> bool:
    """All cards of the Stock of this suit."""
    taken = cards.in_order(card for card in draft.stocks if card[0] == suit)
    draft.stocks = [card for card in draft.stocks if card[0] != suit]
    draft.tell("magnate", seat=_player(draft), suit=suit, cards=taken)
    draft.to_hand(_player(draft), *taken)
    return True


def _player(draft: Draft) -> int:
    """Whose card resolves."""
    assert draft.stack is not None
    assert draft.stack.resolving is not None
    return draft.stack.resolving.seat


POWERS: Mapping[str, Callable[[Draft, Played], bool]] = {
    "SJ": warden,
    "CJ": herald,
    "HJ": clerk,
    "DJ": toll,
    "SQ": caller,
    "CQ": justice,
    "HQ": keeper,
    "DQ": magnate,
    "X1": cutpurse,
    "X2": cutpurse,
}
