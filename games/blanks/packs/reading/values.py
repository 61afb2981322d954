"""Packs as the site stores them, their file, and merging."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from games.blanks.packs.reading.cleaning import identity
from games.blanks.rules.content import BlackCard, Content, WhiteCard
from games.engine.base import Value


class PackBlack(Value):
    """A black card of a pack."""

    id: str
    text: str
    pick: int
    draw: int


class PackWhite(Value):
    """A white card of a pack."""

    id: str
    text: str


class Pack(Value):
    """A pack as it is stored: cleaned up and checked."""

    name: str
    slug: str = ""  # assigned by the site
    language: str = "en"
    description: str = ""
    author: str = ""
    licence: str = ""
    min_age: int = 13
    black: tuple[PackBlack, ...] = ()
    white: tuple[PackWhite, ...] = ()


# --- Merging packs (rules 5)


Card = TypeVar("Card", PackBlack, PackWhite)


def merge(packs: Sequence[Pack]) -> Content:
    """Return the cards of the packs in order, each card once.

    Of cards that are the same the first stays. Ids are new and unique over the match; `pack` and
    `card` name the card's origin.
    """
    blacks = _unique("black", ((p, c) for p in packs for c in p.black))
    whites = _unique("white", ((p, c) for p in packs for c in p.white))
    return Content(
        black=tuple(
            BlackCard(id=f"b{n:04d}", **_origin(pack, card), pick=card.pick, draw=card.draw)
            for n, (pack, card) in enumerate(blacks, 1)
        ),
        white=tuple(
            WhiteCard(id=f"w{n:04d}", **_origin(pack, card))
            for n, (pack, card) in enumerate(whites, 1)
        ),
    )


def _unique(colour: str, cards: Iterable[tuple[Pack, Card]]) -> Iterator[tuple[Pack, Card]]:
    """Yield the first of the cards that are the same."""
    seen = set()
    for pack, card in cards:
        same = identity(colour, card.text)
        if same not in seen:
            seen.add(same)
            yield pack, card


def _origin(pack: Pack, card: PackBlack | PackWhite) -> dict[str, str]:
    return {"text": card.text, "pack": pack.slug, "card": card.id}
