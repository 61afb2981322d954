"""A round: its beginning, its turns, the Revenue Phase; and the end (rules 5, 6, 10, 13)."""

from __future__ import annotations

from msgspec.structs import replace

from games.interop.rules import allocating, dealing, events, revenue, scoring
from games.interop.rules.actions import EndTurn
from games.interop.rules.box import GRANT_FLOOR, USERS
from games.interop.rules.game import Turn
from games.interop.rules.refusals import asked
from games.interop.rules.state import Phase, Player, Revenue, RoundEnd, State, put_player


def begin(turn: Turn, state: State) -> State:
    """The next round: rows are filled, and the first player's turn begins."""
    state = replace(state, phase=Phase.INVESTMENT, round=state.round + 1)
    turn.tell(events.round_begun(state.round, turn.game.options.rounds, state.first))
    return begin_turn(turn, dealing.fill_rows(turn, state), state.first)


def begin_turn(turn: Turn, state: State, seat: int) -> State:
    """A turn begins with the grant, where there is one (rules 11)."""
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
    """Rules 6.1: the next turn, or the Allocation Phase. Codes: the general ones (rules 15)."""
    asked(state, seat, "invest")
    following = (state.turn + 1) % state.seats
    if following != state.first:
        return begin_turn(turn, state, following)
    state = replace(state, phase=Phase.ALLOCATION, used=(), done=())
    state = dealing.turn_user_card(turn, state)
    assert state.user_card is not None
    turn.tell(events.user_card(state.first, USERS[state.user_card]))
    return ask_allocation(turn, state, state.order())


def ask_allocation(turn: Turn, state: State, seats: tuple[int, ...]) -> State:
    """The first of these seats that can place users is asked; if none can, revenue comes."""
    for seat in seats:
        if allocating.can_allocate(state, seat):
            return replace(state, turn=seat)
        turn.tell(events.no_allocation(seat))
    return revenues(turn, state)


def after_allocation(turn: Turn, state: State) -> State:
    """Those after the seat that has just answered, in order."""
    order = state.order()
    return ask_allocation(turn, state, order[order.index(state.turn) + 1 :])


def revenues(turn: Turn, state: State) -> State:
    """The Revenue Phase, and what follows it."""
    sums = [revenue.sums(state.players, seat) for seat in range(state.seats)]
    state = replace(dealing.to_bottoms(state), user_card=None)
    for seat in state.order():
        player = _earned(state.players[seat], sums[seat])
        turn.tell(events.revenue(seat, player.income or 0, sums[seat]))
        state = put_player(state, player)
    state = replace(state, first=(state.first + 1) % state.seats)
    if state.round < turn.game.options.rounds:
        return begin(turn, state)
    return finish(turn, state, events.ROUNDS_OVER)


def finish(turn: Turn, state: State, reason: str) -> State:
    """The end (rules 13) for this reason, told with its winners."""
    state = replace(state, phase=Phase.OVER, end_reason=reason)
    result = scoring.outcome(state)
    assert result is not None
    turn.tell(events.over(result))
    return state


def _earned(player: Player, sums: tuple[Revenue, ...]) -> Player:
    amount, account = revenue.income(sums), player.account
    money = player.money + amount
    shared = amount - sum(one.bandwidth * one.users for one in sums)
    return replace(
        player,
        money=money,
        account=replace(account, earned=account.earned + amount, shared=account.shared + shared),
        income=amount,
        history=(*player.history, RoundEnd(income=amount, money=money)),
        paid=sums,
    )
