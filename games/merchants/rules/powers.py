"""The Powers of the characters (rules 8.4), visits and Callbacks.

A function that begins a Power returns True if its effect is complete, and False if a decision was
opened. The answer then goes to the function of the same name with the prefix `did_`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from games.merchants.rules import cards, event_phase, rolls
from games.merchants.rules.draft import Draft
from games.merchants.rules.market import restock
from games.merchants.rules.state import Phase, Played, Roll

# --- Cutpurse (rules 8.4)


def cutpurse(draft: Draft, played: Played) -> bool:
    """Begin a Cutpurse; there is no decision if only one answer is possible."""
    seat = played.seat
    victims = [other for other in draft.others(seat) if draft.players[other].hand]
    hand = draft.players[seat].hand
    ways = len(victims) + len(hand) * len(draft.others(seat))
    if ways > 1:
        draft.ask(Phase.CUTPURSE, seat)
        return False
    if victims:
        return did_steal(draft, seat, victims[0])
    if hand:
        return did_slip(draft, seat, draft.others(seat)[0], hand[0])
    draft.tell("no_effect", seat=seat, card=played.card)
    return _roll(draft, seat, played.card)


def did_steal(draft: Draft, seat: int, victim: int) -> bool:
    """Move a random card of the victim's hand to the player, then roll."""
    card = draft.lose(victim, "cutpurse-card")
    draft.tell("thief", seat=seat, victim=victim)
    return _moved(draft, card, to=seat, giver=victim, thief=seat)


def did_slip(draft: Draft, seat: int, victim: int, card: str) -> bool:
    """Move this card from the player's hand to the victim's, then roll."""
    draft.players[seat].hand.remove(card)
    draft.tell("slipped", seat=seat, victim=victim)
    return _moved(draft, card, to=victim, giver=seat, thief=seat)


def _moved(draft: Draft, card: str, *, to: int, giver: int, thief: int) -> bool:
    draft.whisper("moved_card", (giver, to), seat=to, giver=giver, card=card)
    draft.to_hand(to, card)
    assert draft.stack is not None
    assert draft.stack.resolving is not None
    return _roll(draft, thief, draft.stack.resolving.card)


def _roll(draft: Draft, seat: int, joker: str) -> bool:
    if rolls.throw(draft, "cutpurse", seat, rolls.AGAINST, card=joker):
        return settle_cutpurse(draft)
    return False


def settle_cutpurse(draft: Draft) -> bool:
    """Put the joker into the Deck or Exile after its roll, then apply the specials."""
    roll = draft.roll
    assert roll is not None
    if roll.success:
        draft.deck.append(roll.card)
    else:
        draft.exile.append(roll.card)
    _take_off_stack(draft)
    draft.tell("joker_back" if roll.success else "joker_gone", seat=roll.seat, card=roll.card)
    event_phase.after_roll(draft)
    return True


def _take_off_stack(draft: Draft) -> None:
    assert draft.stack is not None
    # The card must be in its place before a Siege can end the match.
    draft.stack = replace(draft.stack, resolving=None)


# --- Visits to Black Markets and Callbacks (rules 6.3, 6.5)


def visit(draft: Draft, number: int) -> None:
    """Roll to draw from this Black Market, for a Minor Action (rules 6.3)."""
    draft.minor -= 1
    if rolls.throw(draft, "visit", draft.active, rolls.AGAINST, market=number):
        settle_visit(draft)


def settle_visit(draft: Draft) -> None:
    """Apply the final roll of a visit: draw cards, or fail (rules 6.3)."""
    roll = draft.roll
    assert roll is not None
    if roll.success:
        _draw(draft, roll)
    else:
        draft.tell("visit_failed", seat=roll.seat, market=roll.market)
        if draft.game.options.hard and draft.players[roll.seat].hand:
            _forfeit(draft, roll)
    event_phase.after_roll(draft)


