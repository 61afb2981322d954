"""What can be done: by a seat, and by the clock for it."""

from __future__ import annotations

from games.engine.base import HouseAction, Value


class Play(Value, tag="play", tag_field="action"):
    """Answer the black card of `round` with these cards; the order says which fills which blank."""

    round: int
    cards: tuple[str, ...]


class Vote(Value, tag="vote", tag_field="action"):
    """Vote for the play with this handle."""

    round: int
    handle: str


class Discard(Value, tag="discard", tag_field="action"):
    """Throw cards away for one point."""

    round: int
    cards: tuple[str, ...]


class Back(Value, tag="back", tag_field="action"):
    """Stop being away."""


class Pass(Value, tag="pass", tag_field="action"):
    """The clock: no play in this round."""


class Abstain(Value, tag="abstain", tag_field="action"):
    """The clock: no vote in this round."""


Action = Play | Vote | Discard | Back
ClockAction = Pass | Abstain
AnyAction = Action | ClockAction | HouseAction
