"""The contract that every game's engine fulfils (games/engine/base.py)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import pytest
from django.conf import settings

from games.engine import choices, codec, record
from games.engine.base import Abort, IllegalAction, Join, Leave, Step, Timeout
from games.engine.dealer import Dealer, Seeded
from games.engine.simulate import RANDOM, Run, simulate
from tests.games.engine.titles import TRIALS
from tests.games.engine.walks import (
    DEAREST,
    SEEDS,
    free_chance,
    in_lives,
    life,
    refused,
    seats_of,
    trial_of,
)

pytestmark = pytest.mark.long

in_every_life = in_lives()
in_every_game = pytest.mark.parametrize("name", [trial.name for trial in TRIALS])


@in_every_life
def test_sampling_a_choice_is_always_legal(name: str, seed: str) -> None:
    lived, chance = life(name, seed), Seeded(seed)
    for state, seat, choice in lived.offers:
        answer = choices.sample(choice, chance)
        assert answer is not None
        assert choices.allows(choice, answer)
        assert refused(lived.engine, state, seat, answer) == ""


@in_every_life
def test_an_action_outside_the_choices_is_refused_and_changes_nothing(name: str, seed: str) -> None:
    lived, chance = life(name, seed), Seeded(seed)
    here, strings = None, list[str]()
    answers = [choices.sample(choice, chance) or {} for _, _, choice in lived.offers]
    elsewhere = defaultdict(list)  # values offered for a field: a state may hold numbers alone
    for field, value in (pair for answer in answers for pair in answer.items()):
        elsewhere[field].append(value)
    for (state, seat, _), answer in zip(lived.offers, answers, strict=True):
        if state is not here:
            here, strings = state, _strings(codec.plain(state))
            first = seats_of(lived.engine, state)[:1]
        for poster, changed in (
            (seat, _changed(answer, strings, chance)),
            *((one, _changed(answer, strings, chance)) for one in first),
            (seat, _foreign(answer, elsewhere, chance)),
        ):
            offered = lived.engine.choices(state, poster)
            if not any(choices.allows(one, changed) for one in offered):
                assert refused(lived.engine, state, poster, changed) != ""


@in_every_life
def test_an_action_of_another_time_or_seat_is_refused(name: str, seed: str) -> None:
    lived, chance = life(name, seed), Seeded(seed)
    for state, seat, choice in lived.offers:
        answer = choices.sample(choice, chance)
        for other in lived.states[:: max(1, len(lived.states) // 5)]:
            offered = lived.engine.choices(other, seat)
            if not any(choices.allows(one, answer or {}) for one in offered):
                assert refused(lived.engine, other, seat, answer) != ""
        assert refused(lived.engine, state, 4711, answer) != ""


@in_every_life
def test_answers_name_their_decision_and_late_ones_are_stale(name: str, seed: str) -> None:
    # Otherwise a late answer would apply to the seat's next decision, unseen.
    lived, chance, answered = life(name, seed), Seeded(seed), dict[Any, str]()
    for state, seat, choice in lived.offers:
        decision, answer = lived.engine.pending(state), choices.sample(choice, chance)
        assert decision is not None
        assert answer is not None
        if choice.action in lived.trial.title.asides:  # it answers no decision
            continue
        # The decision, or the round where no two decisions of a round take the same action.
        key = "decision" if "decision" in choice.given else "round"
        named = choice.given[key]
        assert decision.id == named or decision.id.startswith(f"{named}.")
        assert answered.setdefault((seat, choice.action, named), decision.id) == decision.id
        for other in (-1, 0, int(named) + 1) if key == "round" else ("", f"{named}x"):
            assert refused(lived.engine, state, seat, {**answer, key: other}) == "stale"
        del answer[key]
        assert refused(lived.engine, state, seat, answer) == "malformed"


@in_every_life
def test_no_event_reveals_secrets_to_a_viewer(name: str, seed: str) -> None:
    """Check that no event distinguishes two steps that a viewer cannot tell apart.

    The steps differ in a sealed answer (of a decision with several pending seats) or in what was
    drawn. An event to all that should be private would tell them apart.
    """
    lived, chance = life(name, seed), Seeded(seed)
    engine = lived.engine
    for state, seat, choice in lived.offers[:: max(1, len(lived.offers) // 150)]:
        raws = [choices.sample(choice, chance) or {} for _ in range(2)]
        first, second = (codec.decode_action(raw, engine.action_type) for raw in raws)
        one = engine.apply(state, seat, first, free_chance())
        others = [engine.apply(state, seat, first, Dealer("1" * 64, 999))]
        decision = engine.pending(state)
        if decision is not None and len(decision.asked) > 1:
            others.append(engine.apply(state, seat, second, free_chance()))
        for viewer in {None, *seats_of(engine, state)} - {seat}:
            shown = codec.encode(engine.view(one.state, viewer))
            for other in others:
                if codec.encode(engine.view(other.state, viewer)) == shown:
                    assert _events_for(one, viewer) == _events_for(other, viewer), raws


@in_every_game
@pytest.mark.parametrize("action", [Timeout(decision="1"), Join(), Leave(), Abort()])
def test_a_posted_clock_action_is_malformed(name: str, action: Any) -> None:
    with pytest.raises(IllegalAction) as refusal:
        codec.decode_action(codec.plain(action), trial_of(name).engine().action_type)
    assert refusal.value.code == "malformed"


@in_every_game
@pytest.mark.parametrize("raw", [{}, {"action": "no such"}, {"action": 3}, {"action": None}])
def test_an_unreadable_action_is_malformed(name: str, raw: dict[str, Any]) -> None:
    engine = trial_of(name).engine()
    assert refused(engine, engine.begin(free_chance()).state, 0, raw) == "malformed"


@in_every_life
def test_apply_never_changes_its_input(name: str, seed: str) -> None:
    lived, chance = life(name, seed), Seeded(seed)
    for state, seat, choice in lived.offers:
        before = codec.encode(state)
        raw = choices.sample(choice, chance)
        action = codec.decode_action(raw or {}, lived.engine.action_type)
        lived.engine.apply(state, seat, action, free_chance())
        assert codec.encode(state) == before


@in_every_life
def test_the_log_replays_without_a_seed(name: str, seed: str) -> None:
    lived = life(name, seed)
    replayed = record.replay(trial_of(name).engine(), lived.run.lines)
    for state, again in zip(lived.states, replayed, strict=True):
        assert codec.encode(again.step.state) == codec.encode(state)


@in_every_life
def test_cards_and_money_are_conserved(name: str, seed: str) -> None:
    lived = life(name, seed)
    first = lived.engine.conserved(lived.states[0])
    for state in lived.states:
        assert lived.engine.conserved(state) == first


@in_every_life
def test_a_seat_is_pending_until_the_match_is_over(name: str, seed: str) -> None:
    lived = life(name, seed)
    for state in lived.states:
        decision, outcome = lived.engine.pending(state), lived.engine.outcome(state)
        assert (decision is None) == (outcome is not None)
        if decision is not None:
            if not decision.asked:  # the clock alone ends it
                up = lived.engine.apply(state, None, Timeout(decision=decision.id), free_chance())
                after = lived.engine.pending(up.state)
                assert after is None or after.id != decision.id
            assert list(decision.asked) == sorted(set(decision.asked))
            assert decision.seconds > 0
            assert all(lived.engine.choices(state, seat) for seat in decision.asked)


@in_every_life
def test_a_view_shows_the_pending_decision_of_its_viewer(name: str, seed: str) -> None:
    lived = life(name, seed)
    for state, seats in zip(lived.states, lived.seated, strict=True):
        decision = lived.engine.pending(state)
        for seat in seats:
            view = lived.engine.view(state, seat)
            assert view.seat == seat
            assert view.mine == (decision is not None and seat in decision.asked)
            assert view.choices == tuple(lived.engine.choices(state, seat))
            assert view.decision == (decision.id if decision else "")
        assert lived.engine.view(state, None).choices == ()


@in_every_life
def test_every_pending_seat_has_a_default_action(name: str, seed: str) -> None:
    lived = life(name, seed)
    for state in lived.states:
        decision = lived.engine.pending(state)
        for seat in decision.asked if decision else ():
            default = lived.engine.default_action(state, seat)
            lived.engine.apply(state, seat, default, free_chance())


@in_every_life
def test_the_clock_is_refused_for_another_decision(name: str, seed: str) -> None:
    lived = life(name, seed)
    for state in lived.states:
        with pytest.raises(IllegalAction) as refusal:
            lived.engine.apply(state, None, Timeout(decision="long ago"), free_chance())
        assert refusal.value.code == "stale"


@in_every_life
def test_after_the_end_the_clock_is_stale_and_there_is_no_automatic_action(
    name: str, seed: str
) -> None:
    lived = life(name, seed)
    over, before = lived.states[-1], lived.engine.pending(lived.states[-2])
    for decision in ("", before.id if before else ""):
        with pytest.raises(IllegalAction) as refusal:
            lived.engine.apply(over, None, Timeout(decision=decision), free_chance())
        assert refusal.value.code == "stale"
    for action in (Join(), Leave(), Abort()):
        with pytest.raises(IllegalAction):
            lived.engine.apply(over, None, action, free_chance())


@in_every_life
def test_state_action_and_views_go_through_the_codec(name: str, seed: str) -> None:
    lived, chance = life(name, seed), Seeded(seed)
    engine = lived.engine
    for state, seats in zip(lived.states, lived.seated, strict=True):
        assert codec.decode(codec.encode(state), engine.state_type) == state
        for viewer in (None, *seats):
            view = engine.view(state, viewer)
            assert codec.decode(codec.encode(view), type(view)) == view
    for _, _, choice in lived.offers:
        action = codec.decode_action(choices.sample(choice, chance) or {}, engine.action_type)
        assert codec.build(codec.plain(action), engine.action_type) == action


@in_every_life
def test_no_view_reveals_secrets_to_its_viewer(name: str, seed: str) -> None:
    lived = life(name, seed)
    for state, seats in zip(lived.states, lived.seated, strict=True):
        for viewer in (None, 4711, *seats):
            other = lived.engine.scramble(state, viewer, free_chance())
            shown = codec.encode(lived.engine.view(state, viewer))
            assert codec.encode(lived.engine.view(other, viewer)) == shown
            assert lived.engine.conserved(other) == lived.engine.conserved(state)


@in_every_life
def test_each_viewer_has_something_hidden_from_them(name: str, seed: str) -> None:
    # Otherwise the test above would compare each match with itself.
    lived = life(name, seed)
    for viewer in (None, *lived.seated[0]):
        others = (lived.engine.scramble(state, viewer, free_chance()) for state in lived.states)
        assert any(other != state for other, state in zip(others, lived.states, strict=True))


@in_every_game
def test_with_default_actions_every_match_ends(name: str) -> None:
    trial = trial_of(name)
    run = Run(trial.engine(), "asleep")
    while (decision := run.engine.pending(run.state)) is not None:
        run.act(None, Timeout(decision=decision.id))
        assert len(run.lines) < trial.actions


@in_every_game
@pytest.mark.parametrize("bot", [RANDOM, "house"])
def test_bots_play_to_the_end_and_the_same_seed_gives_the_same_match(name: str, bot: str) -> None:
    trial = trial_of(name)
    seats = len(trial.engine().setup.seats)
    played = [
        simulate(trial.title, engine=trial.engine(), bots=[bot] * seats, seed="same")[0]
        for _ in range(2)
    ]
    assert played[0] == played[1]


def test_a_replay_under_another_hash_seed_gives_the_same_states() -> None:
    # hash() and the order of a set are randomness that no log contains.
    lives = {trial.name: life(trial.name, SEEDS[0]) for trial in TRIALS if trial.name != DEAREST}
    lines = {name: codec.plain(lived.run.lines) for name, lived in lives.items()}
    own = {**os.environ, "PYTHONHASHSEED": "4711"}
    done = subprocess.run(
        [sys.executable, "-c", REPLAYED], input=json.dumps(lines), env=own,
        cwd=settings.BASE_DIR, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == {
        name: [sha256(codec.encode(state)).hexdigest() for state in lived.states]
        for name, lived in lives.items()
    }


REPLAYED = """
import django, json, sys
from hashlib import sha256
django.setup()
from games.engine import codec, record
from tests.games.engine.walks import trial_of
found = {}
for name, raw in json.load(sys.stdin).items():
    lines = codec.build(raw, list[record.Line])
    steps = record.replay(trial_of(name).engine(), lines)
    found[name] = [sha256(codec.encode(one.step.state)).hexdigest() for one in steps]
