"""The engine of Merchant Kings, which delegates to the rule modules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from games.engine import codec, transition
from games.engine.base import Chance, Choice, Decision, Outcome, Setup, Step
from games.engine.transition import typed_setup
from games.merchants.rules import (
    answers,
    choices,
    defaults,
    events,
    legality,
    rounds,
    scoring,
    scramble as scrambling,
    show,
)
from games.merchants.rules.actions import Action, AnyAction, Buy, Pass, refuse
from games.merchants.rules.draft import Draft, Ended
from games.merchants.rules.market import Offer
from games.merchants.rules.options import MerchantsOptions, Turn
from games.merchants.rules.state import Phase, State, decision_id, owing
from games.merchants.rules.view import MerchantsView


class MerchantsEngine:
    """The rules of one match, as a `base.Engine`."""

    version = 1
    state_type: type = State
    action_type: Any = Action

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = typed_setup(setup, MerchantsOptions, type(None))

    def begin(self, chance: Chance) -> Step:
        turn = Turn(self.game, chance)
        draft = rounds.set_up(turn)
        rounds.event_phase(draft)
        return _step(turn, draft.frozen())

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
        turn = Turn(self.game, chance)
        return _step(turn, transition.applied(self, _RULES, turn, state, seat, action))

    def view(self, state: State, seat: int | None) -> MerchantsView:
        return show.view(self.game, state, seat)

    def default_action(self, state: State, seat: int) -> Action:
        raw = defaults.default(self.view(state, seat))
        action: Action = codec.decode_action(raw, Action)
        return action

    def auto_action(self, state: State, seat: int, preferences: Mapping[str, Any]) -> Pass | None:
        if defaults.passes(state, seat, preferences):
            return Pass(decision=decision_id(state))
        return None

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def scramble(self, state: State, seat: int | None, chance: Chance) -> State:
        return scrambling.scramble(state, seat, chance)

    def conserved(self, state: State) -> Mapping[str, Any]:
        """Return all cards in play, each exactly once."""
        return {"cards": sorted(_all_cards(state))}


def _answered(turn: Turn, state: State, seat: int | None, action: Action) -> State:
    player = legality.asked(state, seat, action)
    legality.legal(state, player, action)
    offer = legality.offer_for(state, player, action) if isinstance(action, Buy) else None
    draft = Draft(turn, state)
    _run(draft, player.seat, action, offer)
    return draft.frozen()


def _aborted(turn: Turn, state: State) -> State:
    draft = Draft(turn, state)
    with suppress(Ended):
        draft.finish("aborted", ())
    return draft.frozen()


_RULES = transition.Rules(answer=_answered, abort=_aborted, refuse=refuse, over="stale")


def _run(draft: Draft, seat: int, action: Action, offer: Offer | None) -> None:
    """Apply a legal answer, and everything that follows without a decision."""
    draft.open = False
    with suppress(Ended):
        answers.carry_out(draft, seat, action, offer)
        if not draft.open:
            rounds.go_on(draft)


def _step(turn: Turn, state: State) -> Step:
    result = scoring.outcome(state)
    if result is not None:
        turn.tell(events.finished(result))
    return turn.step(state, state.round)


def _all_cards(state: State) -> Iterator[str]:
    """Yield the cards of every zone."""
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
