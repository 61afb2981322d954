"""Estimates of the cards that others hold, and of their bids and replies.

A card that the seat cannot see is assumed to be in a hand with a chance proportional to the size of
that hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from games.merchants.bots.values import Style
from games.merchants.rules import rolls
from games.merchants.rules.view import MerchantsView

Likely = tuple[float, int]  # a chance, and the value of the card that is then added

LEAST_PROFIT = 0.5  # the least profit that a rival bids for


class Rivals:
    """The hands of the other players, as far as the view shows."""

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
        """The number of hidden cards that may be Commodities."""
        # All but the Kings, which are face down, and the eggs in the Nest.
        return max(1, 50 - len(self._seen) - self._view.piles.nest)

    def hand_share(self, seats: Iterable[int]) -> float:
        """Return the chance that a hidden card is in one of these hands."""
        held = sum(self._view.players[seat].hand for seat in seats)
        return min(1.0, self._style.rivals_hold * held / self._hidden)

    def unseen(self, suit: str) -> list[int]:
        """Return the values of the hidden Commodities of this suit."""
        if suit not in self._unseen:
            commit = self._view.event.commit if self._view.event else None
            least, most = commit or (2, 10)
            values = range(least, most + 1)
            self._unseen[suit] = [value for value in values if f"{suit}{value}" not in self._seen]
        return self._unseen[suit]

    def bids(self, seats: Iterable[int], suit: str, target: int, worth: float) -> list[Likely]:
        """Return the chances of one-card bids on a Declaration, likeliest first."""
        wished = [
            (profit, value)
            for value in self.unseen(suit)
            if (
                profit := (1 - rolls.chance(target + value)) * worth * self._style.rivals_gain
                - value
            )
            > LEAST_PROFIT
        ]
        return list(_first_held(sorted(wished, reverse=True), self.hand_share(seats)))

    def replies(self, seat: int, suit: str, gain: Callable[[int], float]) -> list[Likely]:
        """Return the chances of one-card replies whose `gain` by value is positive."""
        wished = [(profit, value) for value in self.unseen(suit) if (profit := gain(value)) > 0]
        return list(_first_held(sorted(wished, reverse=True), self.hand_share([seat])))


def _first_held(wished: Iterable[tuple[float, int]], share: float) -> Iterator[Likely]:
    """Yield the chance of each card if they play the first one that they hold."""
    left = 1.0
    for _, value in wished:
        yield left * share, value
        left *= 1 - share
