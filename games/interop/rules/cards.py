"""The types of cards (rules 1, 2). The cards themselves are in `deck_*.py`.

They are modules instead of data files since their numbers are part of the rules: typed once, the
same for the engine, its bots, worked examples and pages, and read without disk access.
"""

from __future__ import annotations

from typing import Literal, get_args

from msgspec.structs import replace

from games.engine.base import Value

DeckName = Literal["LINK", "CORE", "SERVICE", "APP"]
Kind = Literal["link", "protocol", "application"]
Era = Literal["early", "middle", "late"]
Copies = tuple[int, int, int, int, int]  # in a game of 2, 3, 4, 5, 6 players

DECKS: tuple[DeckName, ...] = get_args(DeckName)  # the bottom layer first
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
    """A title of a research deck."""

    # A game may have several cards of a title, but only one of a protocol.
    id: str
    name: str
    deck: DeckName
    kind: Kind
    cost: int  # paid to the bank
    needs: tuple[str, ...] = ()  # protocol features that the deployment must have
    # Protocol features of a protocol, or user features of an application.
    provides: tuple[str, ...] = ()
    adds: int = 0  # bandwidth units of a link
    bandwidth: int = 0  # of an application: units per user, and money per user and round
    wave: int = 1  # 1 is on top of the deck, 2 below
    copies: Copies = ONE  # see `copies_for`
    fact: str = ""  # a sentence for the face of the card

    def copies_for(self, players: int) -> int:
        """Return the number of cards of the title in a game; 0 if the title is left out."""
        return self.copies[players - FEWEST]


class Demand(Value):
    """A line of a user card.

    An application that provides all of `wants` may take `users` users.
    """

    wants: tuple[str, ...]
    users: int


class UserCard(Value):
    """A card of the User deck."""

    id: str
    name: str
    era: Era
    lines: tuple[Demand, ...]


class Kit(Value):
    """A founder kit, named by its protocol."""

    # Both cards leave their decks when the kit is taken.
    protocol: str
    application: str


def waves(*, first: tuple[Card, ...], second: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the titles of a deck, with those of the second wave marked."""
    return (*first, *(replace(card, wave=2) for card in second))
