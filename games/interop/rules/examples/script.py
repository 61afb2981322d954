"""Chance for examples: cards come in the order given; beyond it any card may come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.base import Item
from games.engine.dealer import Seeded
from games.engine.worked import Fault, only
from games.interop.rules.cards import DECKS
from games.interop.rules.dealing import USER_DECK


class Scripted:
    """`draws`: for a deck the cards in the order in which they are drawn from it."""

    def __init__(self, draws: Mapping[str, Sequence[str]]) -> None:
        only(draws, (*DECKS, USER_DECK), "random.draws")
        self._left = {deck: list(cards) for deck, cards in draws.items()}
        self._random = Seeded("interop-examples")

    def draw(self, name: str, pool: Sequence[Item], count: int = 1) -> tuple[Item, ...]:
        left = list(pool)
        return tuple(self._one(name, left) for _ in range(count))

    def _one(self, name: str, left: list[Item]) -> Item:
        script = self._left.get(name)
        if not script:
            return left.pop(self._random.below(len(left)))
        card = script.pop(0)
        for place, item in enumerate(left):
            if item == card:
                return left.pop(place)
        raise Fault(f"{card} cannot be drawn from {name} now")

    def shuffle(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        return tuple(self.draw(name, items, len(items)))

    def roll(self, name: str, dice: int, sides: int) -> tuple[int, ...]:
        return tuple(1 + self._random.below(sides) for _ in range(dice))

    def token(self, name: str) -> str:
        return name


def script_of(
    draws: Mapping[str, Sequence[str]], decks: Mapping[str, Sequence[str]]
) -> dict[str, Sequence[str]]:
    """What is drawn of each deck: its own cards first, then what `draws` goes on with."""
    script = {deck: list(cards) for deck, cards in decks.items()}
    for deck, cards in draws.items():
        known = script.get(deck, [])
        common = min(len(known), len(cards))
        if known[:common] != list(cards[:common]):
            raise Fault(f"random.draws.{deck}: another order than that of the deck")
        script[deck] = max(known, list(cards), key=len)
    return dict(script)
