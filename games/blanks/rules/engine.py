"""The engine of Blanks: the actions of a seat, joining, leaving and the clock.

Rules 3, 7.3, 7.4, 8, 11 and 12.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from msgspec.structs import replace

from games.blanks.rules import actions, events, rounds, scoring, show
from games.blanks.rules.actions import (
    Abstain,
    Action,
    AnyAction,
    Back,
    ClockAction,
    Discard,
    Pass,
    Play,
    Vote,
    from_hand,
    in_phase,
    member,
    need,
    refuse,
)
from games.blanks.rules.content import Turn, typed_setup
from games.blanks.rules.scoring import ABORTED
from games.blanks.rules.state import (
    Ballot,
    Gone,
    Laid,
    Phase,
    Player,
    State,
    Status,
    asked,
    play_of,
    put,
    shown_plays,
    vote_of,
)
from games.blanks.rules.view import BlanksView
from games.engine import transition
from games.engine.base import Chance, Choice, Decision, Join, Leave, Outcome, Setup, Step


def play(turn: Turn, state: State, seat: int | None, action: Play) -> State:
    """Play cards (rules 7.3).

    Codes, in this order (rules 17): those of `in_phase`, `already_played`, `wrong_card_count`,
    `duplicate_card`, `card_not_in_hand`.
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
    return rounds.advance(turn, replace(state, plays=(*state.plays, laid), breaks=0))


