"""When the house passes for a seat by itself (rules 2.5). The seat's own secret."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.engine.base import Value


class MerchantsPreferences(Value):
    """Each one that is set makes the house pass where it applies.

    `without_usable`: nothing in the hand could be used for this answer.
    `seize_never`: on every question to seize.
    `seize_unless_king`: on a question to seize, unless the goods are of the suit of one's King.
    `respond_unless_power`: on the Stack, unless an opponent's Power is on it.
    `power_phase_never`: in the Power Phase while the Stack is empty.
    """

    without_usable: Annotated[bool, Meta(title="Pass unless I hold a card that could be used")] = (
        True
    )
    seize_never: Annotated[bool, Meta(title="Never seize")] = False
    seize_unless_king: Annotated[
        bool, Meta(title="Seize: pass unless the goods are of my King's suit")
    ] = False
    respond_unless_power: Annotated[
        bool, Meta(title="Stack: pass unless an opponent's Power is on it")
    ] = False
    power_phase_never: Annotated[bool, Meta(title="Power Phase: pass while nobody has played")] = (
        False
    )
