"""Decks: drawing, filling rows, and returning cards (rules 3.2, 6.1, 12)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.engine.base import Chance
from games.interop.rules.box import FACE_UP, PLACE, era_of, titles, users_of
from games.interop.rules.cards import DECKS, DeckName
from games.interop.rules.options import Turn
from games.interop.rules.state import Pile, State, put_pile

USER_DECK = "USER"


def canonical(cards: Iterable[str]) -> tuple[str, ...]:
    """Sort cards into the order of the card data."""
    # A canonical order does not reveal how a layer was made.
    return tuple(sorted(cards, key=PLACE.__getitem__))


def new_pile(deck: DeckName, players: int) -> Pile:
    """Return a full deck, its first wave on top of its second."""
    waves = [
        canonical(
            card.id
            for card in titles(deck)
            if card.wave == wave
            for _ in range(card.copies_for(players))
        )
        for wave in (1, 2)
    ]
    return Pile(deck=deck, layers=tuple(layer for layer in waves if layer))


def without(pile: Pile, card: str) -> Pile:
    """Take one card of this title out of a deck (for a founder kit)."""
    layers = list(pile.layers)
    place = next(place for place, layer in enumerate(layers) if card in layer)
    layers[place] = less(layers[place], (card,))
    return replace(pile, layers=tuple(layer for layer in layers if layer))


def less(cards: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """Return the cards without these, each removed once; the order is preserved."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def take(chance: Chance, pile: Pile, count: int) -> tuple[Pile, tuple[str, ...]]:
    """Take up to `count` cards from the top of a deck.

    Return the pile and the cards: at random from the topmost layer that has any.
    """
    layers, out = list(pile.layers), ()  # type: list[tuple[str, ...]], tuple[str, ...]
    while layers and len(out) < count:
        drawn = chance.draw(pile.deck, layers[0], min(count - len(out), len(layers[0])))
        out = (*out, *drawn)
        layers[0] = less(layers[0], drawn)
        if not layers[0]:
            del layers[0]
    return replace(pile, layers=tuple(layers)), out


def filled(chance: Chance, pile: Pile) -> Pile:
    """Fill the row of a pile to five cards, or fewer if its deck runs out."""
    if len(pile.row) >= FACE_UP or not pile.layers:
        return pile
    pile, cards = take(chance, pile, FACE_UP - len(pile.row))
    return replace(pile, row=(*pile.row, *cards))


def replaced(chance: Chance, pile: Pile, card: str) -> Pile:
    """Remove a bought card from the row; the next card takes its place (rules 6.3).

    If the deck has none, the row gets shorter.
    """
    place = pile.row.index(card)
    pile, cards = take(chance, pile, 1)
    # No other card of the row moves.
    return replace(pile, row=(*pile.row[:place], *cards, *pile.row[place + 1 :]))


def fill_rows(turn: Turn, state: State) -> State:
    """Fill the rows, deck by deck from LINK to APP."""
    for deck in DECKS:
        state = put_pile(state, filled(turn.chance, state.pile(deck)))
    return state


def to_bottoms(state: State) -> State:
    """Put the row and the discards of each deck as one layer at its bottom."""
    return replace(state, piles=tuple(_bottomed(pile) for pile in state.piles))


def _bottomed(pile: Pile) -> Pile:
    loose = canonical((*pile.row, *pile.discards))
    layers = (*pile.layers, loose) if loose else pile.layers
    return Pile(deck=pile.deck, layers=layers)


def turn_user_card(turn: Turn, state: State) -> State:
    """Turn up the user card of this round: one of its era not seen yet (rules 4.3)."""
    era = era_of(state.round, turn.game.options.rounds)
    pool = [card.id for card in users_of(era) if card.id not in state.seen]
    (card,) = turn.chance.draw(USER_DECK, pool)
    return replace(state, user_card=card, seen=(*state.seen, card))
