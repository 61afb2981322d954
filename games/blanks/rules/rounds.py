"""A round's beginning and its end: Draw Black, Draw Hands, Cleanup (rules 7.1, 7.2, 7.5, 10)."""

from __future__ import annotations

from msgspec.structs import replace

from games.blanks.rules import dealing, events, scoring
from games.blanks.rules.game import Turn
from games.blanks.rules.state import Phase, Player, Result, State, Status, Winning, play_of, present


def begin(turn: Turn, state: State) -> State:
    """The next round, or the end if there are too few players or no black card is left."""
    here = present(state)
    if len(here) < 2 or all(player.bot for player in here):
        return finish(turn, state, "too_few_players")
    if not state.black_deck:
        return finish(turn, state, "black_deck_empty")
    state = dealing.turn_black(turn, replace(state, round=state.round + 1))
    assert state.black is not None
    turn.tell(events.round_begun(state.round, turn.game.content.black(state.black)))
    players = tuple(_taken_in(player) for player in state.players)
    state = replace(state, phase=Phase.PLAY, players=players)
    return dealing.fill_hands(turn, state)


def _taken_in(player: Player) -> Player:
    return player if player.status is Status.AWAY else replace(player, status=Status.IN)


def clean_up(turn: Turn, state: State, *, voted: bool) -> State:
    """Points, piles, missed rounds, the result; then the end or the next round."""
    state = _scored(turn, state, voted)
    state = clear_table(turn, state)
    state = replace(state, players=tuple(_after_round(turn, p) for p in state.players))
    reason = _reached(turn, state)
    return finish(turn, state, reason) if reason else begin(turn, state)


def clear_table(turn: Turn, state: State) -> State:
    """Cards played, withdrawn ones too, and the black card go to their discard piles."""
    cards = [card for laid in state.plays for card in laid.cards]
    state = dealing.to_discard(turn, state, cards)
    blacks = () if state.black is None else (state.black,)
    return replace(
        state,
        black=None,
        black_discard=(*state.black_discard, *blacks),
        plays=(),
        ballots=(),
        passed=(),
    )


def finish(turn: Turn, state: State, reason: str) -> State:
    """The end (rules 10) for this reason, told with its winners."""
    state = replace(state, phase=Phase.OVER, end_reason=reason)
    result = scoring.outcome(state)
    assert result is not None
    turn.tell(events.finished(result))
    return state


def _scored(turn: Turn, state: State, voted: bool) -> State:
    assert state.black is not None
    tally = scoring.counts(state)
    points = scoring.scorers(tally) if voted else ()
    result = Result(
        round=state.round,
        black=state.black,
        points=points,
        votes=tally,
        voted=voted,
        best=tuple(_winning(state, seat) for seat in points),
    )
    turn.tell(events.result(result))
    players = tuple(
        replace(player, score=player.score + 1) if player.seat in points else player
        for player in state.players
    )
    return replace(state, players=players, results=(*state.results, result))


def _winning(state: State, seat: int) -> Winning:
    laid = play_of(state, seat)
    assert laid is not None
    return Winning(seat=seat, cards=laid.cards)


def _after_round(turn: Turn, player: Player) -> Player:
    """The count of missed rounds, for those who took part in this one (rules 12)."""
    if player.status is not Status.IN:
        return player
    missed = player.missed + 1 if player.late else 0
    if missed < turn.game.options.away_after:
        return replace(player, missed=missed, late=False)
    turn.tell(events.away(player.seat))
    return replace(player, missed=missed, late=False, status=Status.AWAY)


def _reached(turn: Turn, state: State) -> str:
    options = turn.game.options
    best = max((player.score for player in state.players), default=0)
    if options.target_score and best >= options.target_score:
        return "target_score"
    if options.round_limit and state.round >= options.round_limit:
        return "round_limit"
    return ""
