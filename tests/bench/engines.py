"""`python -m tests.bench.engines [--matches N]`: how fast the rules themselves are.

Microseconds of CPU for each game of the contract tests: what a seat may do (`choices`) and
one action (`apply`), and a view; in matches played anyhow, with the dealer's own chance. A turn is
all three. `--where interop-4`: in which functions the views of that game spend their time.
"""

from __future__ import annotations

import argparse
import os
from cProfile import Profile
from pstats import SortKey, Stats
from time import process_time

import django

from games.engines import choices, codec
from games.engines.dealer import Dealer, Seeded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from tests.engines.titles import TRIALS, Trial  # noqa: E402  (it asks the house for its games)

SECRET = "b" * 64


class Watch:
    """Seconds spent in the rules, by what they were asked for."""

    def __init__(self) -> None:
        self.spent = {"choices": 0.0, "apply": 0.0, "view": 0.0}
        self.actions = 0

    def play(self, trial: Trial, number: int) -> None:
        """One match to its end, or as far as the trial goes."""
        engine, chance = trial.engine(), Seeded(f"bench {number}")
        state = engine.begin(Dealer(SECRET, 1)).state
        for entry in range(2, trial.actions):
            decision = engine.pending(state)
            if decision is None:
                return
            seat = decision.asked[chance.below(len(decision.asked))]
            began = process_time()
            offered = engine.choices(state, seat)
            self._add("choices", began)
            raw = choices.sample_any(offered, chance)
            action = codec.decode_action(raw or {}, engine.action_type)
            dealer, began = Dealer(f"{number:064x}", entry), process_time()
            state = engine.apply(state, seat, action, dealer).state
            self._add("apply", began)
            began = process_time()
            engine.view(state, seat)
            self._add("view", began)
            self.actions += 1

    def _add(self, what: str, began: float) -> None:
        self.spent[what] += process_time() - began

    def each(self, *what: str) -> float:
        """Microseconds an action."""
        return 1e6 * sum(self.spent[one] for one in what) / max(self.actions, 1)


def where(trial: Trial) -> None:
    """The functions in which views of one match, played anyhow, spend most."""
    engine, chance, profile = trial.engine(), Seeded("where"), Profile()
    state = engine.begin(Dealer(SECRET, 1)).state
    for entry in range(2, trial.actions):
        decision = engine.pending(state)
        if decision is None:
            break
        seat = decision.asked[chance.below(len(decision.asked))]
        raw = choices.sample_any(engine.choices(state, seat), chance)
        action = codec.decode_action(raw or {}, engine.action_type)
        state = engine.apply(state, seat, action, Dealer(SECRET, entry)).state
        profile.runcall(engine.view, state, seat)
    Stats(profile).strip_dirs().sort_stats(SortKey.CUMULATIVE).print_stats(20)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.engines")
    parser.add_argument("--matches", type=int, default=20, help="of each game")
    parser.add_argument("--where", choices=[trial.name for trial in TRIALS])
    asked = parser.parse_args()
    if asked.where:
        where(next(trial for trial in TRIALS if trial.name == asked.where))
        return
    matches = asked.matches
    print(f"{'microseconds':<22} actions  a turn  choices+apply  choices  apply   view")
    for trial in TRIALS:
        watch = Watch()
        for number in range(matches):
            watch.play(trial, number)
        print(
            f"{trial.name:<22} {watch.actions:>7} {watch.each('choices', 'apply', 'view'):>7.0f}"
            f" {watch.each('choices', 'apply'):>14.0f}"
            f" {watch.each('choices'):>8.0f} {watch.each('apply'):>6.0f} {watch.each('view'):>6.0f}"
        )


if __name__ == "__main__":
    main()
