"""The win estimates that masters use, and the script that fits their weights."""

from __future__ import annotations

import pytest

from games.engine.rollout import promised, shares
from tests.bench import prospects


def test_chances_are_shares_of_the_exponentials() -> None:
    found = shares({0: 1000.0, 2: 1000.0, 3: 0.0})
    assert found == {0: pytest.approx(0.5), 2: pytest.approx(0.5), 3: pytest.approx(0)}


def test_a_promise_depends_on_how_much_is_to_come() -> None:
    found = promised([(1.0, 2.0), (0.0, -1.0)], 0.5, 0.5, {0: [1.0, 0.0], 1: [0.0, 3.0]})
    assert found == {0: 1.0, 1: -0.75}


@pytest.mark.nightly
@pytest.mark.parametrize("game", sorted(prospects.GAMES))
def test_the_script_prints_a_weight_for_each_feature_in_use(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    prospects.main([game, "--matches", "3", "--passes", "1"])
    first, second, *weights = capsys.readouterr().out.splitlines()
    assert first.startswith("3 matches") and second.startswith("loss on these")
    assert len(weights) == len(prospects.GAMES[game].weights)