def vote(turn: Turn, state: State, seat: int | None, action: Vote) -> State:
    """Vote for a play (rules 7.4).

    Codes, in this order (rules 17): those of `in_phase`, `already_voted`, `no_such_play`,
    `own_play`, `play_withdrawn`.
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
    return rounds.advance(turn, replace(state, ballots=(*state.ballots, ballot)))


def discard(turn: Turn, state: State, seat: int | None, action: Discard) -> State:
    """Discard cards for one point (rules 8).

    Codes, in this order (rules 17): those of `in_phase`, `not_enough_points`, `no_cards`,
    `duplicate_card`, `card_not_in_hand`.
    """
    allowed = turn.game.options.discards
    player = in_phase(state, seat, action.round, Phase.VOTE, allowed=allowed)
    need(player.score >= 1, "not_enough_points")
    need(len(action.cards) >= 1, "no_cards")
    from_hand(player, action.cards)
    changed = replace(_without(player, action.cards), score=player.score - 1, discarded=True)
    state = put(state, changed)
    turn.tell(events.discarded(player.seat, len(action.cards)))
    return rounds.to_discard(turn, state, action.cards)


def back(turn: Turn, state: State, seat: int | None, action: Back) -> State:
    """Bring an away player back (rules 12).

    Codes: `not_playing`, `not_a_player`, `not_away`.
    """
    player = member(state, seat)
    need(player.status is Status.AWAY, "not_away")
    turn.tell(events.back(player.seat))
    state = put(state, replace(player, status=Status.WAITING, missed=0))
    return rounds.advance(turn, state)


def _without(player: Player, cards: tuple[str, ...]) -> Player:
    return replace(player, hand=tuple(card for card in player.hand if card not in cards))


# --- Joining, leaving, the clock and an abort (rules 3, 11, 12)


def come_or_go(turn: Turn, state: State, seat: int | None, action: Join | Leave) -> State:
    """Let a player join a running match, or leave it for good (rules 3, 11)."""
    if isinstance(action, Join):
        return _join(turn, state, seat, action)
    return _leave(turn, state, seat, action)


def _join(turn: Turn, state: State, seat: int | None, action: Join) -> State:
    """Add a player who waits for the next round.

    A `seat` of None takes the next number. Seat numbers only rise.
    """
    number = state.next_seat if seat is None else seat
    if number < state.next_seat:
        raise refuse("malformed")
    player = Player(seat=number, bot=action.bot)
    turn.tell(events.joined(number, action.bot))
    state = replace(state, players=(*state.players, player), next_seat=number + 1)
    return rounds.advance(turn, state)


def _leave(turn: Turn, state: State, seat: int | None, action: Leave) -> State:
    """Remove a player: the hand is discarded, the play withdrawn, the vote counts."""
    player = member(state, seat)
    state = rounds.to_discard(turn, state, player.hand)
    state = replace(
        state,
        players=tuple(other for other in state.players if other.seat != player.seat),
        gone=(*state.gone, Gone(seat=player.seat, how=action.how)),
    )
    turn.tell(events.gone(player.seat, action.how))
    if play_of(state, player.seat) is not None:
        state = replace(state, plays=tuple(_withdrawn(p, player.seat) for p in state.plays))
        turn.tell(events.withdrawn())
    return rounds.advance(turn, state)


def _withdrawn(laid: Laid, seat: int) -> Laid:
    return replace(laid, withdrawn=True) if laid.seat == seat else laid


def default(turn: Turn, state: State, seat: int | None, action: Pass | Abstain) -> State:
    """Pass for one seat whose time is up."""
    phase = Phase.PLAY if isinstance(action, Pass) else Phase.VOTE
    player = in_phase(state, seat, state.round, phase)
    need(player.seat in asked(state), "stale")
    return rounds.run_out(turn, state, (player.seat,))


def abort(turn: Turn, state: State) -> State:
    """Abort the match: no points, no result of this round, no closing views."""
    return rounds.finish(turn, rounds.clear_table(turn, state), ABORTED)


class BlanksEngine:
    """The rules of one match. Implements `base.Engine`."""

    version = 1
    state_type: type = State
    action_type: Any = Action

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = typed_setup(setup)
        self._views = show.Views(self.game)

    def begin(self, chance: Chance) -> Step:
        turn = Turn(self.game, chance)
        seats = range(len(self.game.seats))
        state = State(
            phase=Phase.PLAY,
            round=0,
            players=tuple(Player(seat=seat, bot=self.game.seats[seat].bot) for seat in seats),
            next_seat=len(seats),
            white_deck=tuple(self.game.content.whites),
            black_deck=tuple(self.game.content.blacks),
        )
        turn.tell(events.started(seats))
        state = rounds.begin(turn, state)
        return turn.step(state, state.round)

    def pending(self, state: State) -> Decision | None:
        return rounds.decision(self.game, state)

    def choices(self, state: State, seat: int) -> Sequence[Choice]:
        return actions.choices(self.game, state, seat)

    def apply(self, state: State, seat: int | None, action: AnyAction, chance: Chance) -> Step:
        turn = Turn(self.game, chance)
        state = transition.applied(self, _RULES, turn, state, seat, action)
        return turn.step(state, state.round)

    def view(self, state: State, seat: int | None) -> BlanksView:
        return self._views.of(state, seat)

    def default_action(self, state: State, seat: int) -> ClockAction:
        return Pass() if state.phase is Phase.PLAY else Abstain()

    def auto_action(
        self, state: State, seat: int, preferences: Mapping[str, Any]
    ) -> AnyAction | None:
        return None  # nothing is ever played for anybody (rules 12)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def scramble(self, state: State, seat: int | None, chance: Chance) -> State:
        return show.scramble(self.game, state, seat, chance)

    def conserved(self, state: State) -> Mapping[str, Any]:
        """Return every card exactly once: sorted ids by colour."""
        hands = [card for player in state.players for card in player.hand]
        table = [card for laid in state.plays for card in laid.cards]
        active = [] if state.black is None else [state.black]
        return {
            "white": sorted([*state.white_deck, *state.white_discard, *hands, *table]),
            "black": sorted([*state.black_deck, *state.black_discard, *active]),
        }


def _answered(turn: Turn, state: State, seat: int | None, action: Action | ClockAction) -> State:
    match action:
        case Play():
            return play(turn, state, seat, action)
        case Vote():
            return vote(turn, state, seat, action)
        case Discard():
            return discard(turn, state, seat, action)
        case Back():
            return back(turn, state, seat, action)
        case Pass() | Abstain():
            return default(turn, state, seat, action)
        case _:
            assert_never(action)


_RULES = transition.Rules(
    answer=_answered,
    abort=abort,
    time_up=rounds.run_out,
    come_or_go=come_or_go,
    refuse=refuse,
    over="not_playing",
)
