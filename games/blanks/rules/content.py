"""The cards of a match, copied at its start (rules 4, 5), and the typed setup."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from games.blanks.rules.options import BlanksOptions
from games.blanks.rules.sentence import alone
from games.blanks.rules.view import CardView
from games.engine import transition
from games.engine.base import Setup, Value

MOST_BLACK = 1000
MOST_WHITE = 4000


class BlackCard(Value):
    """A prompt."""

    id: str
    text: str
    pick: int  # cards in an answer, 1 to 3
    draw: int  # extra cards in each hand, beyond `hand_size`
    # The origin of this copy, which no view shows.
    pack: str = ""
    card: str = ""


class WhiteCard(Value):
    """An answer, with its text for the middle of a sentence (rules 19)."""

    id: str
    text: str
    pack: str = ""
    card: str = ""


class Content(Value):
    """The cards of a match in canonical order. Ids are unique over both colours."""

    black: tuple[BlackCard, ...]
    white: tuple[WhiteCard, ...]


def start_fault(content: Content, options: BlanksOptions, most_players: int) -> str:
    """Return the code (rules 17) if these cards are too few for so many seats, or ""."""
    if not content.black:
        return "no_black_cards"
    # With fewer cards a hand might run short (rules 4).
    full_hand = options.hand_size + max(card.draw for card in content.black)
    if len(content.white) < most_players * full_hand:
        return "not_enough_white_cards"
    return ""


def too_large(content: Content) -> bool:
    """Return True if the packs together exceed the limits of rules 18."""
    return len(content.black) > MOST_BLACK or len(content.white) > MOST_WHITE


# --- Setup of a match with its cards by id


class Cards:
    """The cards of one match by id. It never changes."""

    def __init__(self, content: Content) -> None:
        self.blacks = {card.id: card for card in content.black}
        self.whites = {card.id: card for card in content.white}
        self._place = {card.id: place for place, card in enumerate(content.white)}
        self._shown: dict[str, CardView] = {}

    def black(self, card: str) -> BlackCard:
        """Return the black card with this id. Raise `KeyError` if there is none."""
        return self.blacks[card]

    def white(self, card: str) -> WhiteCard:
        """Return the white card with this id. Raise `KeyError` if there is none."""
        return self.whites[card]

    def shown(self, card: str) -> CardView:
        """Return a white card as viewers see it. Raise `KeyError` if there is none."""
        shown = self._shown.get(card)  # cached, since every step shows most cards again
        if shown is None:
            shown = self._shown[card] = CardView(id=card, text=alone(self.white(card).text))
        return shown

    def in_order(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Return white cards in canonical order, so that a pile hides its history."""
        return tuple(sorted(cards, key=self._place.__getitem__))


TypedSetup = transition.TypedSetup[BlanksOptions, Cards]
Turn = transition.Turn[TypedSetup]
# Shared by all matches with the same cards.
_cards = lru_cache(maxsize=32)(Cards)


def typed_setup(setup: Setup) -> TypedSetup:
    """Return the setup with its cards by id.

    Raise `msgspec.ValidationError` if the setup does not fit the types.
    """
    typed = transition.typed_setup(setup, BlanksOptions, Content)
    return TypedSetup(seats=typed.seats, options=typed.options, content=_cards(typed.content))
