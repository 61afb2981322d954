"""Putting the chosen packs together (rules 5): each card once, in a canonical order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from games.blanks.rules.content import BlackCard, Content, WhiteCard
from games.blanks.rules.packs.model import Pack, PackBlack, PackWhite
from games.blanks.rules.packs.text import key

Card = TypeVar("Card", PackBlack, PackWhite)


def merge(packs: Sequence[Pack]) -> Content:
    """The cards of the packs in their order; one whose words are there already is left out.

    Ids are new and unique over the match; `pack` and `card` say where a card came from.
    """
    return Content(
        black=tuple(
            BlackCard(id=f"b{n:04d}", **_of(pack, card), pick=card.pick, draw=card.draw)
            for n, (pack, card) in enumerate(_once((p, c) for p in packs for c in p.black), 1)
        ),
        white=tuple(
            WhiteCard(id=f"w{n:04d}", **_of(pack, card))
            for n, (pack, card) in enumerate(_once((p, c) for p in packs for c in p.white), 1)
        ),
    )


def _once(cards: Iterable[tuple[Pack, Card]]) -> Iterator[tuple[Pack, Card]]:
    """Of cards with the same words only the first."""
    seen: set[str] = set()
    for pack, card in cards:
        words = key(card.text)
        if words not in seen:
            seen.add(words)
            yield pack, card


def _of(pack: Pack, card: PackBlack | PackWhite) -> dict[str, str]:
    return {"text": card.text, "pack": pack.slug, "card": card.id}
