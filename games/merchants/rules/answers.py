"""The effects of a legal answer, up to the next decision."""

from __future__ import annotations

from typing import assert_never

from games.merchants.rules import buying, legality, powers, rolls, stack
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
)
from games.merchants.rules.draft import Draft
from games.merchants.rules.market import Offer
from games.merchants.rules.state import Phase


def carry_out(draft: Draft, seat: int, action: Action, offer: Offer | None) -> None:  # noqa: C901  (a case an action)
    """Apply a legal answer; the draft is left open if somebody is asked.

    `offer` is the offer that a `Buy` declares, None for any other action.
    """
    match action:
        case Buy():
            assert offer is not None
            buying.declare(draft, offer, action.cards, action.commit)
        case Play():
            draft.actions -= 1
            stack.go(draft, seat, [(action.card, action.mode)])
        case Callback():
            powers.callback(draft, action.card)
        case Visit():
            powers.visit(draft, action.market)
        case Substitute() | DoNothing() | EndTurn():
            _spend(draft, seat, action)
        case Pass():
            _pass(draft, seat)
        case Bid():
            buying.bid(draft, seat, action.cards)
        case Commit():
            buying.commit(draft, seat, action.cards)
        case Reroll():
            if rolls.throw_again(draft):
                _settle_roll(draft)
        case Keep():
            _settle_roll(draft)
        case TakeBack() | LeaveThere():
            powers.take_back(draft, taken=isinstance(action, TakeBack))
        case Go():
            stack.go(draft, seat, [legality.typed_play(item) for item in action.cards])
        case Give():
            if draft.seal(seat, (action.card,)):
                _go_on_resolving(draft, powers.did_toll(draft))
        case Steal():
            _go_on_resolving(draft, powers.did_steal(draft, seat, action.target))
        case Slip():
            _go_on_resolving(draft, powers.did_slip(draft, seat, action.target, action.card))
        case PickEmblem():
            _go_on_resolving(draft, powers.did_herald(draft, action.card))
        case PickStackCard():
            _go_on_resolving(draft, powers.did_justice(draft, action.card))
        case PickBlackMarket():
            _go_on_resolving(draft, powers.did_clerk(draft, action.market))
        case PickBlackMarketCard():
            _go_on_resolving(draft, powers.did_clerk_card(draft, action.card))
        case PickStock():
            _go_on_resolving(draft, powers.did_magnate(draft, action.suit))
        case _:
            assert_never(action)


def _spend(draft: Draft, seat: int, action: Substitute | DoNothing | EndTurn) -> None:
    match action:
        case Substitute():
            draft.actions -= 1
            draft.minor += 1
            draft.tell("substituted", seat=seat)
        case DoNothing():
            draft.minor -= 1
            draft.tell("did_nothing", seat=seat)
        case EndTurn():
            draft.actions = draft.minor = 0


def _pass(draft: Draft, seat: int) -> None:
    match draft.phase:
        case Phase.SEIZE:
            buying.bid(draft, seat, ())
        case Phase.DUEL:
            buying.end_duel(draft, seat)
        case _:
            stack.drop(draft, seat)


def _settle_roll(draft: Draft) -> None:
    """Apply the effects of dice that stand."""
    assert draft.roll is not None
    match draft.roll.what:
        case "buy":
            buying.settle(draft)
        case "visit":
            powers.settle_visit(draft)
        case "callback":
            powers.settle_callback(draft)
        case "cutpurse":
            _go_on_resolving(draft, powers.settle_cutpurse(draft))


def _go_on_resolving(draft: Draft, complete: bool) -> None:
    """Go on with the Stack if the answer completes the card being resolved."""
    if complete:
        stack.place(draft)
        stack.resolve(draft)
