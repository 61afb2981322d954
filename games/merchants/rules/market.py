"""The Marketplace: the cards for sale (rules 5, 6), Restock and Supply."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.base import Value
from games.merchants.rules import cards, event_phase
from games.merchants.rules.draft import Draft
from games.merchants.rules.state import EventInForce, Origin, State

LIMIT = 12  # the highest value of a Declaration
EMBLEM_PRICE = 10
CHANGE = 2  # how much an Event changes a price


class Offer(Value):
    """Cards that can be declared together: any of one Stock, or one other card."""

    origin: Origin
    suit: str
    cards: tuple[str, ...]
    prices: tuple[int, ...]
    bonus: int
    commit: tuple[str, ...]
    owner: int | None = None


def price(event: EventInForce | None, card: str) -> int:
    """Return the price of a Commodity bought from a Stock."""
    worth = cards.value(card)
    if event is None:
        return worth
    if event.type == "lean_season" and worth <= event.value:
        return worth + CHANGE
    if event.type == "open_ledgers" and worth >= event.value:
        return worth - CHANGE
    return worth


def may_commit(event: EventInForce | None, card: str) -> bool:
    """Return True if the Event lets this Commodity be committed."""
    if event is not None and event.type == "short_measures":
        return cards.value(card) <= event.value
    if event is not None and event.type == "court_mourning":
        return cards.value(card) >= event.value
    return True


def usable(event: EventInForce | None, hand: Iterable[str], *suits: str) -> tuple[str, ...]:
    """Return the Commodities of these suits in a hand that may be committed."""
    return tuple(
        card
        for card in hand
        if card[0] in suits and cards.is_commodity(card) and may_commit(event, card)
    )


def buying_bonus(front: Iterable[str], suit: str) -> int:
    """Return the bonus taken off once from a Declaration of this suit."""
    return sum(cards.buying_bonus(card) for card in front if card[0] == suit)


def offers(state: State, seat: int) -> list[Offer]:
    """Return everything this seat could declare in its Turn.

    That is: goods of the Stocks, Emblems of others, and the Guild of a Grand Opening.
    """
    found = [_of_stock(state, seat, suit) for suit in cards.SUITS]
    for other in state.players:
        if other.seat != seat:
            found += [_single(state, seat, "emblem", card, other.seat) for card in other.front]
    if guild_for_sale(state):
        found.append(_single(state, seat, "event", state.event_card, None))
    return [offer for offer in found if offer.cards]


def guild_for_sale(state: State) -> bool:
    """Return True under Grand Opening while its card is in the Event Zone."""
    grand = state.event is not None and state.event.type == "grand_opening"
    return grand and state.event_card != ""


def _of_stock(state: State, seat: int, suit: str) -> Offer:
    goods = tuple(card for card in state.stocks if card[0] == suit)
    prices = tuple(price(state.event, card) for card in goods)
    return _offer(state, seat, "stock", suit, goods, prices, None)


def _single(state: State, seat: int, origin: Origin, card: str, owner: int | None) -> Offer:
    return _offer(state, seat, origin, card[0], (card,), (EMBLEM_PRICE,), owner)


def _offer(
    state: State,
    seat: int,
    origin: Origin,
    suit: str,
    goods: tuple[str, ...],
    prices: tuple[int, ...],
    owner: int | None,
) -> Offer:
    player = state.players[seat]
    return Offer(
        origin=origin,
        suit=suit,
        cards=goods,
        prices=prices,
        bonus=buying_bonus(player.front, suit),
        commit=usable(state.event, player.hand, cards.primary(suit)),
        owner=owner,
    )


# --- Restock and Supply (rules 5.1, 5.2)


ENOUGH = 3  # cards in the four Stocks together


def restock(draft: Draft) -> None:
    """Draw until the Stocks hold enough cards or the Deck is empty.

    A joker brings the Foreign Merchant.
    """
    stocked: list[str] = []
    thrown: list[str] = []
    while len(draft.stocks) < ENOUGH and draft.deck:
        card = draft.turn_card()
        (stocked if cards.is_commodity(card) else thrown).append(card)
        _lay(draft, card)
        if cards.is_joker(card):
            _tell(draft, stocked, thrown)
            event_phase.foreign_merchant(draft)
            stocked, thrown = [], []
    _tell(draft, stocked, thrown)


def _lay(draft: Draft, card: str) -> None:
    """Put a drawn Commodity in its Stock, and any other card on the Discard Pile."""
    if cards.is_commodity(card):
        draft.stocks.append(card)
    else:
        draft.discarded.append(card)


def _tell(draft: Draft, stocked: list[str], thrown: list[str]) -> None:
    if stocked or thrown:
        draft.tell("restock", cards=stocked, discarded=thrown)


def supply(draft: Draft) -> None:
    """Draw one card, if there is one; a card that is no Commodity is not replaced."""
    if not draft.deck:
        return
    card = draft.turn_card()
    _lay(draft, card)
    good = cards.is_commodity(card)
    draft.tell(
        "supply", seat=draft.active, cards=[card] if good else [], discarded=[] if good else [card]
    )
    if cards.is_joker(card):
        event_phase.foreign_merchant(draft)
