"""Cards from the Deck into the Marketplace: Restock and Supply (rules 5.1, 5.2)."""

from __future__ import annotations

from games.merchants.rules import cards, specials
from games.merchants.rules.draft import Draft

ENOUGH = 3  # cards in the four Stocks together


def restock(draft: Draft) -> None:
    """Until the Stocks hold enough or the Deck is empty. A joker brings the Foreign Merchant."""
    stocked: list[str] = []
    thrown: list[str] = []
    while len(draft.stocks) < ENOUGH and draft.deck:
        card = draft.turn_card()
        (stocked if cards.is_commodity(card) else thrown).append(card)
        _lay(draft, card)
        if cards.is_joker(card):
            _tell(draft, stocked, thrown)
            specials.foreign_merchant(draft)
            stocked, thrown = [], []
    _tell(draft, stocked, thrown)


def _lay(draft: Draft, card: str) -> None:
    """A card drawn: a Commodity to its Stock, anything else, a joker too, onto the pile."""
    if cards.is_commodity(card):
        draft.stocks.append(card)
    else:
        draft.discarded.append(card)


def _tell(draft: Draft, stocked: list[str], thrown: list[str]) -> None:
    if stocked or thrown:
        draft.tell("restock", cards=stocked, discarded=thrown)


def supply(draft: Draft) -> None:
    """One card, if there is one; no other replaces what is no Commodity."""
    if not draft.deck:
        return
    card = draft.turn_card()
    _lay(draft, card)
    good = cards.is_commodity(card)
    draft.tell(
        "supply", seat=draft.active, cards=[card] if good else [], discarded=[] if good else [card]
    )
    if cards.is_joker(card):
        specials.foreign_merchant(draft)
