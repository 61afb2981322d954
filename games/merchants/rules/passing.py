"""Automatic passes (rules 2.5): when the house passes for a seat after a delay it draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine import codec
from games.merchants.rules import cards, checks
from games.merchants.rules.preferences import MerchantsPreferences
from games.merchants.rules.state import Phase, Player, State, owing


def passes(state: State, seat: int, wishes: Mapping[str, Any]) -> bool:
    """Whether this seat owes an answer that the house may give for it: a pass."""
    if seat not in owing(state):
        return False
    given = codec.build(dict(wishes), MerchantsPreferences, strict=False)
    player = state.players[seat]
    match state.phase:
        case Phase.SEIZE:
            return _seize(state, player, given)
        case Phase.DUEL:
            return given.without_usable and not checks.usable(state, player)
        case Phase.STACK:
            return _stack(state, player, given)
        case _:
            return False


def _seize(state: State, player: Player, given: MerchantsPreferences) -> bool:
    assert state.purchase is not None
    of_king = player.king != "" and player.king[0] == state.purchase.suit
    return (
        given.seize_never
        or (given.seize_unless_king and not of_king)
        or (given.without_usable and not checks.usable(state, player))
    )


def _stack(state: State, player: Player, given: MerchantsPreferences) -> bool:
    played = state.stack.cards if state.stack else ()
    threatened = any(one.mode == "power" and one.seat != player.seat for one in played)
    return (
        (given.power_phase_never and not played)
        or (given.respond_unless_power and bool(played) and not threatened)
        or (given.without_usable and not any(cards.modes(card) for card in player.hand))
    )
