"""The faces of cards as HTML. There are few and they never change, so each is drawn once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from chat.core.templates import render
from games.merchants.page import naming
from games.merchants.rules import cards


@dataclass(frozen=True)
class Face:
    """A card to be shown. `html` is its face with its name for whoever cannot see it."""

    id: str
    name: str
    suit: str
    kind: str
    value: int
    html: SafeString


def face(card: str) -> Face:
    return _face(card, get_language())


def faces(found: Iterable[str]) -> tuple[Face, ...]:
    """In the order given."""
    return tuple(face(card) for card in found)


@cache
def _face(card: str, language: str | None) -> Face:
    name, suit, kind = naming.card_name(card), naming.suit_of(card), naming.kind_of(card)
    html = render(
        "games/merchants/card.jinja",
        suit=suit,
        rank=_rank(card),
        art=_art(card),
        name=name[:1].upper() + name[1:],
        kind=kind,
    )
    return Face(card, name, suit, kind, cards.value(card), html)


def _rank(card: str) -> str:
    return "" if cards.is_joker(card) or cards.is_king(card) or cards.is_egg(card) else card[1:]


def _art(card: str) -> str:
    if cards.is_character(card):
        return naming.CHARACTER_ART[card]
    if cards.is_egg(card):
        return "egg"
    if cards.is_king(card):
        return "king"
    return "guild" if cards.is_guild(card) else naming.SUIT_ART[cards.suit(card)]
