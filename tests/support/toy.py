"""A small game with what Blanks lacks: dealt seats, a fixed roster, stand-ins, the house's away.

Three rounds; in each, all asked seats secretly put down one number of their hand; the highest alone
scores. It is played by the platform's own tests only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from games.engines import checking
from games.engines.base import (
    Abort,
    Bot,
    CaseResult,
    Chance,
    Choice,
    Decision,
    Event,
    HouseAction,
    IllegalAction,
    Outcome,
    Pick,
    Preset,
    Setup,
    Simulated,
    Standing,
    Step,
    TableTitle,
    Timeout,
    Value,
    View,
)
from games.titles.table import TableGame

ROUNDS = 3


class Options(Value):
    seconds: int = 20


class Preferences(Value):
    """`lowest`: puts its lowest number down by itself."""

    lowest: bool = False


class Content(Value):
    numbers: tuple[str, ...]


class Put(Value, tag="put", tag_field="action"):
    decision: str
    number: str


class State(Value):
    round: int
    hands: tuple[tuple[str, ...], ...]
    put: tuple[str, ...]
    scores: tuple[int, ...]
    aborted: bool = False


class ToyView(View):
    hand: tuple[str, ...]
    scores: tuple[int, ...]


class ToyEngine:
    version = 1
    state_type = State
    action_type = Put

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.seats = len(setup.seats)

    def begin(self, chance: Chance) -> Step:
        dealt = chance.draw("hand", self.setup.content.numbers, 3 * self.seats)
        hands = tuple(tuple(sorted(dealt[3 * s : 3 * s + 3])) for s in range(self.seats))
        blank = ("",) * self.seats
        state = State(round=1, hands=hands, put=blank, scores=(0,) * self.seats)
        return Step(state=state, events=(Event(kind="begun", fades=1),), chapter=1)

    def pending(self, state: State) -> Decision | None:
        if state.aborted or state.round > ROUNDS:
            return None
        asked = tuple(s for s in range(self.seats) if not state.put[s])
        seconds = self.setup.options.seconds
        return Decision(id=f"{state.round}.put", kind="put", asked=asked, seconds=seconds)

    def choices(self, state: State, seat: int) -> Sequence[Choice]:
        decision = self.pending(state)
        if decision is None or seat not in decision.asked:
            return ()
        pick = Pick(name="number", of=state.hands[seat], least=1, most=1, single=True)
        return (Choice(action="put", given={"decision": decision.id}, fields=(pick,)),)

    def apply(
        self, state: State, seat: int | None, action: Put | HouseAction, chance: Chance
    ) -> Step:
        decision = self.pending(state)
        if decision is None:
            raise IllegalAction("over")
        if isinstance(action, Abort):
            return Step(state=_with(state, aborted=True), chapter=state.round)
        if isinstance(action, Timeout):
            return self._timeout(state, action, decision)
        if not isinstance(action, Put):
            raise IllegalAction("illegal")
        if action.decision != decision.id:
            raise IllegalAction("stale")
        if seat is None or seat not in decision.asked:
            raise IllegalAction("not_your_turn")
        if action.number not in state.hands[seat]:
            raise IllegalAction("illegal")
        return self._put(state, {seat: action.number})

    def _timeout(self, state: State, action: Timeout, decision: Decision) -> Step:
        if action.decision != decision.id:
            raise IllegalAction("stale")
        return self._put(state, {seat: state.hands[seat][0] for seat in decision.asked})

    def _put(self, state: State, numbers: Mapping[int, str]) -> Step:
        put = tuple(numbers.get(s, state.put[s]) for s in range(self.seats))
        told = tuple(Event(kind="mine", facts={"seat": s}, to=(s,), opens=True) for s in numbers)
        if not all(put):
            return Step(state=_with(state, put=put), events=told, chapter=state.round)
        best = max(put)
        scores = tuple(n + (put[s] == best) for s, n in enumerate(state.scores))
        hands = tuple(tuple(x for x in h if x != put[s]) for s, h in enumerate(state.hands))
        shown = Event(kind="shown", facts={"put": list(put)}, fades=2)
        blank = ("",) * self.seats
        after = _with(state, round=state.round + 1, hands=hands, put=blank, scores=scores)
        return Step(state=after, events=(*told, shown), chapter=min(after.round, ROUNDS))

    def view(self, state: State, seat: int | None) -> ToyView:
        decision = self.pending(state)
        asked = decision.asked if decision else ()
        return ToyView(
            seat=seat,
            phase="put" if decision else "over",
            decision=decision.id if decision else "",
            awaited=(),  # who has put down already is nobody's business
            mine=seat in asked,
            choices=tuple(self.choices(state, seat)) if seat is not None else (),
            hand=state.hands[seat] if seat is not None else (),
            scores=state.scores,
        )

    def default_action(self, state: State, seat: int) -> Put:
        return Put(decision=f"{state.round}.put", number=state.hands[seat][0])

    def auto_action(self, state: State, seat: int, preferences: Mapping[str, Any]) -> Put | None:
        return self.default_action(state, seat) if preferences.get("lowest") else None

    def outcome(self, state: State) -> Outcome | None:
        if self.pending(state) is not None:
            return None
        if state.aborted:
            return Outcome(reason="aborted", standings=())
        order = sorted(range(self.seats), key=lambda s: -state.scores[s])
        best = state.scores[order[0]]
        lines = [
            Standing(
                seat=s,
                rank=1 + sum(other > state.scores[s] for other in state.scores),
                score=state.scores[s],
                winner=state.scores[s] == best,
            )
            for s in order
        ]
        return Outcome(reason="rounds", standings=tuple(lines))

    def scramble(self, state: State, seat: int | None, chance: Chance) -> State:
        return state

    def conserved(self, state: State) -> Mapping[str, Any]:
        return {}


def _with(state: State, **changes: Any) -> State:
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    return State(**{**fields, **changes})


def lowest(view: ToyView, chance: Any) -> Mapping[str, Any] | None:
    if not view.mine:
        return None
    return {"action": "put", "decision": view.decision, "number": view.hand[0]}


class ToyTitle(TableTitle):
    slug = "toy"
    name = "Toy"
    tagline = "Put down a number."
    seats = (2, 4)
    minutes = (1, 2)
    roster: Literal["fixed", "open"] = "fixed"
    seating: Literal["joined", "random"] = "random"
    own_clock = False
    own_away = False
    leaver: Literal["leaves", "bot", "stays"] = "bot"
    options_type: type[Value] = Options
    content_type: Any = Content
    presets: tuple[Preset, ...] = ()
    preferences_type: type[Value] = Preferences
    bots: Mapping[str, Bot] = {"house": lowest}
    house_bot = "house"
    engines: Mapping[int, type[Any]] = {1: ToyEngine}

    def start_fault(self, content: Any, most: int) -> str:
        return ""

    def bot_wait(self, decision: Decision, view: Any, chance: Any) -> float:
        return 2.0

    def check_record(self, record: Mapping[str, Any]) -> list[str]:
        return checking.check_record(self, record)

    def run_examples(self, document: Mapping[str, Any]) -> Sequence[CaseResult]:
        return []

    def simulate(self, *, bots: Sequence[str], options: Mapping[str, Any], seed: str) -> Simulated:
        raise NotImplementedError("nobody simulates the toy")


class ToyGame(TableGame):
    title = ToyTitle()
    picture = "toy"
    opens_when_aborted = False

    def content(self, match: Any) -> Content:
        return Content(numbers=tuple(f"n{number:02}" for number in range(40)))


GAME = ToyGame()
