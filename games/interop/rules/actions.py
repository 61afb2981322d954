"""The actions of a seat (rules 15), and the refusal codes in their order.

`licence` is "open", "rand" or "closed". `fee` is a whole number from 1 to 9 and belongs to RAND
only. Neither is given with a card that is not a protocol.
"""

from __future__ import annotations

from typing import Annotated, get_args

from msgspec import Meta

from games.engine.base import HouseAction, Value
from games.engine.transition import Refusals
from games.interop.rules.cards import DeckName
from games.interop.rules.state import LicenceKind, Phase, Player, State

# Listed in the schema; it is the rules that refuse another.
LicenceName = Annotated[str, Meta(extra_json_schema={"enum": get_args(LicenceKind)})]


class _Answer(Value, tag_field="action"):
    """The base of all actions.

    `decision` is the id of the decision that this answers, as in the view.
    """

    decision: str


class Founder(_Answer, tag="founder"):
    """Take the kit named by its protocol, and choose the licence of that protocol."""

    kit: str
    licence: LicenceName | None = None
    fee: int | None = None


class Buy(_Answer, tag="buy"):
    """Buy a face-up card; choose its licence if it is a protocol."""

    card: str
    licence: LicenceName | None = None
    fee: int | None = None


class Draw(_Answer, tag="draw"):
    """Draw two cards face down from a deck: "LINK", "CORE", "SERVICE" or "APP"."""

    deck: Annotated[str, Meta(extra_json_schema={"enum": get_args(DeckName)})]


class Keep(_Answer, tag="keep"):
    """Buy one of the drawn cards, or none of them if `card` is null."""

    card: str | None = None
    licence: LicenceName | None = None
    fee: int | None = None


class Adopt(_Answer, tag="adopt"):
    """Adopt a protocol that another player deployed.

    `licence` and `fee` must not be given.
    """

    protocol: str
    licence: LicenceName | None = None
    fee: int | None = None


class Relicense(_Answer, tag="relicense"):
    """Make a protocol of your own less restrictive."""

    protocol: str
    licence: LicenceName | None = None
    fee: int | None = None


class EndTurn(_Answer, tag="end_turn"):
    """End your turn in the Investment Phase."""


class Allocate(_Answer, tag="allocate"):
    """Place users of the user card on one of your applications."""

    app: str
    users: int


class Pass(_Answer, tag="pass"):
    """Place no users in this round."""


Action = Founder | Buy | Draw | Keep | Adopt | Relicense | EndTurn | Allocate | Pass
AnyAction = Action | HouseAction


# --- Refusal codes and their sentences, and the general checks (rules 15)


MESSAGES = {
    "over": "The match is over. Nothing has changed.",
    "stale": "That was for an earlier decision. Look at what you have to decide now.",
    "not_your_turn": "It's another player's turn. Please wait.",
    "wrong_decision": "A different answer is needed now. See the line at the top.",
    "not_available": "That isn't available here. Choose one of those shown.",
    "deck_used": (
        "You have already used this deck this turn. Choose another deck, or end your turn."
    ),
    "deck_empty": "No card is left in this deck. Choose another one.",
    "already_owned": "Your deployment already has this and would gain nothing from a second one.",
    "missing_feature": (
        "Your deployment lacks a feature that this needs. Get a protocol that provides it first."
    ),
    "licence_closed": "This protocol is closed. Only its deployer may change that.",
    "no_funds": "You don't have enough money for this.",
    "bad_licence": (
        "A protocol you deploy needs a licence: open, RAND or closed. Other cards have none."
    ),
    "bad_fee": "RAND needs a fee from 1 to 9. Open and closed have no fee.",
    "not_deployer": "Another player deployed this protocol. You can't change its licence.",
    "not_less_restrictive": "A licence can only become less restrictive, and a fee never changes.",
    "too_soon": "This licence was set this round. You can change it from the next round.",
    "wrong_features": "No line on the user card asks for what this application provides.",
    "out_of_range": (
        "Choose at least one user, and no more than the user card offers this application."
    ),
    "no_bandwidth": "You don't have enough free bandwidth for these users.",
    "malformed": "Your answer could not be read. Reload the page and try again.",
}

_REFUSALS = Refusals(MESSAGES)
refuse, need = _REFUSALS.refuse, _REFUSALS.need


def kind_asked(state: State) -> str:
    """Return the kind of the open decision, or "" when the game is over."""
    match state.phase:
        case Phase.FOUNDERS:
            return "founder"
        case Phase.INVESTMENT:
            return "invest" if state.drawn is None else "keep"
        case Phase.ALLOCATION:
            return "allocate"
        case Phase.OVER:
            return ""


def decision_id(state: State) -> str:
    """Return the id of the open decision, or "" when the game is over."""
    kind = kind_asked(state)
    # It changes with every answer, so that the clock starts again.
    return f"{state.asked}.{kind}" if kind else ""


def asked(state: State, seat: int | None, action: Action, kind: str) -> Player:
    """Return the player who owes an answer of this kind.

    Raise `IllegalAction` with the general codes, in their order, otherwise.
    """
    need(state.phase is not Phase.OVER, "over")
    # A late `end_turn` must not end the seat's next turn.
    need(action.decision == decision_id(state), "stale")
    need(seat == state.turn, "not_your_turn")
    need(kind == kind_asked(state), "wrong_decision")
    return state.players[state.turn]
