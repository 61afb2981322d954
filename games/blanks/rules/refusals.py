"""Refusal codes with their sentences, and the checks that several actions begin with (rules 17)."""

from __future__ import annotations

from collections.abc import Sequence

from games.blanks.rules.state import Phase, Player, State, Status, player_at
from games.engine.refusing import Refusals

MESSAGES = {
    "not_playing": "This game is not being played. Nothing was done.",
    "not_a_player": "You are not a player of this game.",
    "stale": "That was meant for another round. Look at the new black card and choose again.",
    "wrong_phase": "That is not possible in this phase of the round.",
    "not_in_round": "You are not part of this round. You are in again from the next one on.",
    "already_played": "You have played in this round. A play cannot be changed.",
    "wrong_card_count": "This black card asks for another number of cards.",
    "duplicate_card": "You chose the same card twice. Each card can be used once.",
    "card_not_in_hand": "One of these cards is not in your hand. Choose from your hand.",
    "already_voted": "You have voted in this round. A vote cannot be changed.",
    "no_such_play": "There is no such play on the table. Choose one of those shown.",
    "own_play": "This is your own play. Vote for somebody else's.",
    "play_withdrawn": "This play was withdrawn, as its author has left. Choose another one.",
    "not_enough_points": "Discarding costs 1 point, and you have none.",
    "no_cards": "Choose at least one card to discard.",
    "not_away": "You are not away, so there is nothing to come back from.",
    "malformed": "This could not be read. Reload the page and try again.",
}

_REFUSALS = Refusals(MESSAGES)
refuse, need = _REFUSALS.refuse, _REFUSALS.need


def running(state: State) -> None:
    """Raises `not_playing` when the match is over."""
    need(state.phase is not Phase.OVER, "not_playing")


def member(state: State, seat: int | None) -> Player:
    """The player on this seat. Raises `not_playing` or `not_a_player`."""
    running(state)
    player = player_at(state, seat)
    if player is None:
        raise refuse("not_a_player")
    return player


def in_phase(state: State, seat: int | None, number: int, phase: Phase) -> Player:
    """The participant on this seat, if it is this round and this phase."""
    player = member(state, seat)
    need(number == state.round, "stale")
    need(state.phase is phase, "wrong_phase")
    need(player.status is Status.IN, "not_in_round")
    return player


def from_hand(player: Player, cards: Sequence[str]) -> None:
    """Raises `duplicate_card` or `card_not_in_hand`."""
    need(len(set(cards)) == len(cards), "duplicate_card")
    need(set(cards) <= set(player.hand), "card_not_in_hand")
