"""What a seat does: play, vote, discard, come back (rules 7.3, 7.4, 8, 12)."""

from __future__ import annotations

from msgspec.structs import replace

from games.blanks.rules import dealing, events, phases
from games.blanks.rules.actions import Back, Discard, Play, Vote
from games.blanks.rules.game import Turn
from games.blanks.rules.refusals import from_hand, in_phase, member, need, refuse
from games.blanks.rules.state import (
    Ballot,
    Laid,
    Phase,
    Player,
    State,
    Status,
    play_of,
    put,
    shown_plays,
    vote_of,
)


def play(turn: Turn, state: State, seat: int | None, action: Play) -> State:
    """Rules 7.3. Codes: those of `refusals.in_phase`, `already_played`, `wrong_card_count`,
    `duplicate_card`, `card_not_in_hand`, in this order (rules 17).
    """
    player = in_phase(state, seat, action.round, Phase.PLAY)
    done = play_of(state, player.seat) is not None or player.seat in state.passed
    need(not done, "already_played")
    assert state.black is not None
    need(len(action.cards) == turn.game.content.black(state.black).pick, "wrong_card_count")
    from_hand(player, action.cards)
    state = put(state, _without(player, action.cards))
    laid = Laid(seat=player.seat, cards=action.cards)
    turn.tell(events.played(player.seat))
    return phases.advance(turn, replace(state, plays=(*state.plays, laid)))


def vote(turn: Turn, state: State, seat: int | None, action: Vote) -> State:
    """Rules 7.4. Codes: those of `refusals.in_phase`, `already_voted`, `no_such_play`, `own_play`,
    `play_withdrawn`, in this order (rules 17).
    """
    player = in_phase(state, seat, action.round, Phase.VOTE)
    done = vote_of(state, player.seat) is not None or player.seat in state.passed
    need(not done, "already_voted")
    chosen = next((laid for laid in shown_plays(state) if laid.handle == action.handle), None)
    if chosen is None:
        raise refuse("no_such_play")
    need(chosen.seat != player.seat, "own_play")
    need(not chosen.withdrawn, "play_withdrawn")
    ballot = Ballot(seat=player.seat, handle=chosen.handle)
    turn.tell(events.voted(player.seat))
    return phases.advance(turn, replace(state, ballots=(*state.ballots, ballot)))


def discard(turn: Turn, state: State, seat: int | None, action: Discard) -> State:
    """Rules 8, for one point. Codes: those of `refusals.in_phase`, `not_enough_points`, `no_cards`,
    `duplicate_card`, `card_not_in_hand`, in this order (rules 17).
    """
    player = in_phase(state, seat, action.round, Phase.VOTE)
    need(player.score >= 1, "not_enough_points")
    need(len(action.cards) >= 1, "no_cards")
    from_hand(player, action.cards)
    state = put(state, replace(_without(player, action.cards), score=player.score - 1))
    turn.tell(events.discarded(player.seat, len(action.cards)))
    return dealing.to_discard(turn, state, action.cards)


def back(turn: Turn, state: State, seat: int | None, action: Back) -> State:
    """Rules 12: away no more. Codes: `not_playing`, `not_a_player`, `not_away`."""
    player = member(state, seat)
    need(player.status is Status.AWAY, "not_away")
    turn.tell(events.back(player.seat))
    return put(state, replace(player, status=Status.WAITING, missed=0))


def _without(player: Player, cards: tuple[str, ...]) -> Player:
    return replace(player, hand=tuple(card for card in player.hand if card not in cards))
