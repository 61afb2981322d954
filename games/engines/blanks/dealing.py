"""Decks, discard piles and hands (rules 5, 7.1, 7.2)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.engines.blanks.game import Turn
from games.engines.blanks.options import FULL_HAND
from games.engines.blanks.state import Player, State, participants, put


def to_discard(turn: Turn, state: State, cards: Iterable[str]) -> State:
    """White cards onto their discard pile."""
    pile = turn.game.content.in_order((*state.white_discard, *cards))
    return replace(state, white_discard=pile)


def turn_black(turn: Turn, state: State) -> State:
    """The next black card becomes the active one. The deck must not be empty."""
    (card,) = turn.chance.draw("black", state.black_deck)
    left = tuple(other for other in state.black_deck if other != card)
    return replace(state, black=card, black_deck=left)


def fill_hands(turn: Turn, state: State) -> State:
    """Each participant, in seat order, up to a full hand; larger hands are left alone."""
    assert state.black is not None
    full = FULL_HAND + turn.game.content.black(state.black).draw
    for player in participants(state):
        state = _fill(turn, state, player, full)
    return state


def _fill(turn: Turn, state: State, player: Player, full: int) -> State:
    hand = player.hand
    while len(hand) < full:
        state = _reshuffled(state)
        if not state.white_deck:
            break  # both piles empty: deals what there is and goes on (rules 5)
        count = min(full - len(hand), len(state.white_deck))
        drawn = turn.chance.draw("white", state.white_deck, count)
        left = tuple(card for card in state.white_deck if card not in drawn)
        state = replace(state, white_deck=left)
        hand = (*hand, *drawn)
    return put(state, replace(player, hand=hand))


def _reshuffled(state: State) -> State:
    """An empty deck takes up the discard pile. Nothing is shuffled: decks have no order here."""
    if state.white_deck:
        return state
    return replace(state, white_deck=state.white_discard, white_discard=())
