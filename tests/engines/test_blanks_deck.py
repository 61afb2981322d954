"""Decks are carried encoded; a state is stored, compared and read as if they were not."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from games.engines import codec
from games.engines.blanks.deck import cards_in, packed, size
from games.engines.blanks.state import State
from tests.engines.blanks_play import Match


@pytest.mark.parametrize("cards", [(), ("w0001",), ("w0001", "w0002", "w0010")])
def test_a_deck_holds_what_was_put_in(cards: tuple[str, ...]) -> None:
    deck = packed(cards)
    assert (cards_in(deck), size(deck)) == (cards, len(cards))


def test_in_a_snapshot_it_is_a_list_of_ids() -> None:
    state = Match().state
    stored = json.loads(codec.encode(state))
    assert stored["white_deck"] == list(cards_in(state.white_deck))
    assert len(stored["black_deck"]) == size(state.black_deck) > 0
    assert codec.plain(state)["white_deck"] == stored["white_deck"]


def test_states_are_the_same_where_their_decks_are() -> None:
    state = Match().state
    again = codec.decode(codec.encode(state), State)
    assert again == state
    first, *others = cards_in(state.white_deck)
    assert replace(again, white_deck=packed(others)) != state
    assert replace(again, white_deck=packed([first, *others])) == state
