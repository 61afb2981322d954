"""The start: decks, money, and the founder kits in reverse order (rules 4)."""

from __future__ import annotations

from msgspec.structs import replace

from games.interop.rules import dealing, deployment, events, licensing, rounds
from games.interop.rules.actions import Founder
from games.interop.rules.box import CARDS, KITS, start_money
from games.interop.rules.cards import DECKS
from games.interop.rules.game import Turn
from games.interop.rules.refusals import asked, need
from games.interop.rules.state import Account, Phase, Player, State, put_pile, put_player


def start(players: int) -> State:
    """Before the first founder. The last seat is asked first."""
    return State(
        phase=Phase.FOUNDERS,
        round=0,
        first=0,
        turn=players - 1,
        players=tuple(_player(seat, players) for seat in range(players)),
        piles=tuple(dealing.new_pile(deck, players) for deck in DECKS),
        kits=tuple(kit.protocol for kit in KITS),
    )


def _player(seat: int, players: int) -> Player:
    money = start_money(seat, players)
    return Player(seat=seat, money=money, account=Account(start=money))


def founder(turn: Turn, state: State, seat: int | None, action: Founder) -> State:
    """Rules 4. Codes: the general ones (rules 15), `not_available`, `bad_licence`, `bad_fee`."""
    player = asked(state, seat, "founder")
    need(action.kit in state.kits, "not_available")
    decided = licensing.decided(action.licence, action.fee)
    kit = next(kit for kit in KITS if kit.protocol == action.kit)
    for name in (kit.protocol, kit.application):
        card = CARDS[name]
        state = put_pile(state, dealing.without(state.pile(card.deck), name))
        player = deployment.with_card(player, card)
    kits = tuple(other for other in state.kits if other != kit.protocol)
    state = put_player(replace(state, kits=kits), player)
    state, licence = licensing.deploy(state, kit.protocol, player.seat, decided)
    turn.tell(events.founded(player.seat, kit.application, licence))
    if player.seat:
        return replace(state, turn=player.seat - 1)
    # Kits nobody took are ordinary cards from now on.
    return rounds.begin(turn, replace(state, kits=()))
