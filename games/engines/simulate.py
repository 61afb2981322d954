"""One match of bots in memory, for any title played at a table; the same seed, the same match."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from games.engines import choices, codec
from games.engines.base import (
    Bot,
    Engine,
    Outcome,
    Randomness,
    SeatSetup,
    Setup,
    Simulated,
    TableTitle,
    Timeout,
)
from games.engines.dealer import Dealer, Seeded
from games.engines.record import START, Line

RANDOM = "random"
MOST_ACTIONS = 100_000
_UNASKED = 4  # a random bot nobody waits for does something every so many times


class Endless(Exception):
    """A match did not end within the bound: a fault of its rules."""


def random_bot(view: Any, chance: Randomness) -> Mapping[str, Any] | None:
    """Any choice, anyhow. Who is not asked mostly waits."""
    if not view.mine and chance.below(_UNASKED):
        return None
    return choices.sample_any(view.choices, chance)


class Run:
    """A match under way. `lines` is its log, from the start on."""

    def __init__(self, engine: Engine, seed: str) -> None:
        self.engine = engine
        self.secret = hashlib.sha256(f"secret|{seed}".encode()).hexdigest()
        self.lines: list[Line] = []
        self._dealer = Dealer(self.secret, 1)
        step = engine.begin(self._dealer)
        self.state = step.state
        self._log(None, {"action": START})

    def act(self, seat: int | None, action: Any) -> None:
        """Applies a typed action and logs it. Raises `IllegalAction`."""
        self._dealer = Dealer(self.secret, len(self.lines) + 1)
        self.state = self.engine.apply(self.state, seat, action, self._dealer).state
        self._log(seat, codec.plain(action))

    def post(self, seat: int, raw: Mapping[str, Any]) -> None:
        """What a seat posts, in its raw form. Raises `IllegalAction`."""
        self.act(seat, codec.decode_action(raw, self.engine.action_type))

    def _log(self, seat: int | None, action: dict[str, Any]) -> None:
        number = len(self.lines) + 1
        drawn = tuple((one.name, one.out) for one in self._dealer.drawn)
        self.lines.append(Line(number=number, seat=seat, action=action, at="", drawn=drawn))


def play_out(
    run: Run, bots: Sequence[Bot], chance: Randomness, most: int = MOST_ACTIONS
) -> Outcome:
    """Lets the bots play to the end: the first one on seat 0. Seats beyond them just sit.

    If those asked all wait, the clock plays for them. Raises `Endless`.
    """
    while len(run.lines) <= most:
        decision = run.engine.pending(run.state)
        if decision is None:
            outcome = run.engine.outcome(run.state)
            assert outcome is not None
            return outcome
        acted = [_let_act(run, bots, seat, chance) for seat in _order(run, len(bots), chance)]
        if not any(acted):
            run.act(None, Timeout(decision=decision.id))
    raise Endless(f"not over after {most} actions")


def engine_for(
    title: TableTitle,
    *,
    seats: int,
    options: Mapping[str, Any],
    content: Any = None,
    bot: bool = False,
) -> Engine:
    """The newest rules of a title for a match of so many seats, all people or all bots.

    Raises `msgspec.ValidationError` for options the title does not have.
    """
    setup = Setup(
        seats=(SeatSetup(bot=bot),) * seats,
        options=codec.build(dict(options), title.options_type),
        content=content,
    )
    engine: Engine = title.engines[max(title.engines)](setup)
    return engine


def simulate(
    title: TableTitle, *, engine: Engine, bots: Sequence[str], seed: str, most: int = MOST_ACTIONS
) -> tuple[Simulated, Run]:
    """One match from its start. `bots`: a name for each seat, of the title's bots or "random"."""
    # A game may have a random bot of its own; else it is any choice, anyhow.
    policies = [{RANDOM: random_bot, **title.bots}[name] for name in bots]
    run = Run(engine, seed)
    outcome = play_out(run, policies, Seeded(f"bots|{seed}"), most)
    facts = Simulated(bots=tuple(bots), outcome=outcome, actions=len(run.lines) - 1)
    return facts, run


def _order(run: Run, seats: int, chance: Randomness) -> list[int]:
    """Those asked in some order, then the rest: what they do may depend on who was first."""
    decision = run.engine.pending(run.state)
    asked = list(decision.asked) if decision else []
    mixed = [asked.pop(chance.below(len(asked))) for _ in range(len(asked))]
    return [*mixed, *(seat for seat in range(seats) if seat not in mixed)]


def _let_act(run: Run, bots: Sequence[Bot], seat: int, chance: Randomness) -> bool:
    if seat >= len(bots) or not run.engine.choices(run.state, seat):
        return False
    raw = bots[seat](run.engine.view(run.state, seat), chance)
    if raw is None:
        return False
    run.post(seat, raw)
    return True
