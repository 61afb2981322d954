"""In what bots that play the house's way may differ, in numbers. The defaults are the house's."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from games.engine.base import Value

EVER, NEVER = -1.0, 99.0  # rounds left


class Style(Value):
    """Worth is in points of the end; "a round" is for each that the Deck still holds out."""

    # Beside what a card counts for. All but the first run out evenly in the last `horizon` rounds.
    emblem: Mapping[str, float] = MappingProxyType({})  # by suit, a round: what can be one
    good: float = 0.0  # a Commodity: it pays for others
    hoarded: float = 0.0  # one of the King's suit: it is not paid with
    buys: float = 0.0  # a share of the value of what buys the King's suit, and of what buys that
    alike: float = 0.0  # a Commodity, for each of its suit in the hand beyond four
    horizon: float = 1.0

    denied: float = 0.5  # a share of what a rival gets that could have been had
    rivals_gain: float = 1.25  # of what is printed: what a rival bids for
    rivals_hold: float = 1.0  # of what may be in their hands: what they are reckoned to bid with

    substitute: float = 1.0  # a purchase that gains less than so many Visits is left for one
    in_a_market: float = 6.0  # a card of a Black Market that is no egg
    visits_first: bool = False  # before it buys

    # In the Power Phase: as Emblems while so many rounds are left; else as Powers, if at all.
    emblems: Mapping[str, float] = MappingProxyType({"SJ": EVER, "D10": 1.0})
    herald: bool = False  # whether Emblems of others are sent home


HOUSE = Style()
