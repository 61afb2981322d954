"""Decks as a state carries them from one action to the next: encoded.

Hundreds of cards that only a deal looks at. Made into objects and back at each action, they would
take a twenty-fifth of it (docs/performance.md). A snapshot holds them as a list of ids.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.engines import codec

Deck = msgspec.Raw


def packed(cards: Iterable[str]) -> Deck:
    """A deck of these cards, by their ids, in canonical order."""
    return Deck(codec.encode(tuple(cards)))


def cards_in(deck: Deck) -> tuple[str, ...]:
    """The ids of its cards."""
    return codec.decode(bytes(deck), tuple[str, ...])


def size(deck: Deck) -> int:
    """How many cards it has. The house gives them ids without quotation marks (`packs.merge`)."""
    return bytes(deck).count(b'"') // 2
