"""The engine of Merchant Kings: the contract's methods, each handed to the module that knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from games.engines import codec
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
from games.engines.merchants import (
    answers,
    checks,
    choices,
    defaults,
    events,
    passing,
    rounds,
    scoring,
    scramble as scrambling,
    setting,
    show,
)
from games.engines.merchants.actions import Action, AnyAction, Buy, Pass
from games.engines.merchants.draft import Draft, Ended
from games.engines.merchants.game import TypedSetup
from games.engines.merchants.market import Offer
from games.engines.merchants.refusals import need, refuse
from games.engines.merchants.state import Phase, State, decision_id, owing
from games.engines.merchants.view import MerchantsView


class MerchantsEngine:
    """The rules of one match."""

    version = 1
    state_type: type = State
    action_type: Any = Action

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = TypedSetup(setup)

    def begin(self, chance: Chance) -> Step:
        draft = setting.set_up(self.game, chance)
        rounds.event_phase(draft)
        return _step(draft)

    def pending(self, state: State) -> Decision | None:
        if state.phase is Phase.OVER:
            return None
        return Decision(
            id=decision_id(state),
            kind=state.phase.value,
            asked=owing(state),
            seconds=show.SECONDS[state.phase],
        )

    def choices(self, state: State, seat: int) -> Sequence[Choice]:
        return choices.choices(state, seat)

    def apply(self, state: State, seat: int | None, action: AnyAction, chance: Chance) -> Step:
        match action:
            case Timeout():
                return self._timeout(state, action, chance)
            case Abort():
                return self._abort(state, chance)
            case Join() | Leave():
                raise refuse("not_an_option")
            case _:
                draft = Draft(self.game, state, chance)
                self._answer(draft, state, seat, action)
                return _step(draft)

    def view(self, state: State, seat: int | None) -> MerchantsView:
        return show.view(self.game, state, seat)

    def default_action(self, state: State, seat: int) -> Action:
        raw = defaults.default(self.view(state, seat))
        action: Action = codec.decode_action(raw, Action)
        return action

    def auto_action(self, state: State, seat: int, preferences: Mapping[str, Any]) -> Pass | None:
        if passing.passes(state, seat, preferences):
            return Pass(decision=decision_id(state))
        return None

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def scramble(self, state: State, seat: int | None, chance: Chance) -> State:
        return scrambling.scramble(state, seat, chance)

    def conserved(self, state: State) -> Mapping[str, Any]:
        """Every card, each once."""
        return {"cards": sorted(_all_cards(state))}

    def _answer(self, draft: Draft, state: State, seat: int | None, action: Action) -> None:
        player = checks.asked(state, seat, action)
        checks.legal(state, player, action)
        offer = checks.offer_for(state, player, action) if isinstance(action, Buy) else None
        _run(draft, player.seat, action, offer)

    def _timeout(self, state: State, action: Timeout, chance: Chance) -> Step:
        """The default of every seat that still owes an answer, by rising seat."""
        need(state.phase is not Phase.OVER and action.decision == decision_id(state), "stale")
        draft = Draft(self.game, state, chance)
        for seat in owing(state):
            # Each is asked the same: what others answer meanwhile is sealed.
            _run(draft, seat, self.default_action(state, seat), None)
        return _step(draft)

    def _abort(self, state: State, chance: Chance) -> Step:
        need(state.phase is not Phase.OVER, "stale")
        draft = Draft(self.game, state, chance)
        with suppress(Ended):
            draft.finish("aborted", ())
        return _step(draft)


def _run(draft: Draft, seat: int, action: Action, offer: Offer | None) -> None:
    """A legal answer, and all that follows without anybody being asked."""
    draft.open = False
    with suppress(Ended):
        answers.carry_out(draft, seat, action, offer)
        if not draft.open:
            rounds.go_on(draft)


def _step(draft: Draft) -> Step:
    state = draft.frozen()
    result = scoring.outcome(state)
    if result is not None:
        draft.events.append(events.finished(result))
    return Step(state, tuple(draft.events), state.round)


def _all_cards(state: State) -> Iterator[str]:
    """The card of every place there is."""
    for player in state.players:
        yield from (*player.hand, *player.front, *([player.king] if player.king else ()))
    yield from (*state.deck, *state.discard, *state.nest, *state.stocks, *state.exile)
    yield from (*state.exiled_kings, *state.box, *([state.event_card] if state.event_card else ()))
    for market in state.markets:
        yield from market.cards
    if state.purchase is not None:
        bought = state.purchase
        yield from (*bought.cards, *bought.primary, *bought.secondary, *bought.counter)
    if state.stack is not None:
        yield from (played.card for played in state.stack.cards)
        yield from ([state.stack.resolving.card] if state.stack.resolving else ())
