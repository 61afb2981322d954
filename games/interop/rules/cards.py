"""What a card is (rules 1, 2). The cards themselves stand in `deck_*.py`.

They are modules and no data file, since their numbers are part of the rules: typed once, the same
for the engine, its bots, worked examples and pages, and read without touching a disk.
"""

from __future__ import annotations

from typing import Literal, get_args

from msgspec.structs import replace

from games.engine.base import Value

DeckName = Literal["LINK", "CORE", "SERVICE", "APP"]
Kind = Literal["link", "protocol", "application"]
Era = Literal["early", "middle", "late"]
Copies = tuple[int, int, int, int, int]  # in a game of 2, 3, 4, 5, 6 players

DECKS: tuple[DeckName, ...] = get_args(DeckName)  # from the bottom layer to the top one
ERAS: tuple[Era, ...] = get_args(Era)
FEWEST, MOST = 2, 6
ONE: Copies = (1, 1, 1, 1, 1)

CORE_FEATURES = ("routing", "stream", "datagram", "naming", "security")
SERVICE_FEATURES = (
    "mail-transfer",
    "messaging",
    "hypertext",
    "file-transfer",
    "call-setup",
    "live-media",
    "feeds",
)
PROTOCOL_FEATURES = (*CORE_FEATURES, *SERVICE_FEATURES)
USER_FEATURES = ("email", "chat", "web", "files", "voice", "video", "social")


class Card(Value):
    """A title of a research deck; a game may have several cards of it (protocols: one).

    `cost`: the price paid to the bank. `needs`: protocol features the deployment must have.
    `provides`: protocol features (protocols) or user features (applications). `adds`: bandwidth
    units (links). `bandwidth`: units a user takes, and money a user earns a round (applications).
    `wave` 1 lies on top of its deck, 2 below. `copies`: see `copies_for`. `fact`: a sentence for
    the face of the card.
    """

    id: str
    name: str
    deck: DeckName
    kind: Kind
    cost: int
    needs: tuple[str, ...] = ()
    provides: tuple[str, ...] = ()
    adds: int = 0
    bandwidth: int = 0
    wave: int = 1
    copies: Copies = ONE
    fact: str = ""

    def copies_for(self, players: int) -> int:
        """How many cards of the title a game of so many players has; 0: the title is left out."""
        return self.copies[players - FEWEST]


class Demand(Value):
    """A line of a user card: one application that provides all of `wants` may take `users`."""

    wants: tuple[str, ...]
    users: int


class UserCard(Value):
    """A card of the User deck."""

    id: str
    name: str
    era: Era
    lines: tuple[Demand, ...]


class Kit(Value):
    """A founder kit, named by its protocol; both cards leave their decks when it is taken."""

    protocol: str
    application: str


def waves(*, first: tuple[Card, ...], second: tuple[Card, ...]) -> tuple[Card, ...]:
    """The titles of a deck, those of the second wave marked as such."""
    return (*first, *(replace(card, wave=2) for card in second))
