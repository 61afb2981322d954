"""`python -m tests.bench.engines [--matches N]`: how fast the rules themselves are.

Microseconds of CPU for each game of the contract tests: what a seat may do (`choices`) and
one action (`apply`), and a view; in matches played anyhow, with the dealer's own chance.
"""

from __future__ import annotations

import argparse
from time import process_time

from games.engines import choices, codec
from games.engines.dealer import Dealer, Seeded
from tests.engines.titles import TRIALS, Trial

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


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.engines")
    parser.add_argument("--matches", type=int, default=20, help="of each game")
    matches = parser.parse_args().matches
    print(f"{'microseconds':<22} actions  choices+apply  choices  apply   view")
    for trial in TRIALS:
        watch = Watch()
        for number in range(matches):
            watch.play(trial, number)
        print(
            f"{trial.name:<22} {watch.actions:>7} {watch.each('choices', 'apply'):>14.0f}"
            f" {watch.each('choices'):>8.0f} {watch.each('apply'):>6.0f} {watch.each('view'):>6.0f}"
        )


if __name__ == "__main__":
    main()
