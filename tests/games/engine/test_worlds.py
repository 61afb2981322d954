"""Worlds for searching bots reveal nothing that their seat may not know."""

from __future__ import annotations

import itertools
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from games.engine import choices, codec
from games.engine.base import Engine
from games.engine.dealer import Seeded
from games.engine.rollout import Imagined, Rollouts, Search, best_of, worlds_of
from games.engine.simulate import simulate
from tests.games.engine.titles import TRIALS
from tests.games.engine.walks import (
    LIVES,
    SEEDS,
    Life,
    free_chance,
    life,
    marks_of,
    refused,
    trial_of,
)

SEARCHED = [trial.name for trial in TRIALS if trial.title.searchers]
in_searched_lives = pytest.mark.parametrize(
    ("name", "seed"),
    [
        pytest.param(name, seed, marks=marks_of(name, seed))
        for name, seed in LIVES
        if name in SEARCHED
    ],
)


def worlds(engine: Engine, state: Any, seat: int, count: int = 2) -> list[tuple[bytes, str]]:
    """Return sampled worlds, each with a draw of its future randomness."""
    made = islice(worlds_of(engine, state, seat, Seeded("script")), count)
    return [(codec.encode(world.state), world.chance().token("next")) for world in made]


def owing(lived: Life) -> list[tuple[Any, int]]:
    """Return every position with each seat that owes a decision in it."""
    decisions = [(state, lived.engine.pending(state)) for state in lived.states]
    return [(state, seat) for state, owed in decisions if owed for seat in owed.asked]


@in_searched_lives
def test_indistinguishable_states_give_the_same_worlds(name: str, seed: str) -> None:
    lived, differ = life(name, seed), 0
    for state, seat in owing(lived):
        other = lived.engine.scramble(state, seat, free_chance())
        differ += other != state
        assert worlds(lived.engine, other, seat) == worlds(lived.engine, state, seat)
    assert differ, "each state was compared with itself"


@in_searched_lives
def test_worlds_resample_sealed_answers_of_others(name: str, seed: str) -> None:
    # Independently of `scramble`: others answer differently, and the seat cannot tell the
    # difference.
    lived, chance, tried = life(name, seed), Seeded(seed), 0
    for state, seat in owing(lived):
        seen = set[tuple[bytes, tuple[tuple[bytes, str], ...]]]()
        for answered in [state, *_answered(lived.engine, state, seat, chance)]:
            shown = codec.encode(lived.engine.view(answered, seat))
            seen.add((shown, tuple(worlds(lived.engine, answered, seat))))
        assert len({shown for shown, _ in seen}) == len(seen)
        tried += len(seen)
    assert tried


def _answered(engine: Engine, state: Any, seat: int, chance: Seeded) -> list[Any]:
    """Return the states after another pending seat's answer, two for each seat."""
    decision = engine.pending(state)
    assert decision is not None
    others = [other for other in decision.asked if other != seat]
    raws = [choices.sample_any(engine.choices(state, one), chance) for one in others for _ in "12"]
    seats = [one for one in others for _ in "12"]
    return [
        engine.apply(
            state, one, codec.decode_action(raw or {}, engine.action_type), free_chance()
        ).state
        for one, raw in zip(seats, raws, strict=True)
    ]


@pytest.mark.parametrize("name", [name for name in SEARCHED if name.startswith("merchants")])
def test_worlds_resample_hands_and_kings_of_others(name: str) -> None:
    # Independently of `scramble`: two other players swap theirs.
    lived, tried = life(name, SEEDS[0]), 0
    for state, seat in owing(lived):
        others = [one for one in state.players if one.seat != seat and one.king]
        for one, other in itertools.pairwise(others):
            if len(one.hand) == len(other.hand):
                players = list(state.players)
                players[one.seat] = replace(one, king=other.king, hand=other.hand)
                players[other.seat] = replace(other, king=one.king, hand=one.hand)
                changed = replace(state, players=tuple(players), answers=())
                before = replace(state, answers=())
                if _shown(lived, changed, seat) == _shown(lived, before, seat):
                    tried += 1
                    assert worlds(lived.engine, changed, seat) == worlds(lived.engine, before, seat)
    assert tried


