"""When Play and Vote end, and what happens then (rules 6, 7.3, 7.4, 12)."""

from __future__ import annotations

from msgspec.structs import replace

from games.blanks.rules import events, rounds, show
from games.blanks.rules.game import Turn, TypedSetup
from games.blanks.rules.state import (
    Laid,
    Phase,
    State,
    asked,
    live_plays,
    participants,
    player_at,
    put,
    shown_plays,
)
from games.engine.base import Decision


def decision_id(state: State) -> str:
    """Round and phase: what a timer names. "" when the match is over."""
    return "" if state.phase is Phase.OVER else f"{state.round}.{state.phase.value}"


def decision(game: TypedSetup, state: State) -> Decision | None:
    """Who owes a play or a vote, and for how many seconds (rules 12); None when it is over."""
    if state.phase is Phase.OVER:
        return None
    return Decision(
        id=decision_id(state),
        kind=state.phase.value,
        asked=asked(state),
        seconds=show.seconds(game, state),
    )


def advance(turn: Turn, state: State) -> State:
    """Ends the phase if nobody is awaited any more, or too little is left to go on with."""
    match state.phase:
        case Phase.PLAY:
            return _advance_play(turn, state)
        case Phase.VOTE:
            if len(live_plays(state)) < 2 or not asked(state):
                return _close_vote(turn, state)
            return state
        case Phase.OVER:
            return state


def run_out(turn: Turn, state: State, seats: tuple[int, ...]) -> State:
    """The clock ran out on these seats: nothing more from them in this phase."""
    for seat in seats:
        player = player_at(state, seat)
        assert player is not None
        state = put(state, replace(player, late=True))
    turn.tell(events.time_up(state.phase.value, seats))
    return advance(turn, replace(state, passed=(*state.passed, *seats)))


def _advance_play(turn: Turn, state: State) -> State:
    if len(participants(state)) < 2:
        return rounds.clean_up(turn, state, voted=False)
    if asked(state):
        return state
    if len(live_plays(state)) < 2:
        return rounds.clean_up(turn, state, voted=False)
    return _open_vote(turn, state)


def _open_vote(turn: Turn, state: State) -> State:
    """Live plays in a random order with random handles. Those withdrawn before are never shown."""
    live = {laid.seat: laid for laid in live_plays(state)}
    order = turn.chance.shuffle("order", sorted(live))
    shown = tuple(_shown(turn, live[seat]) for seat in order)
    hidden = tuple(laid for laid in state.plays if laid.withdrawn)
    turn.tell(events.voting(len(shown)))
    return replace(state, phase=Phase.VOTE, plays=(*shown, *hidden), passed=())


def _shown(turn: Turn, laid: Laid) -> Laid:
    return replace(laid, handle=turn.chance.token("handle"))


def _close_vote(turn: Turn, state: State) -> State:
    """The closing views are the very last thing of the Vote phase (rules 14.3)."""
    assert shown_plays(state)
    for seat, view in show.closing(turn.game, state):
        turn.tell(events.closing(view, seat))
    return rounds.clean_up(turn, state, voted=True)
