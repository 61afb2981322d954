"""The course of a match: its start, the rounds, and its end."""

from __future__ import annotations

from msgspec.structs import replace

from games.interop.rules import decks, deployment, events, purchases, scoring
from games.interop.rules.actions import Allocate, EndTurn, Founder, Pass, asked, need
from games.interop.rules.box import CARDS, GRANT_FLOOR, KITS, USERS, start_money
from games.interop.rules.cards import DECKS
from games.interop.rules.options import Turn
from games.interop.rules.state import (
    Account,
    Phase,
    Player,
    Revenue,
    RoundEnd,
    State,
    put_pile,
    put_player,
)

# --- Allocation (rules 8)


def can_allocate(state: State, seat: int) -> bool:
    """Return True if this seat is asked in the Allocation Phase (rules 8)."""
    return bool(deployment.possible(state, seat))


def allocate(turn: Turn, state: State, seat: int | None, action: Allocate) -> State:
    """Place users on an application, where they stay to the end (rules 8).

    Refusals in this order: the general ones (rules 15), `not_available`, `wrong_features`,
    `out_of_range`, `no_bandwidth`.
    """
    player = asked(state, seat, action, "allocate")
    assert state.user_card is not None
    need(any(app.app == action.app for app in player.apps), "not_available")
    offer = deployment.offer_to(action.app, state.user_card)
    need(offer.users > 0, "wrong_features")
    need(1 <= action.users <= offer.users, "out_of_range")
    taken = action.users * CARDS[action.app].bandwidth
    need(taken <= deployment.free(player), "no_bandwidth")
    apps = tuple(
        replace(app, users=app.users + action.users) if app.app == action.app else app
        for app in player.apps
    )
    turn.tell(events.allocated(player.seat, action.app, action.users))
    return put_player(state, replace(player, apps=apps))


def place_none(turn: Turn, state: State, seat: int | None, action: Pass) -> State:
    """Place no users in this round (rules 8).

    Refusals: the general ones (rules 15).
    """
    player = asked(state, seat, action, "allocate")
    turn.tell(events.passed(player.seat))
    return state


def begin(turn: Turn, state: State) -> State:
    """Begin the next round: fill the rows and begin the first player's turn."""
    state = replace(state, phase=Phase.INVESTMENT, round=state.round + 1)
    turn.tell(events.round_begun(state.round, turn.game.options.rounds, state.first))
    return begin_turn(turn, decks.fill_rows(turn, state), state.first)


def begin_turn(turn: Turn, state: State, seat: int) -> State:
    """Begin a turn with the grant, if the seat is due one (rules 11)."""
    state = replace(state, turn=seat, used=(), done=(), drawn=None)
    player = state.players[seat]
    if state.round == 1 or player.income != 0 or player.money >= GRANT_FLOOR:
        return state
    amount = GRANT_FLOOR - player.money
    turn.tell(events.grant(seat, player.money, amount))
    account = player.account
    account = replace(account, grants=account.grants + 1, granted=account.granted + amount)
    return put_player(state, replace(player, money=GRANT_FLOOR, account=account))


def end_turn(turn: Turn, state: State, seat: int | None, action: EndTurn) -> State:
    """Begin the next turn, or the Allocation Phase (rules 6.1).

    Refusals: the general ones (rules 15).
    """
    asked(state, seat, action, "invest")
    following = (state.turn + 1) % state.seats
    if following != state.first:
        return begin_turn(turn, state, following)
    state = replace(state, phase=Phase.ALLOCATION, used=(), done=())
    state = decks.turn_user_card(turn, state)
    assert state.user_card is not None
    turn.tell(events.user_card(state.first, USERS[state.user_card]))
    return ask_allocation(turn, state, state.order())


def ask_allocation(turn: Turn, state: State, seats: tuple[int, ...]) -> State:
    """Ask the first of these seats that can place users; if none can, pay revenues."""
    for seat in seats:
        if can_allocate(state, seat):
            return replace(state, turn=seat)
        turn.tell(events.no_allocation(seat))
    return revenues(turn, state)


def after_allocation(turn: Turn, state: State) -> State:
    """Ask the seats after the one that has just answered, in order."""
    order = state.order()
    return ask_allocation(turn, state, order[order.index(state.turn) + 1 :])


def revenues(turn: Turn, state: State) -> State:
    """Pay the revenues, then begin the next round or end the match."""
    sums = [deployment.sums(state.players, seat) for seat in range(state.seats)]
    state = replace(decks.to_bottoms(state), user_card=None)
    for seat in state.order():
        player = _earned(state.players[seat], sums[seat])
        turn.tell(events.revenue(seat, player.income or 0, sums[seat]))
        state = put_player(state, player)
    state = replace(state, first=(state.first + 1) % state.seats)
    if state.round < turn.game.options.rounds:
        return begin(turn, state)
    return finish(turn, state, events.ROUNDS_OVER)


def finish(turn: Turn, state: State, reason: str) -> State:
    """End the match for this reason, with an event that names the winners (rules 13)."""
    state = replace(state, phase=Phase.OVER, end_reason=reason)
    result = scoring.outcome(state)
    assert result is not None
    turn.tell(events.over(result))
    return state


def _earned(player: Player, sums: tuple[Revenue, ...]) -> Player:
    amount, account = deployment.income(sums), player.account
    money = player.money + amount
    shared = amount - sum(revenue.bandwidth * revenue.users for revenue in sums)
    return replace(
        player,
        money=money,
        account=replace(account, earned=account.earned + amount, shared=account.shared + shared),
        income=amount,
        history=(*player.history, RoundEnd(income=amount, money=money)),
        paid=sums,
    )


# --- Start: decks, money and founder kits (rules 4)


def start(players: int) -> State:
    """Return the state before the first founder; the last seat is asked first."""
    return State(
        phase=Phase.FOUNDERS,
        round=0,
        first=0,
        turn=players - 1,
        players=tuple(_player(seat, players) for seat in range(players)),
        piles=tuple(decks.new_pile(deck, players) for deck in DECKS),
        kits=tuple(kit.protocol for kit in KITS),
    )


def _player(seat: int, players: int) -> Player:
    money = start_money(seat, players)
    return Player(seat=seat, money=money, account=Account(start=money))


def founder(turn: Turn, state: State, seat: int | None, action: Founder) -> State:
    """Take a founder kit (rules 4).

    Refusals in this order: the general ones (rules 15), `not_available`, `bad_licence`, `bad_fee`.
    """
    player = asked(state, seat, action, "founder")
    need(action.kit in state.kits, "not_available")
    decided = purchases.decided(action.licence, action.fee)
    kit = next(kit for kit in KITS if kit.protocol == action.kit)
    for name in (kit.protocol, kit.application):
        card = CARDS[name]
        state = put_pile(state, decks.without(state.pile(card.deck), name))
        player = deployment.with_card(player, card)
    kits = tuple(other for other in state.kits if other != kit.protocol)
    state = put_player(replace(state, kits=kits), player)
    state, licence = purchases.deploy(state, kit.protocol, player.seat, decided)
    turn.tell(events.founded(player.seat, kit.application, licence))
    if player.seat:
        return replace(state, turn=player.seat - 1)
    # Kits that nobody took are ordinary cards from now on.
    return begin(turn, replace(state, kits=()))