def _shown(lived: Life, state: Any, seat: int) -> bytes:
    return codec.encode(lived.engine.view(state, seat))


@in_searched_lives
def test_a_world_looks_like_the_true_state_to_its_seat(name: str, seed: str) -> None:
    lived = life(name, seed)
    for state, seat in owing(lived):
        shown = codec.encode(lived.engine.view(state, seat))
        for world in islice(worlds_of(lived.engine, state, seat, Seeded("any")), 2):
            assert codec.encode(lived.engine.view(world.state, seat)) == shown


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=marks_of(name, SEEDS[0])) for name in SEARCHED]
)
def test_a_bot_decides_by_the_view_of_its_seat_only(name: str) -> None:
    lived = life(name, SEEDS[0])
    for state, seat in owing(lived)[:: max(1, len(owing(lived)) // 12)]:
        other = lived.engine.scramble(state, seat, free_chance())
        answer = decided(name, state, seat)
        assert decided(name, other, seat) == answer
        assert refused(lived.engine, state, seat, answer) == ""


def decided(name: str, state: Any, seat: int) -> Any:
    engine, chance = life(name, SEEDS[0]).engine, Seeded("bot")
    (searcher,) = trial_of(name).title.searchers.values()
    return searcher(
        Search(
            engine=engine,
            view=engine.view(state, seat),
            worlds=worlds_of(engine, state, seat, chance),
            chance=chance,
            budget=Rollouts(8),
        )
    )


@pytest.mark.parametrize(
    "name",
    [
        "merchants-quick-3",
        pytest.param("merchants-hard-4", marks=pytest.mark.nightly),
        pytest.param("interop-2", marks=pytest.mark.nightly),
    ],
)
def test_the_same_seed_gives_the_same_complete_match(name: str) -> None:
    trial = trial_of(name)
    seats = len(trial.engine().setup.seats)
    bots = ["master@3", *["house"] * (seats - 1)]
    played = [
        simulate(trial.title, engine=trial.engine(), bots=bots, seed="same")[0] for _ in range(2)
    ]
    assert played[0] == played[1]


def test_randomness_of_a_world_does_not_depend_on_other_draws() -> None:
    first, second = Imagined(7), Imagined(7)
    first.draw("deck", range(50))
    assert first.roll("buy", 2, 6) == second.roll("buy", 2, 6)
    assert Imagined(8).shuffle("deck", range(50)) != Imagined(7).shuffle("deck", range(50))


def test_randomness_in_a_world_is_fair() -> None:
    chance, faces = Imagined(1), [0] * 6
    for _ in range(6000):
        (face,) = chance.roll("die", 1, 6)
        faces[face - 1] += 1
    assert all(900 < count < 1100 for count in faces)
    assert sorted(chance.shuffle("deck", range(9))) == list(range(9))


def search(budget: int) -> Search:
    engine = trial_of(SEARCHED[0]).engine()
    state, chance = engine.begin(free_chance()).state, Seeded("bot")
    worlds = worlds_of(engine, state, 0, chance)
    return Search(engine=engine, view=None, worlds=worlds, chance=chance, budget=Rollouts(budget))


def test_the_best_of_many_is_found_within_the_budget() -> None:
    tried: list[int] = []

    def worth(one: int, world: Any) -> float:
        tried.append(one)
        return float(one + world.chance().below(4))

    assert best_of(9, worth, search(200), doubt=1) == 8
    assert 200 <= len(tried) < 200 + 9
    assert tried.count(7) > tried.count(1), "what is worse is not tried on"


def test_without_a_clear_winner_the_default_is_played() -> None:
    def noisy(one: int, world: Any) -> float:
        return float(world.chance().below(1000)) if one else 499.0

    assert best_of(2, noisy, search(20), doubt=3) == 0


def test_each_candidate_is_tried_once_at_any_budget() -> None:
    assert best_of(4, lambda one, _: float(one == 2), search(1), doubt=0) in range(4)
