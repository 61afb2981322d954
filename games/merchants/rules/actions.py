"""The actions of a seat, and the refusal codes in their order.

The defaults are the same actions, so that nobody can tell a default from a chosen answer.
"""

from __future__ import annotations

from typing import Literal

from games.engine.base import HouseAction, Value
from games.engine.transition import Refusals
from games.merchants.rules.cards import SuitLetter


class _Answer(Value, tag_field="action"):
    """The base of all actions.

    `decision` is the id of the decision that this answers, as in the view.
    """

    decision: str


# --- `market`: spend the budget of the Turn (rules 6.1)


class Buy(_Answer, tag="buy"):
    """Declare `cards` of the Marketplace and commit `commit` from your hand.

    Rules 7.1, 7.2.
    """

    cards: tuple[str, ...]
    commit: tuple[str, ...] = ()


class Play(_Answer, tag="play"):
    """Play one card from the hand as an Action (rules 6.2)."""

    card: str
    mode: Literal["power", "emblem"]


class Callback(_Answer, tag="callback"):
    """Roll to take back your own Emblem (rules 6.5)."""

    card: str


class Substitute(_Answer, tag="substitute"):
    """Turn an Action into a Minor Action."""


class Visit(_Answer, tag="visit"):
    """Roll to draw from the Black Market number `market` (rules 6.3)."""

    market: int


class DoNothing(_Answer, tag="do_nothing"):
    """Give up a Minor Action."""


class EndTurn(_Answer, tag="end_turn"):
    """Give up all Actions that are left."""


# --- Other decisions


class Pass(_Answer, tag="pass"):
    """Pass on `seize`, `duel` or `stack`."""


class Bid(_Answer, tag="bid"):
    """Answer `seize` with at least one usable card (rules 7.3).

    The bid is sealed until all have answered.
    """

    cards: tuple[str, ...]


class Commit(_Answer, tag="commit"):
    """Answer `duel` with at least one usable card (rules 7.4).

    The suit of a card decides how it counts.
    """

    cards: tuple[str, ...]


class Reroll(_Answer, tag="reroll"):
    """Answer `reroll`: roll the doublet again."""


class Keep(_Answer, tag="keep"):
    """Answer `reroll`: let the doublet stand."""


class TakeBack(_Answer, tag="take_back"):
    """Answer `callback_take`: return the Emblem to the hand."""


class LeaveThere(_Answer, tag="leave_there"):
    """Answer `callback_take`: leave the Emblem in Front."""


class Go(_Answer, tag="go"):
    """Answer `stack`: put cards on the Stack in this order (rules 8.2).

    Each of `cards` is "card:mode", such as "SJ:power".
    """

    cards: tuple[str, ...]


class PickEmblem(_Answer, tag="pick_emblem"):
    """Answer `pick_emblem`: choose an Emblem in any Front (rules 8.4, CJ)."""

    card: str


class PickStackCard(_Answer, tag="pick_stack_card"):
    """Answer `pick_stack_card`: choose a card of the Stack (rules 8.4, CQ)."""

    card: str


class PickBlackMarket(_Answer, tag="pick_black_market"):
    """Answer `pick_black_market`: choose a Black Market (rules 8.4, HJ).

    `market` is its number.
    """

    market: int


class PickBlackMarketCard(_Answer, tag="pick_black_market_card"):
    """Answer `pick_black_market_card`: take a card found there (rules 8.4, HJ)."""

    card: str


class PickStock(_Answer, tag="pick_stock"):
    """Answer `pick_stock`: take the whole Stock of this suit (rules 8.4, DQ)."""

    suit: SuitLetter


class Give(_Answer, tag="give"):
    """Answer `give`: give away a card of the hand, sealed until all have answered."""

    card: str


class Steal(_Answer, tag="steal"):
    """Answer `cutpurse`: take a random card from the hand of the `target` seat."""

    target: int


class Slip(_Answer, tag="slip"):
    """Answer `cutpurse`: put a card of your hand into the hand of the `target` seat."""

    target: int
    card: str


Action = (
    Buy
    | Play
    | Callback
    | Substitute
    | Visit
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


# --- Refusal codes and their sentences, in the order of the checks (rules 2.6)


MESSAGES = {
    "stale": "That was for an earlier decision. Look at what you have to decide now.",
    "not_asked": "It isn't your turn. Please wait.",
    "wrong_decision": "A different answer is needed now. Choose one of those offered.",
    "unknown_card": "There is no such card. Choose one of those shown.",
    "not_in_hand": "One of these cards is not in your hand. Choose from your hand.",
    "not_in_market": "One of these cards is not for sale. Choose goods at the stalls.",
    "duplicate_card": "You chose the same card twice. Each card can be used once.",
    "bad_declaration": (
        "These cards cannot be declared together. Choose goods of one stall, or one "
        "emblem of another player, or only the guild of the event."
    ),
    "bad_commit": (
        "One of the committed cards doesn't count here. Commit cards of the paying "
        "suit that the event allows."
    ),
    "too_much": "The value is above 12. Declare fewer goods or commit more cards.",
    "not_usable": "One of these cards can't be used here. Choose from the usable ones.",
    "barred": "This round's event doesn't allow that.",
    "no_action_left": "You don't have enough actions left. Choose something else.",
    "no_such_market": "There is no crate with this number. Choose one of those shown.",
    "no_such_target": "You can't choose that. Choose one of those shown.",
    "empty": "You chose no card. Choose at least one, or give another answer.",
    "malformed": "Your answer could not be read. Reload the page and try again.",
}

_REFUSALS = Refusals(MESSAGES)
refuse, need = _REFUSALS.refuse, _REFUSALS.need
