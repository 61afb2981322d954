"""One simulated match, with the figures that section 16 of the rules gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engines.base import Bot, Engine, Randomness, Simulated, TableTitle
from games.engines.dealer import Seeded
from games.engines.simulate import RANDOM, Run, play_out, random_bot


class _Counted:
    """A policy that counts its answers; `real`: those in which it could do more than pass."""

    def __init__(self, policy: Bot) -> None:
        self._policy = policy
        self.answers = self.real = 0

    def __call__(self, view: Any, chance: Randomness) -> Mapping[str, Any] | None:
        answer = self._policy(view, chance)
        if answer is not None:
            self.answers += 1
            self.real += len(view.choices) > 1 or bool(view.choices[0].fields)
        return answer


def counted(title: TableTitle, engine: Engine, *, bots: Sequence[str], seed: str) -> Simulated:
    """`bots`: a name for each seat. Facts per player are rounded to the nearest whole number."""
    policies = [_Counted(random_bot if name == RANDOM else title.bots[name]) for name in bots]
    run = Run(engine, seed)
    outcome = play_out(run, policies, Seeded(f"bots|{seed}"))
    facts = {
        "rounds": run.state.round,
        "answers_each": round(sum(one.answers for one in policies) / len(policies)),
        "real_answers_each": round(sum(one.real for one in policies) / len(policies)),
        "eliminated": sum(bool(player.out) for player in run.state.players),
        "rolls": run.state.rolls,
        "sieges": run.state.sieges,
    }
    return Simulated(bots=tuple(bots), outcome=outcome, actions=len(run.lines) - 1, facts=facts)
