"""Visits to Black Markets and Callbacks (rules 6.3, 6.5)."""

from __future__ import annotations

from games.merchants.rules import cards, rolling, specials
from games.merchants.rules.draft import Draft
from games.merchants.rules.state import Phase, Roll


def visit(draft: Draft, number: int) -> None:
    """Rolls to draw from this Black Market, for a Minor Action (rules 6.3)."""
    draft.minor -= 1
    if rolling.throw(draft, "visit", draft.active, rolling.AGAINST, market=number):
        settle_visit(draft)


def settle_visit(draft: Draft) -> None:
    """The dice of a visit stand: cards for whoever came in (rules 6.3)."""
    roll = draft.roll
    assert roll is not None
    if roll.success:
        _draw(draft, roll)
    else:
        draft.tell("visit_failed", seat=roll.seat, market=roll.market)
        if draft.game.options.hard and draft.players[roll.seat].hand:
            _forfeit(draft, roll)
    specials.after_roll(draft)


def _draw(draft: Draft, roll: Roll) -> None:
    """1 card and 1 more for each Permission Emblem, as far as there are any."""
    count = 1 + draft.players[roll.seat].emblems("H")
    found: list[str] = []
    while len(found) < count and draft.markets[roll.market]:
        found.append(take_from(draft, roll.market))
    drop_if_empty(draft, roll.market)
    draft.tell("visited", seat=roll.seat, market=roll.market, count=len(found))
    draft.whisper("found", (roll.seat,), seat=roll.seat, market=roll.market, cards=found)
    draft.to_hand(roll.seat, *found)


def take_from(draft: Draft, number: int) -> str:
    """A random card of a Black Market that has one."""
    card = draft.pick("black-market", draft.markets[number])
    draft.markets[number].remove(card)
    return card


def drop_if_empty(draft: Draft, number: int) -> None:
    """A Black Market without cards ceases to exist."""
    if not draft.markets[number]:
        del draft.markets[number]


def _forfeit(draft: Draft, roll: Roll) -> None:
    """Hard mode: a random card of the hand goes into that market, an egg to the Nest (13.3)."""
    card = draft.lose(roll.seat, "forfeit")
    if cards.is_egg(card):
        draft.nest.append(card)
    else:
        draft.markets[roll.market].append(card)
    draft.tell("forfeited", seat=roll.seat, market=roll.market, card=card)


def callback(draft: Draft, card: str) -> None:
    """Rolls to take back this Emblem of the own Front, for an Action (rules 6.5)."""
    draft.actions -= 1
    if rolling.throw(draft, "callback", draft.active, rolling.AGAINST, card=card):
        settle_callback(draft)


def settle_callback(draft: Draft) -> None:
    """The dice of a Callback stand: its player is asked whether to take the card (rules 6.5)."""
    roll = draft.roll
    assert roll is not None
    if roll.success:
        draft.ask(Phase.CALLBACK_TAKE, roll.seat)
        return
    draft.tell("callback_failed", seat=roll.seat, card=roll.card)
    specials.after_roll(draft)


def take_back(draft: Draft, *, taken: bool) -> None:
    """The answer to `callback_take`."""
    roll = draft.roll
    assert roll is not None
    if taken:
        draft.players[roll.seat].front.remove(roll.card)
        draft.tell("called_back", seat=roll.seat, card=roll.card)
        draft.to_hand(roll.seat, roll.card)
    else:
        draft.tell("left_there", seat=roll.seat, card=roll.card)
    specials.after_roll(draft)
