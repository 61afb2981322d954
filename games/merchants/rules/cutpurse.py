"""The Cutpurse (rules 8.4): a card out of a hand or into one, then a roll for the joker."""

from __future__ import annotations

from msgspec.structs import replace

from games.merchants.rules import rolling, specials
from games.merchants.rules.draft import Draft
from games.merchants.rules.state import Phase, Played


def cutpurse(draft: Draft, played: Played) -> bool:
    """True when it is done with, False when somebody is asked."""
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
    """A random card of the victim's hand, then the roll."""
    card = draft.lose(victim, "cutpurse-card")
    draft.tell("thief", seat=seat, victim=victim)
    return _moved(draft, card, to=seat, giver=victim, thief=seat)


def did_slip(draft: Draft, seat: int, victim: int, card: str) -> bool:
    """This card of the own hand into the victim's, then the roll."""
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
    if rolling.throw(draft, "cutpurse", seat, rolling.AGAINST, card=joker):
        return settle_cutpurse(draft)
    return False


def settle_cutpurse(draft: Draft) -> bool:
    """The dice stand: the joker slips into the Deck or goes to Exile, then the specials."""
    roll = draft.roll
    assert roll is not None
    if roll.success:
        draft.deck.append(roll.card)
    else:
        draft.exile.append(roll.card)
    _off_the_stack(draft)
    draft.tell("joker_back" if roll.success else "joker_gone", seat=roll.seat, card=roll.card)
    specials.after_roll(draft)
    return True


def _off_the_stack(draft: Draft) -> None:
    """The card is placed, before a Siege may end the match."""
    assert draft.stack is not None
    draft.stack = replace(draft.stack, resolving=None)
