"""Invariants of all positions in random matches of Merchant Kings."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import choices, codec
from games.engine.dealer import Seeded
from games.merchants.rules import cards
from games.merchants.rules.state import Phase, State
from tests.games.engine.walks import free_chance, in_lives, life

in_every_life = in_lives("merchants")
HAND_NEEDED = (Phase.SEIZE, Phase.DUEL, Phase.STACK, Phase.GIVE)


def states(name: str, seed: str) -> Iterator[State]:
    yield from life(name, seed).states


@in_every_life
def test_all_54_cards_are_in_exactly_one_zone(name: str, seed: str) -> None:
    for state in states(name, seed):
        conserved = life(name, seed).engine.conserved(state)
        assert conserved["cards"] == sorted(cards.CARDS)


@in_every_life
def test_every_card_is_in_a_possible_zone(name: str, seed: str) -> None:
    for state in states(name, seed):
        assert all(cards.is_egg(card) for card in state.nest)
        assert all(cards.is_commodity(card) for card in state.stocks)
        assert all(cards.is_king(card) for card in state.exiled_kings)
        for pile in (state.deck, state.discard, state.exile):
            assert not any(cards.is_egg(card) or cards.is_king(card) for card in pile)
        for player in state.players:
            assert all("emblem" in cards.modes(card) for card in player.front)
            assert not any(cards.is_king(card) for card in player.hand)
            assert player.hand == cards.in_order(player.hand)


@in_every_life
def test_no_black_market_is_empty_and_no_number_is_used_twice(name: str, seed: str) -> None:
    before: set[int] = set()
    used: set[int] = set()
    for state in states(name, seed):
        numbers = {one.number for one in state.markets}
        assert len(numbers) == len(state.markets)
        assert all(one.cards for one in state.markets)
        assert not (numbers - before) & used
        before = numbers
        used |= numbers


@in_every_life
def test_2_5_only_public_facts_decide_which_seats_are_pending(name: str, seed: str) -> None:
    for state in states(name, seed):
        for seat in state.asked:
            assert not state.players[seat].out
            assert state.players[seat].hand or state.phase not in HAND_NEEDED
        if state.event is not None and state.phase is Phase.SEIZE:
            assert not set(state.asked) & set(state.event.no_seizing)
        if state.event is not None and state.phase is Phase.STACK:
            assert not set(state.asked) & set(state.event.no_playing)


@in_every_life
def test_2_5_hidden_cards_do_not_change_the_pending_seats(name: str, seed: str) -> None:
    lived, chance = life(name, seed), Seeded(seed)
    for state in states(name, seed):
        if state.phase is not Phase.MARKET:
            continue
        seat = state.active
        other = lived.engine.scramble(state, seat, free_chance())
        for choice in lived.engine.choices(state, seat):
            if choice.action not in ("buy", "play"):
                continue
            raw = choices.sample(choice, chance)
            action = codec.decode_action(raw or {}, lived.engine.action_type)
            one = lived.engine.apply(state, seat, action, free_chance()).state
            two = lived.engine.apply(other, seat, action, free_chance()).state
            if Phase.SEIZE in (one.phase, two.phase) or Phase.STACK in (one.phase, two.phase):
                assert (one.phase, one.asked, one.decision) == (two.phase, two.asked, two.decision)


@in_every_life
def test_nothing_is_pending_between_two_turns(name: str, seed: str) -> None:
    for state in states(name, seed):
        assert state.actions >= 0
        assert state.minor >= 0
        if state.phase is Phase.MARKET:
            assert state.purchase is None
            assert state.stack is None
            assert not state.players[state.active].out
            assert (state.actions, state.minor) != (0, 0)


@in_every_life
def test_rounds_only_rise_and_everybody_has_the_same_number_of_turns(name: str, seed: str) -> None:
    rounds = [state.round for state in states(name, seed)]
    assert rounds == sorted(rounds)
    last = rounds[-1]
    turns: dict[int, set[tuple[int, int]]] = {}
    for state in states(name, seed):
        if state.phase is Phase.MARKET:
            turns.setdefault(state.round, set()).add((state.round, state.active))
    for number, had in turns.items():
        if number < last and not name.startswith("merchants-hard"):
            assert len(had) == len(life(name, seed).states[0].players)
