"""Reading a view: what the bots of this game have in common. They know no more than it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from games.engine.base import Randomness
from games.interop.rules.box import CARDS, FEE_LEAST, FEE_MOST
from games.interop.rules.cards import Card
from games.interop.rules.purchases import KINDS
from games.interop.rules.view import InteropView, OfferView, PlayerView, ProtocolView, RowView

Raw = Mapping[str, Any]
T = TypeVar("T")
END_TURN: Raw = {"action": "end_turn"}
PASS: Raw = {"action": "pass"}


def me(view: InteropView) -> PlayerView:
    """The bot's own deployment."""
    assert view.seat is not None
    return view.players[view.seat]


def one_of(items: Sequence[T], chance: Randomness) -> T:
    """One of them, each equally likely."""
    return items[chance.below(len(items))]


def adoptable(view: InteropView) -> list[ProtocolView]:
    """What it may adopt now, deployed first."""
    return [one for one in view.protocols if one.terms is not None and one.terms.now]


def buyable(row: RowView) -> list[Card]:
    """What it may buy face up now, first in the row."""
    return [CARDS[one.card] for one in row.cards if one.terms is not None and one.terms.now]


def keepable(view: InteropView) -> list[Card]:
    """The drawn cards it may keep."""
    cards = view.drawn.cards if view.drawn else None
    return [CARDS[one.card] for one in cards or () if one.terms is not None and one.terms.now]


def drawable(view: InteropView) -> list[RowView]:
    """The decks it may draw from now."""
    return [row for row in view.rows if row.draw_code == ""]


def takers(view: InteropView) -> list[OfferView]:
    """Its applications that can take users."""
    return [offer for offer in view.offers if offer.most]


def buying(action: str, card: Card, licence: Raw) -> Raw:
    """Buying or keeping a card, a protocol under this licence."""
    answer: Raw = {"action": action, "card": card.id}
    return {**answer, **licence} if card.kind == "protocol" else answer


def any_licence(chance: Randomness, least: int = FEE_LEAST, most: int = FEE_MOST) -> Raw:
    """One of the three; under RAND a fee in these bounds."""
    kind = one_of(KINDS, chance)
    if kind != "rand":
        return {"licence": kind}
    return {"licence": kind, "fee": least + chance.below(most - least + 1)}


def any_founder(view: InteropView, licence: Raw, chance: Randomness) -> Raw:
    """Any kit that is left, under this licence."""
    return {"action": "founder", "kit": one_of(view.kits, chance), **licence}
