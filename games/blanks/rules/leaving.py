"""Coming and going in a running match, the clock, and a broken-off match (rules 3, 11, 12)."""

from __future__ import annotations

from msgspec.structs import replace

from games.blanks.rules import dealing, events, phases, rounds
from games.blanks.rules.actions import Abstain, Pass
from games.blanks.rules.game import Turn
from games.blanks.rules.refusals import in_phase, member, need, refuse
from games.blanks.rules.scoring import ABORTED
from games.blanks.rules.state import Gone, Laid, Phase, Player, State, asked, play_of
from games.engine.base import Join, Leave


def come_or_go(turn: Turn, state: State, seat: int | None, action: Join | Leave) -> State:
    """In a match that runs: somebody joins, or is out for good (rules 3, 11)."""
    if isinstance(action, Join):
        return _join(turn, state, seat, action)
    return _leave(turn, state, seat, action)


def _join(turn: Turn, state: State, seat: int | None, action: Join) -> State:
    """A new player waits for the next round. Seat numbers only rise; None: the next one."""
    number = state.next_seat if seat is None else seat
    if number < state.next_seat:
        raise refuse("malformed")
    player = Player(seat=number, bot=action.bot)
    turn.tell(events.joined(number, action.bot))
    return replace(state, players=(*state.players, player), next_seat=number + 1)


def _leave(turn: Turn, state: State, seat: int | None, action: Leave) -> State:
    """The hand is thrown away, the play withdrawn, the vote stands; then the phase is checked."""
    player = member(state, seat)
    state = dealing.to_discard(turn, state, player.hand)
    state = replace(
        state,
        players=tuple(other for other in state.players if other.seat != player.seat),
        gone=(*state.gone, Gone(seat=player.seat, how=action.how)),
    )
    turn.tell(events.gone(player.seat, action.how))
    if play_of(state, player.seat) is not None:
        state = replace(state, plays=tuple(_withdrawn(p, player.seat) for p in state.plays))
        turn.tell(events.withdrawn())
    return phases.advance(turn, state)


def _withdrawn(laid: Laid, seat: int) -> Laid:
    return replace(laid, withdrawn=True) if laid.seat == seat else laid


def default(turn: Turn, state: State, seat: int | None, action: Pass | Abstain) -> State:
    """The time is up for one seat alone."""
    phase = Phase.PLAY if isinstance(action, Pass) else Phase.VOTE
    player = in_phase(state, seat, state.round, phase)
    need(player.seat in asked(state), "stale")
    return phases.run_out(turn, state, (player.seat,))


def abort(turn: Turn, state: State) -> State:
    """Broken off: no points, no result of this round, no closing views."""
    return rounds.finish(turn, rounds.clear_table(turn, state), ABORTED)
