"""The 54 cards and what is printed on them (rules 3.1, 3.2).

A card is its id, a suit letter and a rank: "S10", "DQ". The two jokers are "X1" and "X2".
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta

Suit = Literal["S", "C", "H", "D"]
Mode = Literal["power", "emblem"]

SUITS: tuple[Suit, ...] = ("S", "C", "H", "D")
# Listed in the schema; it is the rules that refuse another.
SuitLetter = Annotated[str, Meta(extra_json_schema={"enum": list(SUITS)})]
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKERS = ("X1", "X2")
CARDS = (*(suit + rank for suit in SUITS for rank in RANKS), *JOKERS)
KINGS = tuple(suit + "K" for suit in SUITS)
EGGS = tuple(suit + "A" for suit in SUITS)

CHARACTERS: dict[str, str] = {
    "SJ": "Market Warden",
    "CJ": "Royal Herald",
    "HJ": "Customs Clerk",
    "DJ": "Toll Collector",
    "SQ": "Dragon Caller",
    "CQ": "High Justice",
    "HQ": "Keeper of the Nest",
    "DQ": "Harbour Magnate",
    "X1": "Cutpurse",
    "X2": "Cutpurse",
}

_PRIMARY: dict[str, Suit] = {"S": "D", "C": "S", "H": "C", "D": "H"}
_PLACE = {card: place for place, card in enumerate(CARDS)}
_VALUES = {card: int(card[1:]) for card in CARDS if card[1:].isdigit() and card[0] != "X"}


def known(card: str) -> bool:
    """Return True if this is the id of a card."""
    return card in _PLACE


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Sort cards by suit (S C H D), then by rank upward, jokers last."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def suit(card: str) -> str:
    """Return the suit letter of a card; "X" for a joker, which has no suit."""
    return card[0]


def value(card: str) -> int:
    """Return the number on a Commodity (2 to 10), or 0 for any other card."""
    return _VALUES.get(card, 0)


def total(cards: Iterable[str]) -> int:
    """Return the sum of the values of some cards."""
    return sum(_VALUES.get(card, 0) for card in cards)


def is_commodity(card: str) -> bool:
    """Return True for the number cards 2 to 10, Guilds included."""
    return card in _VALUES


def is_guild(card: str) -> bool:
    """Return True if the card is a 10."""
    return _VALUES.get(card) == 10


def is_egg(card: str) -> bool:
    """Return True if the card is a Dragon Egg (an ace)."""
    return card[1] == "A"


def is_king(card: str) -> bool:
    return card[1] == "K"


def is_joker(card: str) -> bool:
    return card[0] == "X"


def is_character(card: str) -> bool:
    """Return True if the card has a Power: a jack, a queen or a joker."""
    return card in CHARACTERS


def buying_bonus(card: str) -> int:
    """Return how much this Emblem in Front takes off a Declaration of its suit."""
    return 2 if card[1] == "Q" else 1


@cache
def modes(card: str) -> tuple[Mode, ...]:
    """Return the modes in which a card can be played from the hand (rules 8.1).

    Empty for a card that cannot be played.
    """
    if is_joker(card):
        return ("power",)
    if is_guild(card):
        return ("emblem",)
    return ("power", "emblem") if is_character(card) else ()


def primary(bought: str) -> Suit:
    """Return the suit that lowers a Declaration of this suit (rules 3.2)."""
    return _PRIMARY[bought]


def secondary(bought: str) -> Suit:
    """Return the suit that cancels a Seizer's cards: the primary of the primary."""
    return _PRIMARY[_PRIMARY[bought]]
