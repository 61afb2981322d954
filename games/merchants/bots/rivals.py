"""What others may hold and answer: the house's bot reckons with a Seizure, and with its reply.

Cards that a seat has not in sight lie in a given Hand as often as that Hand is large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from games.merchants.bots.values import Style
from games.merchants.rules import rolls
from games.merchants.rules.view import MerchantsView

Likely = tuple[float, int]  # a chance, and the value of the card that is then added

LEAST_PROFIT = 0.5  # what a rival bids for


class Rivals:
    """The Hands of the others, as far as the view tells."""

    def __init__(self, view: MerchantsView, style: Style) -> None:
        assert view.own is not None
        self._view = view
        self._own = view.own.hand
        self._style = style
        self._unseen: dict[str, list[int]] = {}

    @cached_property
    def _seen(self) -> set[str]:
        view = self._view
        seen = set(self._own)
        seen.update(good.card for stock in view.markets.stocks for good in stock.goods)
        seen.update(emblem.card for player in view.players for emblem in player.front)
        if view.event and view.event.card:
            seen.add(view.event.card)
        if view.piles.discard_top:
            seen.add(view.piles.discard_top)
        if view.purchase:
            held = view.purchase
            seen.update((*held.cards, *held.primary, *held.secondary, *held.counter))
        return seen

    @cached_property
    def _hidden(self) -> int:
        """Cards out of sight that may be Commodities: all but the Kings and the eggs in the Nest"""
        return max(1, 50 - len(self._seen) - self._view.piles.nest)

    def hand_share(self, seats: Iterable[int]) -> float:
        """The chance that a card out of sight is in one of these Hands."""
        held = sum(self._view.players[seat].hand for seat in seats)
        return min(1.0, self._style.rivals_hold * held / self._hidden)

    def unseen(self, suit: str) -> list[int]:
        """The values of the Commodities of this suit that may be anywhere."""
        if suit not in self._unseen:
            commit = self._view.event.commit if self._view.event else None
            least, most = commit or (2, 10)
            values = range(least, most + 1)
            self._unseen[suit] = [one for one in values if f"{suit}{one}" not in self._seen]
        return self._unseen[suit]

    def bids(self, seats: Iterable[int], suit: str, target: int, worth: float) -> list[Likely]:
        """Which one card of this suit a Seizer adds to a Declaration, the likeliest first."""
        wished = [
            (profit, value)
            for value in self.unseen(suit)
            if (
                profit := (1 - rolls.chance(target + value)) * worth * self._style.rivals_gain
                - value
            )
            > LEAST_PROFIT
        ]
        return list(_one_of(sorted(wished, reverse=True), self.hand_share(seats)))

    def replies(self, seat: int, suit: str, gain: Callable[[int], float]) -> list[Likely]:
        """Which one card of this suit that player adds, where `gain` of its value is above 0."""
        wished = [(profit, value) for value in self.unseen(suit) if (profit := gain(value)) > 0]
        return list(_one_of(sorted(wished, reverse=True), self.hand_share([seat])))


def _one_of(wished: Iterable[tuple[float, int]], share: float) -> Iterator[Likely]:
    """They play the first one of these that they have."""
    left = 1.0
    for _, value in wished:
        yield left * share, value
        left *= 1 - share