print(json.dumps(found))
"""


def _events_for(step: Step, viewer: int | None) -> bytes:
    return codec.encode([one for one in step.events if one.to is None or viewer in one.to])


def _strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [s for part in value.values() for s in _strings(part)]
    if isinstance(value, list | tuple):
        return [s for part in value for s in _strings(part)]
    return [value] if isinstance(value, str) else []


def _changed(answer: dict[str, Any], strings: list[str], chance: Seeded) -> dict[str, Any]:
    """Return the answer with one field changed."""
    fields = [key for key in answer if key != "action"]
    if not fields:
        return {**answer, "action": "no such"}
    field = fields[chance.below(len(fields))]
    foreign = strings[chance.below(len(strings))]
    return {**answer, field: _other(answer[field], foreign, chance)}


def _foreign(
    answer: dict[str, Any], elsewhere: Mapping[str, Sequence[Any]], chance: Seeded
) -> dict[str, Any]:
    """Return the answer with one field's value replaced by one offered elsewhere."""
    fields = [field for field in answer if field != "action"]
    if not fields:
        return answer
    field = fields[chance.below(len(fields))]
    return {**answer, field: elsewhere[field][chance.below(len(elsewhere[field]))]}


def _other(value: Any, foreign: str, chance: Seeded) -> Any:
    if isinstance(value, int):
        return value + 1 - 2 * chance.below(2)
    if isinstance(value, str):
        return foreign
    ways: tuple[list[Any], ...] = (
        value[1:],
        [*value, foreign],
        [*value, *value[:1]],
        [foreign, *value[1:]],
        [],
    )
    return ways[chance.below(len(ways))]
