"""What one match is played with: options and cards, looked up quickly; and one transition."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from games.blanks.rules.content import BlackCard, Content, WhiteCard
from games.blanks.rules.options import BlanksOptions
from games.blanks.rules.sentence import alone
from games.blanks.rules.view import CardView
from games.engine import turn
from games.engine.base import Setup


class Cards:
    """All cards of one match by id. Never changes."""

    def __init__(self, content: Content) -> None:
        self.blacks = {card.id: card for card in content.black}
        self.whites = {card.id: card for card in content.white}
        self._place = {card.id: place for place, card in enumerate(content.white)}
        self._shown: dict[str, CardView] = {}

    def black(self, card: str) -> BlackCard:
        """The black card with this id. Raises `KeyError`."""
        return self.blacks[card]

    def white(self, card: str) -> WhiteCard:
        """The white card with this id. Raises `KeyError`."""
        return self.whites[card]

    def shown(self, card: str) -> CardView:
        """A white card as viewers see it. Raises `KeyError`. Most are seen again at each step."""
        shown = self._shown.get(card)
        if shown is None:
            shown = self._shown[card] = CardView(id=card, text=alone(self.white(card).text))
        return shown

    def in_order(self, cards: Iterable[str]) -> tuple[str, ...]:
        """White cards in canonical order, so that a pile tells nothing of how it came about."""
        return tuple(sorted(cards, key=self._place.__getitem__))


TypedSetup = turn.TypedSetup[BlanksOptions, Cards]
Turn = turn.Turn[TypedSetup]
# The same for all matches with these cards.
_cards = lru_cache(maxsize=32)(Cards)


def typed_setup(setup: Setup) -> TypedSetup:
    """The setup with its cards looked up by id. Raises `msgspec.ValidationError`."""
    typed = turn.typed_setup(setup, BlanksOptions, Content)
    return TypedSetup(seats=typed.seats, options=typed.options, content=_cards(typed.content))
