"""The cards of a match, copied at its start (rules 4, 5). States refer to them by id."""

from __future__ import annotations

from games.blanks.rules.options import FULL_HAND
from games.engine.base import Value

MOST_BLACK = 1000
MOST_WHITE = 4000


class BlackCard(Value):
    """A prompt. `pick`: cards each answer has, 1 to 3. `draw`: cards a hand holds beyond seven.

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


def whites_needed(content: Content, most_players: int) -> int:
    """White cards without which a hand might run short (rules 4)."""
    return most_players * (FULL_HAND + max((card.draw for card in content.black), default=0))


def start_fault(content: Content, most_players: int) -> str:
    """Why these cards do not suffice for so many seats: a code of rules 17, or ""."""
    if not content.black:
        return "no_black_cards"
    if len(content.white) < whites_needed(content, most_players):
        return "not_enough_white_cards"
    return ""


def too_large(content: Content) -> bool:
    """Whether the packs together pass the limits of rules 18."""
    return len(content.black) > MOST_BLACK or len(content.white) > MOST_WHITE
