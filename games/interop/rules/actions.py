"""The actions of a seat (rules 15), and the refusal codes in their order.

`licence` is "open", "rand" or "closed". `fee` is a whole number from 1 to 9 and belongs to RAND
only. Neither is given with a card that is not a protocol.
"""

from __future__ import annotations

from games.engine.base import HouseAction, Value
from games.engine.transition import Refusals
from games.interop.rules.state import Phase, Player, State


class Founder(Value, tag="founder", tag_field="action"):
    """Take the kit named by its protocol, and choose the licence of that protocol."""

    kit: str
    licence: str | None = None
    fee: int | None = None


class Buy(Value, tag="buy", tag_field="action"):
    """Buy a face-up card; choose its licence if it is a protocol."""

    card: str
    licence: str | None = None
    fee: int | None = None


class Draw(Value, tag="draw", tag_field="action"):
    """Draw two cards face down from a deck: "LINK", "CORE", "SERVICE" or "APP"."""

    deck: str


class Keep(Value, tag="keep", tag_field="action"):
    """Buy one of the drawn cards, or none of them if `card` is null."""

    card: str | None = None
    licence: str | None = None
    fee: int | None = None


class Adopt(Value, tag="adopt", tag_field="action"):
    """Adopt a protocol that another player deployed.

    `licence` and `fee` must not be given.
    """

    protocol: str
    licence: str | None = None
    fee: int | None = None


class Relicense(Value, tag="relicense", tag_field="action"):
    """Make a protocol of your own less restrictive."""

    protocol: str
    licence: str | None = None
    fee: int | None = None


class EndTurn(Value, tag="end_turn", tag_field="action"):
    """End your turn in the Investment Phase."""


class Allocate(Value, tag="allocate", tag_field="action"):
    """Place users of the user card on one of your applications."""

    app: str
    users: int


class Pass(Value, tag="pass", tag_field="action"):
    """Place no users in this round."""


Action = Founder | Buy | Draw | Keep | Adopt | Relicense | EndTurn | Allocate | Pass
AnyAction = Action | HouseAction


# --- Refusal codes and their sentences, and the general checks (rules 15)


MESSAGES = {
    "over": "The match is over. Nothing has changed.",
    "not_your_turn": "It's another player's turn. Please wait.",
    "wrong_decision": "A different answer is needed now. See the line at the top.",
    "not_available": "You can't get that here. Choose one of the cards shown.",
    "deck_used": (
        "You have already used this deck this turn. Choose another deck, or end your turn."
    ),
    "deck_empty": "No card is left in this deck. Choose another one.",
    "already_owned": "Your deployment already has this and would gain nothing from a second one.",
    "missing_feature": "Your deployment lacks a feature this needs. Get a protocol with it first.",
    "licence_closed": "This protocol is closed. Only its deployer may change that.",
    "no_funds": "You don't have enough money for this.",
    "bad_licence": "Choose a licence for a protocol you deploy: open, RAND or closed. "
    "Nothing else has one.",
    "bad_fee": "RAND needs a fee from 1 to 9; open and closed have none.",
    "not_deployer": "Another player deployed this protocol. You can't change its licence.",
    "not_less_restrictive": "A licence can only become less restrictive, and a fee never changes.",
    "too_soon": "This licence was set this round. You can change it from the next round.",
    "wrong_features": "No line of the user card asks for what this application provides.",
    "out_of_range": "There aren't that many users for this application.",
    "no_bandwidth": "You don't have enough free bandwidth for these users.",
    "stale": "That doesn't fit this moment of the game.",
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


def asked(state: State, seat: int | None, kind: str) -> Player:
    """Return the player who owes an answer of this kind.

    Raise `IllegalAction` with the general codes, in their order, otherwise.
    """
    need(state.phase is not Phase.OVER, "over")
    need(seat == state.turn, "not_your_turn")
    need(kind == kind_asked(state), "wrong_decision")
    return state.players[state.turn]
