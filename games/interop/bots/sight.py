"""Queries of a view that the bots share. A bot knows only what its view contains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar

from games.engine.base import Bot, Randomness
from games.interop.rules.box import CARDS, FEE_LEAST, FEE_MOST
from games.interop.rules.cards import Card
from games.interop.rules.purchases import KINDS
from games.interop.rules.view import InteropView, OfferView, PlayerView, ProtocolView, RowView

Raw = Mapping[str, Any]
T = TypeVar("T")
END_TURN: Raw = {"action": "end_turn"}
PASS: Raw = {"action": "pass"}


def named(view: InteropView, raw: Raw) -> Raw:
    """Return the answer with the id of the decision that it answers."""
    return {**raw, "decision": view.decision}


def naming(bot: Bot) -> Bot:
    """Make the answers of this bot name their decision."""

    @wraps(bot)
    def answer(view: InteropView, chance: Randomness) -> Raw | None:
        raw = bot(view, chance)
        return None if raw is None else named(view, raw)

    return answer


def me(view: InteropView) -> PlayerView:
    """Return the bot's own deployment."""
    assert view.seat is not None
    return view.players[view.seat]


def one_of(items: Sequence[T], chance: Randomness) -> T:
    """Return one of the items, each equally likely."""
    return items[chance.below(len(items))]


def adoptable(view: InteropView) -> list[ProtocolView]:
    """Return the protocols that can be adopted now, first deployed first."""
    return [
        protocol for protocol in view.protocols if protocol.terms is not None and protocol.terms.now
    ]


def buyable(row: RowView) -> list[Card]:
    """Return the cards of a row that can be bought now, in the order of the row."""
    return [CARDS[card.card] for card in row.cards if card.terms is not None and card.terms.now]


def keepable(view: InteropView) -> list[Card]:
    """Return the drawn cards that can be kept."""
    cards = view.drawn.cards if view.drawn else None
    return [CARDS[card.card] for card in cards or () if card.terms is not None and card.terms.now]


def drawable(view: InteropView) -> list[RowView]:
    """Return the decks that can be drawn from now."""
    return [row for row in view.rows if row.draw_code == ""]


def takers(view: InteropView) -> list[OfferView]:
    """Return the offers to the applications that can take users."""
    return [offer for offer in view.offers if offer.most]


def buying(action: str, card: Card, licence: Raw) -> Raw:
    """Return the answer that buys or keeps a card; a licence is for protocols only."""
    answer: Raw = {"action": action, "card": card.id}
    return {**answer, **licence} if card.kind == "protocol" else answer


def any_licence(chance: Randomness, least: int = FEE_LEAST, most: int = FEE_MOST) -> Raw:
    """Return a random licence; under RAND with a fee from `least` to `most`."""
    kind = one_of(KINDS, chance)
    if kind != "rand":
        return {"licence": kind}
    return {"licence": kind, "fee": least + chance.below(most - least + 1)}


def any_founder(view: InteropView, licence: Raw, chance: Randomness) -> Raw:
    """Return the answer that takes a random kit under this licence."""
    return {"action": "founder", "kit": one_of(view.kits, chance), **licence}