def _draw(draft: Draft, roll: Roll) -> None:
    """Draw a card and one more for each Permission Emblem, as far as there are any."""
    count = 1 + draft.players[roll.seat].emblems("H")
    found: list[str] = []
    while len(found) < count and draft.markets[roll.market]:
        found.append(take_from(draft, roll.market))
    drop_if_empty(draft, roll.market)
    draft.tell("visited", seat=roll.seat, market=roll.market, count=len(found))
    draft.whisper("found", (roll.seat,), seat=roll.seat, market=roll.market, cards=found)
    draft.to_hand(roll.seat, *found)


def take_from(draft: Draft, number: int) -> str:
    """Remove a random card from a Black Market that has one, and return it."""
    card = draft.pick("black-market", draft.markets[number])
    draft.markets[number].remove(card)
    return card


def drop_if_empty(draft: Draft, number: int) -> None:
    """Remove a Black Market without cards."""
    if not draft.markets[number]:
        del draft.markets[number]


def _forfeit(draft: Draft, roll: Roll) -> None:
    """Move a random card of the hand to the Black Market, an egg to the Nest (13.3)."""
    card = draft.lose(roll.seat, "forfeit")
    if cards.is_egg(card):
        draft.nest.append(card)
    else:
        draft.markets[roll.market].append(card)
    draft.tell("forfeited", seat=roll.seat, market=roll.market, card=card)


def callback(draft: Draft, card: str) -> None:
    """Roll to take back this Emblem from your own Front, for an Action (rules 6.5)."""
    draft.actions -= 1
    if rolls.throw(draft, "callback", draft.active, rolls.AGAINST, card=card):
        settle_callback(draft)


def settle_callback(draft: Draft) -> None:
    """Apply the final roll of a Callback: ask whether to take the card (rules 6.5)."""
    roll = draft.roll
    assert roll is not None
    if roll.success:
        draft.ask(Phase.CALLBACK_TAKE, roll.seat)
        return
    draft.tell("callback_failed", seat=roll.seat, card=roll.card)
    event_phase.after_roll(draft)


def take_back(draft: Draft, *, taken: bool) -> None:
    """Apply the answer to `callback_take`."""
    roll = draft.roll
    assert roll is not None
    if taken:
        draft.players[roll.seat].front.remove(roll.card)
        draft.tell("called_back", seat=roll.seat, card=roll.card)
        draft.to_hand(roll.seat, roll.card)
    else:
        draft.tell("left_there", seat=roll.seat, card=roll.card)
    event_phase.after_roll(draft)


def begin(draft: Draft, played: Played) -> bool:
    """Resolve a card as far as no choice is needed; return True if it is complete."""
    draft.tell("resolves", seat=played.seat, card=played.card, mode=played.mode)
    if played.mode == "emblem":
        draft.stack = replace(draft.stack, resolving=None) if draft.stack else None
        draft.players[played.seat].front.append(played.card)
        draft.tell("emblem", seat=played.seat, card=played.card)
        return True
    return POWERS[played.card](draft, played)


def places_itself(played: Played) -> bool:
    """Return True for a joker, which is placed by its own roll (rules 8.4)."""
    return cards.is_joker(played.card)


def _no_effect(draft: Draft, played: Played) -> bool:
    draft.tell("no_effect", seat=played.seat, card=played.card)
    return True


def warden(draft: Draft, played: Played) -> bool:
    """Discard the Stocks, then the Black Markets, then restock."""
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
    """Return an Emblem of any Front to its owner's hand."""
    found = [card for sitter in draft.players for card in sitter.front]
    if not found:
        return _no_effect(draft, played)
    if len(found) == 1:
        return did_herald(draft, found[0])
    draft.ask(Phase.PICK_EMBLEM, played.seat)
    return False


def did_herald(draft: Draft, card: str) -> bool:
    """Move the chosen Emblem to its owner's hand."""
    owner = next(sitter for sitter in draft.players if card in sitter.front)
    owner.front.remove(card)
    draft.tell("herald", seat=_player(draft), card=card, owner=owner.seat)
    draft.to_hand(owner.seat, card)
    return True


