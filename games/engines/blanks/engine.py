"""The engine of Blanks: the contract's methods, each handed to the module that knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from games.engines.base import (
    Abort,
    Chance,
    Choice,
    Decision,
    Join,
    Leave,
    Outcome,
    Setup,
    Step,
    Timeout,
)
from games.engines.blanks import (
    choices,
    events,
    leaving,
    phases,
    rounds,
    scoring,
    scramble as scrambling,
    show,
    turns,
)
from games.engines.blanks.actions import (
    Abstain,
    Action,
    AnyAction,
    Back,
    ClockAction,
    Discard,
    Pass,
    Play,
    Vote,
)
from games.engines.blanks.game import Turn, TypedSetup
from games.engines.blanks.state import Phase, Player, State
from games.engines.blanks.view import BlanksView


class BlanksEngine:
    """The rules of one match."""

    version = 1
    state_type: type = State
    action_type: Any = Action

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = TypedSetup(setup)
        self._views = show.Views(self.game)

    def begin(self, chance: Chance) -> Step:
        turn = Turn(self.game, chance)
        seats = range(len(self.game.seats))
        state = State(
            phase=Phase.PLAY,
            round=0,
            players=tuple(Player(seat=seat, bot=self.game.seats[seat].bot) for seat in seats),
            next_seat=len(seats),
            white_deck=tuple(self.game.whites),
            black_deck=tuple(self.game.blacks),
        )
        turn.tell(events.started(seats))
        return _step(turn, rounds.begin(turn, state))

    def pending(self, state: State) -> Decision | None:
        return phases.decision(self.game, state)

    def choices(self, state: State, seat: int) -> Sequence[Choice]:
        return choices.choices(self.game, state, seat)

    def apply(self, state: State, seat: int | None, action: AnyAction, chance: Chance) -> Step:
        turn = Turn(self.game, chance)
        return _step(turn, _applied(turn, state, seat, action))

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


def _step(turn: Turn, state: State) -> Step:
    return Step(state, tuple(turn.events), state.round)


def _applied(turn: Turn, state: State, seat: int | None, action: AnyAction) -> State:
    match action:
        case Play():
            return turns.play(turn, state, seat, action)
        case Vote():
            return turns.vote(turn, state, seat, action)
        case Discard():
            return turns.discard(turn, state, seat, action)
        case Back():
            return turns.back(turn, state, seat, action)
        case Pass() | Abstain():
            return leaving.default(turn, state, seat, action)
        case Timeout():
            return leaving.timeout(turn, state, action)
        case Join():
            return leaving.join(turn, state, seat, action)
        case Leave():
            return leaving.leave(turn, state, seat, action)
        case Abort():
            return leaving.abort(turn, state, action)
        case _:
            assert_never(action)
