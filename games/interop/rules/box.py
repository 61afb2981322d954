"""The contents of the box: cards, kits, and numbers of the rules (4, 6, 11)."""

from __future__ import annotations

from types import MappingProxyType

from games.interop.rules.cards import DECKS, ERAS, Card, DeckName, Era, Kit, UserCard
from games.interop.rules.deck_app import APP_CARDS
from games.interop.rules.deck_core import CORE_CARDS
from games.interop.rules.deck_link import LINK_CARDS
from games.interop.rules.deck_service import SERVICE_CARDS
from games.interop.rules.deck_user import USER_CARDS

START_MONEY = 14
OUTER_BONUS = 1  # for seat 0 and, with three or more players, the last seat
START_BANDWIDTH = 6
BOARD_FEATURES = ("routing", "stream")  # IP and TCP belong to the board
FACE_UP = 5
DRAWN = 2
FEE_LEAST, FEE_MOST = 1, 9
GRANT_FLOOR = 4
ERAS_BY_ROUNDS: MappingProxyType[int, tuple[int, int, int]] = MappingProxyType(
    {6: (2, 2, 2), 8: (2, 3, 3), 10: (3, 4, 3)}
)

RESEARCH: tuple[Card, ...] = (*LINK_CARDS, *CORE_CARDS, *SERVICE_CARDS, *APP_CARDS)
CARDS: MappingProxyType[str, Card] = MappingProxyType({card.id: card for card in RESEARCH})
USERS: MappingProxyType[str, UserCard] = MappingProxyType({card.id: card for card in USER_CARDS})
KITS = (
    Kit(protocol="smtp", application="inkwell"),
    Kit(protocol="irc", application="chatterbox"),
    Kit(protocol="http", application="lantern"),
    Kit(protocol="ftp", application="dropcrate"),
    Kit(protocol="nntp", application="townsquare"),
    Kit(protocol="h323", application="dialtone"),
    Kit(protocol="rtmp", application="matinee"),
)
PLACE: MappingProxyType[str, int] = MappingProxyType(
    {card: place for place, card in enumerate((*CARDS, *USERS))}
)


def titles(deck: DeckName) -> tuple[Card, ...]:
    """Return the titles of a deck in canonical order."""
    return _TITLES[deck]


def era_of(number: int, rounds: int) -> Era:
    """Return the era of the user card of round `number` (rules 4.3).

    `rounds` is the length of the game.
    """
    early, middle, _ = ERAS_BY_ROUNDS[rounds]
    return ERAS[(number > early) + (number > early + middle)]


def users_of(era: Era) -> tuple[UserCard, ...]:
    """Return all ten user cards of an era."""
    # The number of them used in a game depends on its length.
    return _BY_ERA[era]


def start_money(seat: int, players: int) -> int:
    """Return the money of a seat at the start of a game (rules 4.1)."""
    outer = seat == 0 or (players >= 3 and seat == players - 1)
    return START_MONEY + (OUTER_BONUS if outer else 0)


_TITLES = {deck: tuple(card for card in RESEARCH if card.deck == deck) for deck in DECKS}
_BY_ERA = {era: tuple(card for card in USER_CARDS if card.era == era) for era in ERAS}
