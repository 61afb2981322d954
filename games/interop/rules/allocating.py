"""Placing users on an application (rules 8)."""

from __future__ import annotations

from msgspec.structs import replace

from games.interop.rules import deployment, events, offering
from games.interop.rules.actions import Allocate, Pass
from games.interop.rules.box import CARDS
from games.interop.rules.game import Turn
from games.interop.rules.refusals import asked, need
from games.interop.rules.state import State, put_player


def can_allocate(state: State, seat: int) -> bool:
    """Whether this seat is asked at all in the Allocation Phase (rules 8)."""
    return bool(offering.possible(state, seat))


def allocate(turn: Turn, state: State, seat: int | None, action: Allocate) -> State:
    """Users stay where they are put, for the rest of the game."""
    player = asked(state, seat, "allocate")
    assert state.user_card is not None
    need(any(one.app == action.app for one in player.apps), "not_available")
    offer = offering.offer_to(action.app, state.user_card)
    need(offer.users > 0, "wrong_features")
    need(1 <= action.users <= offer.users, "out_of_range")
    taken = action.users * CARDS[action.app].bandwidth
    need(taken <= deployment.free(player), "no_bandwidth")
    apps = tuple(
        replace(one, users=one.users + action.users) if one.app == action.app else one
        for one in player.apps
    )
    turn.tell(events.allocated(player.seat, action.app, action.users))
    return put_player(state, replace(player, apps=apps))


def place_none(turn: Turn, state: State, seat: int | None, action: Pass) -> State:
    """Rules 8: no users in this round. Codes: the general ones (rules 15)."""
    player = asked(state, seat, "allocate")
    turn.tell(events.passed(player.seat))
    return state
