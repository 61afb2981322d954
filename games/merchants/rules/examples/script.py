"""Chance for examples: dice and picks as listed, the Deck in the order given."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.base import Item
from games.engine.examples import Fault


class Scripted:
    """`order`: the Deck, top first; a joker that came in later lies below."""

    def __init__(
        self, dice: Sequence[Sequence[int]], picks: Sequence[str], order: Sequence[str]
    ) -> None:
        self.dice = list(dice)
        self.picks = list(picks)
        self.order = list(order)

    def copy(self) -> Scripted:
        return Scripted(self.dice, self.picks, self.order)

    def left_over(self) -> str:
        """What was listed and not asked for, in words; "" if nothing."""
        left = [("dice", self.dice), ("picks", self.picks)]
        return ", ".join(f"{name} {listed}" for name, listed in left if listed)

    def draw(self, name: str, pool: Sequence[Item], count: int = 1) -> tuple[Item, ...]:
        if name == "deck":
            card = self.deck([str(item) for item in pool])[0]
            return tuple(item for item in pool if str(item) == card)
        return tuple(self._pick(name, pool) for _ in range(count))

    def deck(self, pool: Sequence[str]) -> list[str]:
        """These cards, which are the Deck, in its order."""
        known = [card for card in self.order if card in pool]
        return [*known, *(card for card in pool if card not in known)]

    def shuffle(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        raise Fault(f"{name}: an example begins after the setup")

    def roll(self, name: str, dice: int, sides: int) -> tuple[int, ...]:
        if not self.dice:
            raise Fault(f"a roll ({name}) that is not listed")
        return tuple(self.dice.pop(0))

    def token(self, name: str) -> str:
        raise Fault(f"{name}: there are no tokens in this game")

    def _pick(self, name: str, pool: Sequence[Item]) -> Item:
        if not self.picks:
            raise Fault(f"a pick ({name} of {list(pool)}) that is not listed")
        picked = self.picks.pop(0)
        for item in pool:
            if item == picked:
                return item
        raise Fault(f"pick {picked} ({name}): not one of {list(pool)}")
