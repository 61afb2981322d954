"""One simulated match, with the figures that section 16 of the rules gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.engine.base import Clock, Engine, Simulated, TableTitle
from games.engine.dealer import Seeded
from games.engine.simulate import Run, Watch, play_out, players_of
from games.merchants.rules.state import Player


class _Answers:
    """Counts answers; `real`: those in which a seat could do more than pass."""

    def __init__(self) -> None:
        self.all = self.real = 0

    def __call__(self, seat: int, view: Any) -> None:
        self.all += 1
        self.real += len(view.choices) > 1 or bool(view.choices[0].fields)


def counted(
    title: TableTitle, engine: Engine, *, bots: Sequence[str], seed: str, clock: Clock | None = None
) -> Simulated:
    """`bots`: a name for each seat. Facts per player are rounded to the nearest whole number."""
    watch = Watch(clock)
    run, answers = Run(engine, seed), _Answers()
    outcome = play_out(run, players_of(title, bots, watch), Seeded(f"bots|{seed}"), told=answers)
    facts = {
        "rounds": run.state.round,
        "answers_each": round(answers.all / len(bots)),
        "real_answers_each": round(answers.real / len(bots)),
        "eliminated": sum(bool(player.out) for player in run.state.players),
        **_by_bot(bots, run.state.players),
        "rolls": run.state.rolls,
        "sieges": run.state.sieges,
    }
    actions = len(run.lines) - 1
    return Simulated(
        bots=tuple(bots), outcome=outcome, actions=actions, facts=facts, spent=watch.spent
    )


def _by_bot(bots: Sequence[str], players: Sequence[Player]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for name, player in zip(bots, players, strict=True):
        found[f"{name}.eliminated"] += bool(player.out)
        found[f"{name}.seats"] += 1
    return dict(found)


def figures(played: Sequence[Simulated]) -> list[str]:
    """Who was eliminated in the hard mode, by bot: share and standard error."""
    facts: Counter[str] = Counter()
    for one in played:
        facts.update({name: count for name, count in one.facts.items() if "." in name})
    names = sorted({name for one in played for name in one.bots})
    if not any(facts[f"{name}.eliminated"] for name in names):
        return []
    return ["eliminated, % of seats:", *(_line(name, facts) for name in names)]


def _line(name: str, facts: Counter[str]) -> str:
    seats = facts[f"{name}.seats"]
    share = facts[f"{name}.eliminated"] / seats
    error = (share * (1 - share) / seats) ** 0.5
    return f"  {name:<12} {100 * share:>5.1f} +-{100 * error:.1f}"
