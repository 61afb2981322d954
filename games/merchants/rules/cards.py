"""The 54 cards and what is printed on them (rules 3.1, 3.2). A card is its id: "S10", "DQ", "X1".

Suit letter and rank; the two jokers are X1 and X2.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal

Suit = Literal["S", "C", "H", "D"]
Mode = Literal["power", "emblem"]

SUITS: tuple[Suit, ...] = ("S", "C", "H", "D")
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
    """Whether this is the id of a card at all."""
    return card in _PLACE


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """By suit S C H D, then by rank upward, jokers last."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def suit(card: str) -> str:
    """The suit letter; "X" of a joker, which has none."""
    return card[0]


def value(card: str) -> int:
    """The number on a Commodity (2 to 10); 0 of all others."""
    return _VALUES.get(card, 0)


def total(cards: Iterable[str]) -> int:
    """The sum of their values."""
    return sum(_VALUES.get(card, 0) for card in cards)


def is_commodity(card: str) -> bool:
    """Whether it is a number card, 2 to 10, so also a Guild."""
    return card in _VALUES


def is_guild(card: str) -> bool:
    """Whether it is a 10."""
    return _VALUES.get(card) == 10


def is_egg(card: str) -> bool:
    """Whether it is a Dragon Egg, an ace."""
    return card[1] == "A"


def is_king(card: str) -> bool:
    """Whether it is a Merchant King."""
    return card[1] == "K"


def is_joker(card: str) -> bool:
    """Whether it is one of the two jokers."""
    return card[0] == "X"


def is_character(card: str) -> bool:
    """Whether it has a Power: jack, queen or joker."""
    return card in CHARACTERS


def buying_bonus(card: str) -> int:
    """What this Emblem in Front takes off a Declaration of its suit."""
    return 2 if card[1] == "Q" else 1


@cache
def modes(card: str) -> tuple[Mode, ...]:
    """In which modes this card can be played from the hand (rules 8.1); empty: not at all."""
    if is_joker(card):
        return ("power",)
    if is_guild(card):
        return ("emblem",)
    return ("power", "emblem") if is_character(card) else ()


def primary(bought: str) -> Suit:
    """The suit that lowers a Declaration of this suit (rules 3.2)."""
    return _PRIMARY[bought]


def secondary(bought: str) -> Suit:
    """The suit that cancels a Seizer's cards: the primary of the primary."""
    return _PRIMARY[_PRIMARY[bought]]
