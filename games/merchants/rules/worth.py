"""What cards are worth to a player: for defaults and for the house's bot (rules 15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.merchants.rules import cards
from games.merchants.rules.scoring import EGG, GUILD_BONUS

QUEEN, JACK, JOKER = 4, 3, 2


def worth_for(king: str, hand: Iterable[str], front: Iterable[str]) -> Callable[[str], int]:
    """The worth of any card for one with this King, hand and Front."""
    guilds = {card[0] for card in (*hand, *front) if cards.is_guild(card)}

    def worth(card: str) -> int:
        if cards.is_egg(card):
            return EGG
        if not cards.is_commodity(card):
            return {"Q": QUEEN, "J": JACK}.get(card[1], JOKER)
        doubled = 2 if king and king[0] == card[0] else 1
        bonus = GUILD_BONUS if not cards.is_guild(card) and card[0] in guilds else 0
        return cards.value(card) * doubled + bonus

    return worth


def tie_key(card: str) -> tuple[int, int]:
    """Ties: lower Value (none: 0), then suit order, then 10, J, Q; X1 before X2."""
    return (cards.value(card), cards.CARDS.index(card))


def lowest(pool: Iterable[str], worth: Callable[[str], int]) -> str:
    """The one worth least; of equal ones the first in the order of ties (rules 15)."""
    return min(pool, key=lambda card: (worth(card), tie_key(card)))


def highest(pool: Iterable[str], worth: Callable[[str], int]) -> str:
    """Ties as for the lowest."""
    return min(pool, key=lambda card: (-worth(card), tie_key(card)))
