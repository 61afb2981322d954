"""One match of bots in memory, for any title played at a table; the same seed, the same match."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from games.engine import choices, codec, record
from games.engine.base import (
    Bot,
    Clock,
    Engine,
    Outcome,
    Randomness,
    SeatSetup,
    Setup,
    Simulated,
    TableTitle,
    Timeout,
)
from games.engine.dealer import Dealer, Seeded, seal_of
from games.engine.record import START, Line
from games.engine.rollout import Rollouts, Search, worlds_of

T = TypeVar("T")
RANDOM = "random"
ROLLOUTS = 60  # a decision of a bot that searches, where its name does not say
MOST_ACTIONS = 100_000
_UNASKED = 4  # a random bot nobody waits for does something every so many times


class Endless(Exception):
    """A match did not end within the bound: a fault of its rules."""


def random_bot(view: Any, chance: Randomness) -> Mapping[str, Any] | None:
    """Any choice, anyhow. Who is not asked mostly waits."""
    if not view.mine and chance.below(_UNASKED):
        return None
    return choices.sample_any(view.choices, chance)


class Watch:
    """What decisions cost, by bot, told by a clock that is handed in; without one, nothing."""

    def __init__(self, clock: Clock | None) -> None:
        self._clock = clock
        self.spent: dict[str, tuple[int, float]] = {}

    def call(self, name: str, decide: Callable[..., T], *args: Any) -> T:
        """Lets the bot of this name decide."""
        if self._clock is None:
            return decide(*args)
        began = self._clock()
        decided = decide(*args)
        times, seconds = self.spent.get(name, (0, 0.0))
        self.spent[name] = times + 1, seconds + self._clock() - began
        return decided


@dataclass(frozen=True)
class Thinker:
    """A bot that searches, under the watch, by so many rollouts a decision."""

    think: Callable[[Search], Mapping[str, Any] | None]
    rollouts: int

    def __call__(
        self, engine: Engine, state: Any, seat: int, view: Any, chance: Randomness
    ) -> Mapping[str, Any] | None:
        """It is handed its view and worlds made for its seat."""
        worlds = worlds_of(engine, state, seat, chance)
        budget = Rollouts(self.rollouts)
        return self.think(
            Search(engine=engine, view=view, worlds=worlds, chance=chance, budget=budget)
        )


Player = Bot | Thinker
Told = Callable[[int, Any], None]  # a seat has answered on this view


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
    run: Run,
    bots: Sequence[Player],
    chance: Randomness,
    most: int = MOST_ACTIONS,
    told: Told | None = None,
) -> Outcome:
    """Lets the bots play to the end: the first one on seat 0. Seats beyond them just sit.

    If those asked all wait, the clock plays for them. Raises `Endless`. `told`: of each answer.
    """
    while len(run.lines) <= most:
        decision = run.engine.pending(run.state)
        if decision is None:
            outcome = run.engine.outcome(run.state)
            assert outcome is not None
            return outcome
        order = _order(run, len(bots), chance)
        acted = [_let_act(run, bots, seat, chance, told) for seat in order]
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


def players_of(title: TableTitle, bots: Sequence[str], watch: Watch) -> list[Player]:
    """By their names, each under the watch: of the title's bots and searchers, or "random".

    "master@60" is one that searches, by so many rollouts a decision.
    """
    return [_player(title, name, watch) for name in bots]


def _player(title: TableTitle, name: str, watch: Watch) -> Player:
    bot, _, rollouts = name.partition("@")
    if bot in title.searchers:
        think = partial(watch.call, name, title.searchers[bot])
        return Thinker(think, int(rollouts or ROLLOUTS))
    # A game may have a random bot of its own; else it is any choice, anyhow.
    return partial(watch.call, name, {RANDOM: random_bot, **title.bots}[name])


def simulate(
    title: TableTitle,
    *,
    engine: Engine,
    bots: Sequence[str],
    seed: str,
    most: int = MOST_ACTIONS,
    clock: Clock | None = None,
) -> tuple[Simulated, Run]:
    """One match from its start. `bots`: a name for each seat, of the title's bots or "random"."""
    watch = Watch(clock)
    run = Run(engine, seed)
    outcome = play_out(run, players_of(title, bots, watch), Seeded(f"bots|{seed}"), most)
    actions = len(run.lines) - 1
    return Simulated(bots=tuple(bots), outcome=outcome, actions=actions, spent=watch.spent), run


def record_of(
    title: TableTitle, *, engine: Engine, bots: Sequence[str], seed: str
) -> dict[str, Any]:
    """The record of the match that `simulate` plays with the same arguments."""
    _, run = simulate(title, engine=engine, bots=bots, seed=seed)
    return record.build(
        title,
        engine=engine,
        name=f"simulated {seed}",
        seats=[
            record.SeatName(seat=seat, name=f"{name} {seat}", bot=engine.setup.seats[seat].bot)
            for seat, name in enumerate(bots)
        ],
        seal=seal_of(run.secret),
        secret=run.secret,
        lines=run.lines,
    )


def _order(run: Run, seats: int, chance: Randomness) -> list[int]:
    """Those asked in some order, then the rest: what they do may depend on who was first."""
    decision = run.engine.pending(run.state)
    asked = list(decision.asked) if decision else []
    mixed = [asked.pop(chance.below(len(asked))) for _ in range(len(asked))]
    return [*mixed, *(seat for seat in range(seats) if seat not in mixed)]


def _let_act(
    run: Run, bots: Sequence[Player], seat: int, chance: Randomness, told: Told | None
) -> bool:
    if seat >= len(bots) or not run.engine.choices(run.state, seat):
        return False
    bot, view = bots[seat], run.engine.view(run.state, seat)
    if isinstance(bot, Thinker):
        raw = bot(run.engine, run.state, seat, view, chance)
    else:
        raw = bot(view, chance)
    if raw is None:
        return False
    run.post(seat, raw)
    if told is not None:
        told(seat, view)
    return True
