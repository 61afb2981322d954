"""The engine of Blanks: the contract's methods, each handed to the module that knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from games.blanks.rules import actions, events, moves, rounds, scoring, show, show as scrambling
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
    refuse,
)
from games.blanks.rules.content import Turn, typed_setup
from games.blanks.rules.state import Phase, Player, State
from games.blanks.rules.view import BlanksView
from games.engine import house
from games.engine.base import Chance, Choice, Decision, Outcome, Setup, Step


class BlanksEngine:
    """The rules of one match: `base.Engine`, which says what each method owes."""

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
        state = house.applied(self, _RULES, turn, state, seat, action)
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
        return scrambling.scramble(self.game, state, seat, chance)

    def conserved(self, state: State) -> Mapping[str, Any]:
        """Every card, each once: lists of ids of both colours."""
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
            return moves.play(turn, state, seat, action)
        case Vote():
            return moves.vote(turn, state, seat, action)
        case Discard():
            return moves.discard(turn, state, seat, action)
        case Back():
            return moves.back(turn, state, seat, action)
        case Pass() | Abstain():
            return moves.default(turn, state, seat, action)
        case _:
            assert_never(action)


_RULES = house.Rules(
    answer=_answered,
    abort=moves.abort,
    time_up=rounds.run_out,
    come_or_go=moves.come_or_go,
    refuse=refuse,
    over="not_playing",
)