def clerk(draft: Draft, played: Played) -> bool:
    """Search one Black Market and take one card of it."""
    if not draft.markets:
        return _no_effect(draft, played)
    if len(draft.markets) == 1:
        return did_clerk(draft, next(iter(draft.markets)))
    draft.ask(Phase.PICK_BLACK_MARKET, played.seat)
    return False


def did_clerk(draft: Draft, number: int) -> bool:
    """Search this Black Market; a single card in it is taken without a decision."""
    assert draft.stack is not None
    held = draft.markets[number]
    draft.tell("clerk", seat=_player(draft), market=number, count=len(held))
    draft.stack = replace(draft.stack, market=number)
    if len(held) == 1:
        return did_clerk_card(draft, held[0])
    draft.ask(Phase.PICK_BLACK_MARKET_CARD, _player(draft))
    return False


def did_clerk_card(draft: Draft, card: str) -> bool:
    """Take this card into the hand; a Black Market left empty is removed."""
    assert draft.stack is not None
    seat, number = _player(draft), draft.stack.market
    draft.stack = replace(draft.stack, market=0)
    draft.markets[number].remove(card)
    drop_if_empty(draft, number)
    draft.whisper("clerk_card", (seat,), seat=seat, card=card)
    draft.to_hand(seat, card)
    return True


def toll(draft: Draft, played: Played) -> bool:
    """Take a card from everybody else who has one."""
    givers = [seat for seat in draft.others(played.seat) if draft.players[seat].hand]
    if not givers:
        return _no_effect(draft, played)
    # A player with a single card has no choice and is not asked.
    asked = [seat for seat in givers if len(draft.players[seat].hand) > 1]
    if asked:
        draft.ask(Phase.GIVE, *asked)
        return False
    return did_toll(draft)


def did_toll(draft: Draft) -> bool:
    """Move all gifts together, once everybody has answered."""
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
    """Begin a Dragon Siege (rules 9.2)."""
    event_phase.siege(draft)
    return True


def justice(draft: Draft, played: Played) -> bool:
    """Remove an unresolved card from the Stack."""
    assert draft.stack is not None
    if not draft.stack.cards:
        return _no_effect(draft, played)
    if len(draft.stack.cards) == 1:
        return did_justice(draft, draft.stack.cards[0].card)
    draft.ask(Phase.PICK_STACK_CARD, played.seat)
    return False


def did_justice(draft: Draft, card: str) -> bool:
    """Remove the chosen card from the Stack."""
    assert draft.stack is not None
    struck = next(one for one in draft.stack.cards if one.card == card)
    kept = tuple(one for one in draft.stack.cards if one.card != card)
    draft.stack = replace(draft.stack, cards=kept)
    draft.tell("justice", seat=_player(draft), card=card, owner=struck.seat, mode=struck.mode)
    event_phase.strike(draft, struck)
    return True


def keeper(draft: Draft, played: Played) -> bool:
    """Take a random Dragon Egg from the Nest."""
    if not draft.nest:
        return _no_effect(draft, played)
    egg = event_phase.take_egg(draft)
    draft.tell("keeper", seat=played.seat)
    draft.whisper("keeper_card", (played.seat,), seat=played.seat, card=egg)
    draft.to_hand(played.seat, egg)
    return True


def magnate(draft: Draft, played: Played) -> bool:
    """Take all cards of one Stock."""
    suits = {card[0] for card in draft.stocks}
    if not suits:
        return _no_effect(draft, played)
    if len(suits) == 1:
        return did_magnate(draft, suits.pop())
    draft.ask(Phase.PICK_STOCK, played.seat)
    return False


def did_magnate(draft: Draft, suit: str) -> bool:
    """Take all cards of the Stock of this suit."""
    taken = cards.in_order(card for card in draft.stocks if card[0] == suit)
    draft.stocks = [card for card in draft.stocks if card[0] != suit]
    draft.tell("magnate", seat=_player(draft), suit=suit, cards=taken)
    draft.to_hand(_player(draft), *taken)
    return True


def _player(draft: Draft) -> int:
    """Return the seat that played the card being resolved."""
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
