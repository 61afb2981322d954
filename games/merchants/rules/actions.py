"""What a seat can do. Every action names the decision it answers, so a late one is `stale`.

What the clock plays are the same actions: nobody can tell a default from a chosen answer.
"""

from __future__ import annotations

from typing import Literal

from games.engine.base import HouseAction, Value


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
