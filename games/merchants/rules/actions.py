"""The actions of a seat, and the refusal codes in their order.

What the clock plays are the same actions: nobody can tell a default from a chosen answer.
"""

from __future__ import annotations

from typing import Literal

from games.engine.base import HouseAction, Value
from games.engine.transition import Refusals


class _Answer(Value, tag_field="action"):
    """`decision`: the id of the decision this answers, as in `View.decision`."""

    decision: str


# --- `market`: the Active Player spends the budget (rules 6.1) --------------------------------


class Buy(_Answer, tag="buy"):
    """Declare these cards of the Marketplace and commit these of the hand (rules 7.1, 7.2)."""

    cards: tuple[str, ...]
    commit: tuple[str, ...] = ()


class Play(_Answer, tag="play"):
    """Play one card of the hand as an Action (rules 6.2)."""

    card: str
    mode: Literal["power", "emblem"]


class Callback(_Answer, tag="callback"):
    """Roll to take back an own Emblem (rules 6.5)."""

    card: str


class Substitute(_Answer, tag="substitute"):
    """Turn an Action into a Minor Action."""


class PageRequest(_Answer, tag="visit"):
    """Roll to draw from this Black Market (rules 6.3). `market` is its number."""

    market: int


class DoNothing(_Answer, tag="do_nothing"):
    """Let a Minor Action go."""


class EndTurn(_Answer, tag="end_turn"):
    """Let all that is left go."""


# --- the other decisions ------------------------------------------------------------------------


class Pass(_Answer, tag="pass"):
    """Nothing: to `seize`, `duel` and `stack`."""


class Bid(_Answer, tag="bid"):
    """`seize`: at least one usable card, sealed until all have answered (rules 7.3)."""

    cards: tuple[str, ...]


class Commit(_Answer, tag="commit"):
    """`duel`: at least one usable card; the suit of each says how it counts (rules 7.4)."""

    cards: tuple[str, ...]


class Reroll(_Answer, tag="reroll"):
    """`reroll`: roll the doublet anew."""


class Keep(_Answer, tag="keep"):
    """`reroll`: let the doublet stand."""


class TakeBack(_Answer, tag="take_back"):
    """`callback_take`: the Emblem goes to the hand."""


class LeaveThere(_Answer, tag="leave_there"):
    """`callback_take`: the Emblem stays in Front."""


class Go(_Answer, tag="go"):
    """`stack`: put these on the Stack in this order, each as "card:mode" (rules 8.2)."""

    cards: tuple[str, ...]


class PickEmblem(_Answer, tag="pick_emblem"):
    """`pick_emblem`: this Emblem, of any Front (rules 8.4, CJ)."""

    card: str


class PickStackCard(_Answer, tag="pick_stack_card"):
    """`pick_stack_card`: this card of the Stack (rules 8.4, CQ)."""

    card: str


class PickBlackMarket(_Answer, tag="pick_black_market"):
    """`pick_black_market`: the Black Market of this number (rules 8.4, HJ)."""

    market: int


class PickBlackMarketCard(_Answer, tag="pick_black_market_card"):
    """`pick_black_market_card`: this card of the one looked through (rules 8.4, HJ)."""

    card: str


class PickStock(_Answer, tag="pick_stock"):
    """`pick_stock`: the whole Stock of this suit (rules 8.4, DQ)."""

    suit: str


class Give(_Answer, tag="give"):
    """`give`: this card of the hand, sealed until all have answered."""

    card: str


class Steal(_Answer, tag="steal"):
    """`cutpurse`: a random card of this seat's hand."""

    target: int


class Slip(_Answer, tag="slip"):
    """`cutpurse`: this card of the own hand into the hand of this seat."""

    target: int
    card: str


Action = (
    Buy
    | Play
    | Callback
    | Substitute
    | PageRequest
    | DoNothing
    | EndTurn
    | Pass
    | Bid
    | Commit
    | Reroll
    | Keep
    | TakeBack
    | LeaveThere
    | Go
    | PickEmblem
    | PickStackCard
    | PickBlackMarket
    | PickBlackMarketCard
    | PickStock
    | Give
    | Steal
    | Slip
)
AnyAction = Action | HouseAction


# --- Refusal codes with their sentences, in the order in which they are looked for (rules 2.6).


MESSAGES = {
    "stale": "That was meant for an earlier question. Look at what is asked now.",
    "not_asked": "You are not asked anything now. Wait for your turn.",
    "wrong_decision": "Another answer is asked of you now. Choose one of those offered.",
    "unknown_card": "There is no such card. Choose one of those shown.",
    "not_in_hand": "One of these cards is not in your hand. Choose from your hand.",
    "not_in_market": "One of these cards is not for sale. Choose from the Marketplace.",
    "duplicate_card": "You named the same card twice. Each card can be used once.",
    "bad_declaration": "These cards cannot be declared together. Choose cards of one Stock, or one "
    "Emblem of another player, or the Guild of the Event alone.",
    "bad_commit": "One of the committed cards does not count here. Commit cards of the primary "
    "suit, as far as the Event allows them.",
    "too_much": "The value is above 12. Declare less or commit more.",
    "not_usable": "One of these cards cannot be used here. Choose from those marked as usable.",
    "barred": "The Event of this round bars you from that.",
    "no_action_left": "You have none left of the Actions it costs. Choose something else.",
    "no_such_market": "There is no Black Market of this number. Choose one of those shown.",
    "no_such_target": "That cannot be chosen. Choose one of those shown.",
    "empty": "You named nothing. Choose at least one card, or pass.",
    "not_an_option": "That is not possible now. Choose one of the answers offered.",
    "malformed": "This could not be read. Reload the page and try again.",
}

_REFUSALS = Refusals(MESSAGES)
refuse, need = _REFUSALS.refuse, _REFUSALS.need
