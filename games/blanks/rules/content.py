"""The cards of a match, copied at its start (rules 4, 5), and what one match is played with."""

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
    """A prompt. `pick`: cards each answer has, 1 to 3. `draw`: cards beyond `hand_size` in a hand.

    `pack` and `card` say where it was copied from; no view shows them.
    """

    id: str
    text: str
    pick: int
    draw: int
    pack: str = ""
    card: str = ""


class WhiteCard(Value):
    """An answer, stored as it stands in the middle of a sentence (rules 19)."""

    id: str
    text: str
    pack: str = ""
    card: str = ""


class Content(Value):
    """The cards of a match. Ids are unique over both colours; the order is the canonical one."""

    black: tuple[BlackCard, ...]
    white: tuple[WhiteCard, ...]


def start_fault(content: Content, options: BlanksOptions, most_players: int) -> str:
    """Return the code of rules 17 why these cards do not suffice for so many seats, or ""."""
    if not content.black:
        return "no_black_cards"
    # With fewer a hand might run short (rules 4).
    full_hand = options.hand_size + max(card.draw for card in content.black)
    if len(content.white) < most_players * full_hand:
        return "not_enough_white_cards"
    return ""


def too_large(content: Content) -> bool:
    """Whether the packs together pass the limits of rules 18."""
    return len(content.black) > MOST_BLACK or len(content.white) > MOST_WHITE


# --- What one match is played with: options and cards, looked up quickly; and one transition. ---


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


TypedSetup = transition.TypedSetup[BlanksOptions, Cards]
Turn = transition.Turn[TypedSetup]
# The same for all matches with these cards.
_cards = lru_cache(maxsize=32)(Cards)


def typed_setup(setup: Setup) -> TypedSetup:
    """The setup with its cards looked up by id. Raises `msgspec.ValidationError`."""
    typed = transition.typed_setup(setup, BlanksOptions, Content)
    return TypedSetup(seats=typed.seats, options=typed.options, content=_cards(typed.content))
