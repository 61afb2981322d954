"""What a seat can do (rules 15). The tag of each is its name in choices, forms and examples.

`licence` is "open", "rand" or "closed" and `fee` a whole number from 1 to 9, the latter with RAND
only; where a card is no protocol neither is given.
"""

from __future__ import annotations

from games.engine.base import HouseAction, Value


class Founder(Value, tag="founder", tag_field="action"):
    """Take the kit named by its protocol, and decide the licence of that protocol."""

    kit: str
    licence: str | None = None
    fee: int | None = None


class Buy(Value, tag="buy", tag_field="action"):
    """Buy a face-up card; for a protocol with its licence."""

    card: str
    licence: str | None = None
    fee: int | None = None


class Draw(Value, tag="draw", tag_field="action"):
    """Draw two cards face down from a deck: "LINK", "CORE", "SERVICE" or "APP"."""

    deck: str


class Keep(Value, tag="keep", tag_field="action"):
    """Buy one of the drawn cards, or (`card` None) none of them."""

    card: str | None = None
    licence: str | None = None
    fee: int | None = None


class Adopt(Value, tag="adopt", tag_field="action"):
    """Add a protocol that another player deployed. `licence` and `fee` must not be given."""

    protocol: str
    licence: str | None = None
    fee: int | None = None


class Relicense(Value, tag="relicense", tag_field="action"):
    """Make an own protocol less restrictive."""

    protocol: str
    licence: str | None = None
    fee: int | None = None


class EndTurn(Value, tag="end_turn", tag_field="action"):
    """End the turn of the Investment Phase."""


class Allocate(Value, tag="allocate", tag_field="action"):
    """Put users of the user card on one own application."""

    app: str
    users: int


class Pass(Value, tag="pass", tag_field="action"):
    """Place no users in this round."""


Action = Founder | Buy | Draw | Keep | Adopt | Relicense | EndTurn | Allocate | Pass
AnyAction = Action | HouseAction
