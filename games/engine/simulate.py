"""Simulation of matches of bots in memory, for any title played at a table.

The same seed gives the same match.
"""

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
ROLLOUTS = 60  # for each decision of a searching bot whose name states no number
MOST_ACTIONS = 100_000
_UNASKED = 4  # a random bot that is not pending acts once in so many times


class Endless(Exception):
    """A match that did not end within the limit: a fault of its rules."""


def random_bot(view: Any, chance: Randomness) -> Mapping[str, Any] | None:
    """Return a random answer to a random choice.

    A seat that is not pending mostly waits (None).
    """
    if not view.mine and chance.below(_UNASKED):
        return None
    return choices.sample_any(view.choices, chance)


class Watch:
    """A stopwatch that measures the decisions of each bot.

    Without a clock it measures nothing.
    """

    def __init__(self, clock: Clock | None) -> None:
        self._clock = clock
        self.spent: dict[str, tuple[int, float]] = {}

    def call(self, name: str, decide: Callable[..., T], *args: Any) -> T:
        """Call `decide`, and charge its time to the bot of this name."""
        if self._clock is None:
            return decide(*args)
        began = self._clock()
        decided = decide(*args)
        times, seconds = self.spent.get(name, (0, 0.0))
        self.spent[name] = times + 1, seconds + self._clock() - began
        return decided


@dataclass(frozen=True)
class Thinker:
    """A bot that searches with a fixed number of rollouts for each decision."""

    think: Callable[[Search], Mapping[str, Any] | None]
    rollouts: int

    def __call__(
        self, engine: Engine, state: Any, seat: int, view: Any, chance: Randomness
    ) -> Mapping[str, Any] | None:
        """Return the bot's answer, found in worlds made for its seat."""
        worlds = worlds_of(engine, state, seat, chance)
        budget = Rollouts(self.rollouts)
        return self.think(
            Search(engine=engine, view=view, worlds=worlds, chance=chance, budget=budget)
        )


Player = Bot | Thinker
Told = Callable[[int, Any], None]  # called with a seat that has answered, and the view it had


class Run:
    """A match in progress. `lines` is its log, from the start on."""

    def __init__(self, engine: Engine, seed: str) -> None:
        self.engine = engine
        self.secret = hashlib.sha256(f"secret|{seed}".encode()).hexdigest()
        self.lines: list[Line] = []
        self._dealer = Dealer(self.secret, 1)
        step = engine.begin(self._dealer)
        self.state = step.state
        self._log(None, {"action": START})

    def act(self, seat: int | None, action: Any) -> None:
        """Apply a typed action and log it. Raise `IllegalAction` if it is refused."""
        self._dealer = Dealer(self.secret, len(self.lines) + 1)
        self.state = self.engine.apply(self.state, seat, action, self._dealer).state
        self._log(seat, codec.plain(action))

    def post(self, seat: int, raw: Mapping[str, Any]) -> None:
        """Apply an action in its raw form, as a seat posts it.

        Raise `IllegalAction` if it is refused.
        """
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
    """Let the bots play to the end and return the outcome.

    The first bot has seat 0; seats without a bot do nothing. If all pending seats wait, their time
    is up at once. `told` is called after each answer. Raise `Endless` after more than `most`
    actions.
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
    """Return the newest rules of a title, set up for a match.

    `bot`: True for a match of bots, False for one of people. Raise `msgspec.ValidationError` for
    options that the title does not have.
    """
    setup = Setup(
        seats=(SeatSetup(bot=bot),) * seats,
        options=codec.build(dict(options), title.options_type),
        content=content,
    )
    engine: Engine = title.engines[max(title.engines)](setup)
    return engine


def players_of(title: TableTitle, bots: Sequence[str], watch: Watch) -> list[Player]:
    """Return the bots of these names, each timed by the watch.

    The names are those of the title's bots and searchers, and "random". A name such as "master@60"
    asks a searcher for 60 rollouts a decision.
    """
    return [_player(title, name, watch) for name in bots]


def _player(title: TableTitle, name: str, watch: Watch) -> Player:
    bot, _, rollouts = name.partition("@")
    if bot in title.searchers:
        think = partial(watch.call, name, title.searchers[bot])
        return Thinker(think, int(rollouts or ROLLOUTS))
    # A game may have a random bot of its own, which replaces `random_bot`.
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
    """Play one match from its start; return its result and the run.

    `bots`: for each seat the name of one of the title's bots, or "random".
    """
    watch = Watch(clock)
    run = Run(engine, seed)
    outcome = play_out(run, players_of(title, bots, watch), Seeded(f"bots|{seed}"), most)
    actions = len(run.lines) - 1
    return Simulated(bots=tuple(bots), outcome=outcome, actions=actions, spent=watch.spent), run


def record_of(
    title: TableTitle, *, engine: Engine, bots: Sequence[str], seed: str
) -> dict[str, Any]:
    """Return the record of the match that `simulate` plays with the same arguments."""
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
    """Return all seats: the pending ones in a random order, then the others."""
    # Random, since what a seat does may depend on who acted first.
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
