"""Decks, discard piles and hands (rules 5, 7.1, 7.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from games.blanks.rules.game import Turn
from games.blanks.rules.options import FULL_HAND
from games.blanks.rules.state import State, participants, put


def to_discard(turn: Turn, state: State, cards: Iterable[str]) -> State:
    """White cards onto their discard pile."""
    pile = turn.game.content.in_order((*state.white_discard, *cards))
    return replace(state, white_discard=pile)


def turn_black(turn: Turn, state: State) -> State:
    """The next black card becomes the active one. The deck must not be empty."""
    deck = state.black_deck
    (card,) = turn.chance.draw("black", deck)
    return replace(state, black=card, black_deck=tuple(other for other in deck if other != card))


def fill_hands(turn: Turn, state: State) -> State:
    """Each participant, in seat order, up to a full hand; larger hands are left alone."""
    assert state.black is not None
    full = FULL_HAND + turn.game.content.black(state.black).draw
    piles = _Piles(state.white_deck, state.white_discard)
    for player in participants(state):
        hand, piles = _filled(turn, player.hand, full, piles)
        state = put(state, replace(player, hand=hand))
    return replace(state, white_deck=piles.deck, white_discard=piles.discard)


class _Piles(NamedTuple):
    """The white cards that nobody holds, by their ids."""

    deck: tuple[str, ...]
    discard: tuple[str, ...]


def _filled(
    turn: Turn, hand: tuple[str, ...], full: int, piles: _Piles
) -> tuple[tuple[str, ...], _Piles]:
    while len(hand) < full:
        piles = _reshuffled(piles)
        if not piles.deck:
            break  # both piles empty: deals what there is and goes on (rules 5)
        count = min(full - len(hand), len(piles.deck))
        drawn = turn.chance.draw("white", piles.deck, count)
        left = tuple(card for card in piles.deck if card not in drawn)
        hand, piles = (*hand, *drawn), _Piles(left, piles.discard)
    return hand, piles


def _reshuffled(piles: _Piles) -> _Piles:
    """An empty deck takes up the discard pile. Nothing is shuffled: decks have no order here."""
    return piles if piles.deck else _Piles(piles.discard, ())
