"""Decks, hands and the course of a round: draw, play, vote, clean up.

Rules 5 to 7 and 12.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from games.blanks.rules import events, scoring, show
from games.blanks.rules.content import Turn, TypedSetup
from games.blanks.rules.state import (
    Laid,
    Phase,
    Player,
    Result,
    State,
    Status,
    Winning,
    asked,
    live_plays,
    participants,
    play_of,
    player_at,
    present,
    put,
    shown_plays,
)
from games.engine.base import Decision

MOST_BREAKS = 3  # without a card played in between


def to_discard(turn: Turn, state: State, cards: Iterable[str]) -> State:
    """Put white cards on their discard pile."""
    pile = turn.game.content.in_order((*state.white_discard, *cards))
    return replace(state, white_discard=pile)


def turn_black(turn: Turn, state: State) -> State:
    """Turn up the next black card. The deck must not be empty."""
    deck = state.black_deck
    (card,) = turn.chance.draw("black", deck)
    return replace(state, black=card, black_deck=tuple(other for other in deck if other != card))


def fill_hands(turn: Turn, state: State) -> State:
    """Deal each participant a full hand, in seat order. Larger hands are left alone."""
    assert state.black is not None
    full = turn.game.options.hand_size + turn.game.content.black(state.black).draw
    piles = _Piles(state.white_deck, state.white_discard)
    for player in participants(state):
        hand, piles = _filled(turn, player.hand, full, piles)
        state = put(state, replace(player, hand=hand))
    return replace(state, white_deck=piles.deck, white_discard=piles.discard)


class _Piles(NamedTuple):
    """The white cards that nobody holds, by id."""

    deck: tuple[str, ...]
    discard: tuple[str, ...]


def _filled(
    turn: Turn, hand: tuple[str, ...], full: int, piles: _Piles
) -> tuple[tuple[str, ...], _Piles]:
    while len(hand) < full:
        piles = _reshuffled(piles)
        if not piles.deck:
            break  # both piles are empty: the hand stays short (rules 5)
        count = min(full - len(hand), len(piles.deck))
        drawn = turn.chance.draw("white", piles.deck, count)
        left = tuple(card for card in piles.deck if card not in drawn)
        hand, piles = (*hand, *drawn), _Piles(left, piles.discard)
    return hand, piles


def _reshuffled(piles: _Piles) -> _Piles:
    """Return the piles with an empty deck replaced by the discard pile."""
    # Nothing is shuffled, since a deck has no order here.
    return piles if piles.deck else _Piles(piles.discard, ())


# --- Draw Black, Draw Hands and Cleanup (rules 7.1, 7.2, 7.5, 10)


def begin(turn: Turn, state: State) -> State:
    """Begin the next round.

    If too few players are there, a break comes first if it may, else the match ends. It also ends
    if no black card is left.
    """
    if not _enough(present(state)):
        if _may_break(turn, state):
            return _begin_break(turn, state)
        return finish(turn, state, "too_few_players")
    if not state.black_deck:
        return finish(turn, state, "black_deck_empty")
    state = turn_black(turn, replace(state, round=state.round + 1))
    assert state.black is not None
    turn.tell(events.round_begun(state.round, turn.game.content.black(state.black)))
    players = tuple(_taking_part(player) for player in state.players)
    state = replace(state, phase=Phase.PLAY, players=players)
    return fill_hands(turn, state)


def _enough(players: Sequence[Player]) -> bool:
    """Return True if these players can play a round: two of them, one a person."""
    return len(players) >= 2 and not all(player.bot for player in players)


def _may_break(turn: Turn, state: State) -> bool:
    """Return True if the table may wait for players to come back (rules 12)."""
    idle = state.breaks >= MOST_BREAKS
    return turn.game.options.break_seconds > 0 and _enough(state.players) and not idle


def _begin_break(turn: Turn, state: State) -> State:
    seats = tuple(p.seat for p in state.players if p.status is Status.AWAY)
    turn.tell(events.break_begun(turn.game.options.break_seconds, seats))
    return replace(state, phase=Phase.BREAK, breaks=state.breaks + 1)


def _end_break(turn: Turn, state: State) -> State:
    """End a break. The match ends too if too few players are there."""
    turn.tell(events.break_ended())
    if not _enough(present(state)):
        return finish(turn, state, "too_few_players")
    return begin(turn, state)


def _taking_part(player: Player) -> Player:
    return player if player.status is Status.AWAY else replace(player, status=Status.IN)


def clean_up(turn: Turn, state: State, *, voted: bool) -> State:
    """Score the round and clear the table; then end the match or begin a round."""
    state = _scored(turn, state, voted)
    state = clear_table(turn, state)
    state = replace(state, players=tuple(_after_round(turn, p) for p in state.players))
    reason = _reached(turn, state)
    return finish(turn, state, reason) if reason else begin(turn, state)


def clear_table(turn: Turn, state: State) -> State:
    """Discard the black card and all played cards, withdrawn or not."""
    cards = [card for laid in state.plays for card in laid.cards]
    state = to_discard(turn, state, cards)
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
    """End the match for this reason (rules 10), with an event that names the winners."""
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
    """Update a participant's count of missed rounds (rules 12).

    Too many in a row make the player away.
    """
    if player.status is not Status.IN:
        return player
    missed = player.missed + 1 if player.late else 0
    if missed < turn.game.options.away_after:
        return replace(player, missed=missed, late=False, discarded=False)
    turn.tell(events.away(player.seat))
    return replace(player, missed=missed, late=False, discarded=False, status=Status.AWAY)


def _reached(turn: Turn, state: State) -> str:
    options = turn.game.options
    best = max((player.score for player in state.players), default=0)
    if options.target_score and best >= options.target_score:
        return "target_score"
    if options.round_limit and state.round >= options.round_limit:
        return "round_limit"
    return ""


# --- End of Play and Vote (rules 6, 7.3, 7.4, 12)


def decision_id(state: State) -> str:
    """Return the id of the open decision, "round.phase", or "" if the match is over."""
    return "" if state.phase is Phase.OVER else f"{state.round}.{state.phase.value}"


def decision(game: TypedSetup, state: State) -> Decision | None:
    """Return the open decision with its seats and seconds (rules 12).

    None if the match is over.
    """
    if state.phase is Phase.OVER:
        return None
    return Decision(
        id=decision_id(state),
        kind=state.phase.value,
        asked=asked(state),
        seconds=show.seconds(game, state),
    )


def advance(turn: Turn, state: State) -> State:
    """End the phase if no seat is pending or too few plays or players are left."""
    match state.phase:
        case Phase.PLAY:
            return _advance_play(turn, state)
        case Phase.VOTE:
            if len(live_plays(state)) < 2 or not asked(state):
                return _close_vote(turn, state)
            return state
        case Phase.BREAK:
            # It also ends when nobody is left for whom to wait.
            over = _enough(present(state)) or not _enough(state.players)
            return _end_break(turn, state) if over else state
        case Phase.OVER:
            return state


def run_out(turn: Turn, state: State, seats: tuple[int, ...]) -> State:
    """Pass for these seats in this phase, because their time is up.

    The end of a break asks no seat.
    """
    if state.phase is Phase.BREAK:
        return _end_break(turn, state)
    for seat in seats:
        player = player_at(state, seat)
        assert player is not None
        state = put(state, replace(player, late=True))
    turn.tell(events.time_up(state.phase.value, seats))
    return advance(turn, replace(state, passed=(*state.passed, *seats)))


def _advance_play(turn: Turn, state: State) -> State:
    if len(participants(state)) < 2:
        return clean_up(turn, state, voted=False)
    if asked(state):
        return state
    if len(live_plays(state)) < 2:
        return clean_up(turn, state, voted=False)
    return _open_vote(turn, state)


def _open_vote(turn: Turn, state: State) -> State:
    """Open the vote on the live plays, in random order and with random handles."""
    # Plays that were withdrawn before the vote are never shown.
    live = {laid.seat: laid for laid in live_plays(state)}
    order = turn.chance.shuffle("order", sorted(live))
    shown = tuple(_shown(turn, live[seat]) for seat in order)
    hidden = tuple(laid for laid in state.plays if laid.withdrawn)
    turn.tell(events.voting(len(shown)))
    return replace(state, phase=Phase.VOTE, plays=(*shown, *hidden), passed=())


def _shown(turn: Turn, laid: Laid) -> Laid:
    return replace(laid, handle=turn.chance.token("handle"))


def _close_vote(turn: Turn, state: State) -> State:
    assert shown_plays(state)
    # The closing views must be the very last events of the Vote phase (rules 14.3).
    for seat, view in show.closing(turn.game, state):
        turn.tell(events.closing(view, seat))
    return clean_up(turn, state, voted=True)
