"""What one match is played with: options and cards, looked up quickly; and one transition."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from games.engines import codec
from games.engines.base import Chance, Event, Setup
from games.engines.blanks.content import BlackCard, Content, WhiteCard
from games.engines.blanks.options import BlanksOptions


class TypedSetup:
    """Options and cards of one match. Never changes."""

    def __init__(self, setup: Setup) -> None:
        self.seats = setup.seats
        self.options = codec.typed(setup.options, BlanksOptions)
        self.content = codec.typed(setup.content, Content)
        self.blacks, self.whites, self._place = _by_id(self.content)

    def black(self, card: str) -> BlackCard:
        return self.blacks[card]

    def white(self, card: str) -> WhiteCard:
        return self.whites[card]

    def in_order(self, cards: Iterable[str]) -> tuple[str, ...]:
        """White cards in canonical order, so that a pile tells nothing of how it came about."""
        return tuple(sorted(cards, key=self._place.__getitem__))


@lru_cache(maxsize=32)
def _by_id(content: Content) -> tuple[dict[str, BlackCard], dict[str, WhiteCard], dict[str, int]]:
    """Black and white cards, places of white ones: the same for all matches with these cards."""
    return (
        {card.id: card for card in content.black},
        {card.id: card for card in content.white},
        {card.id: place for place, card in enumerate(content.white)},
    )


class Turn:
    """One transition under way: the match, its chance, and what there is to tell so far."""

    def __init__(self, game: TypedSetup, chance: Chance) -> None:
        self.game = game
        self.chance = chance
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        self.events.append(event)
