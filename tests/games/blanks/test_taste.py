"""The bot that acts by what people have liked (Blanks 25)."""

from __future__ import annotations

from collections import Counter
from math import exp
from typing import Any

import pytest
from msgspec.structs import replace

from games.blanks.bots import learnt, taste, with_tastes
from games.blanks.rules.state import State, shown_plays
from games.blanks.rules.tastes import Counts, mean_of, smoothed
from games.blanks.title import BLANKS, sample_content
from games.engine.codec import decode_action
from games.engine.dealer import Seeded
from games.engine.simulate import engine_for
from tests.games.blanks.play import Match, cards
from tests.games.engine.walks import free_chance


def plain(**liked: float) -> dict[str, float]:
    """Return tastes of 0.5 for all cards but these."""
    return {f"w{n:03d}": 0.5 for n in range(1, 121)} | liked


def shown(seat: int, card: str, votes: int | None) -> dict[str, Any]:
    part = {"seat": seat, "cards": [card], "shown": True, "withdrawn": votes is None}
    return part if votes is None else {**part, "votes": votes}


def test_the_bot_learns_only_from_public_vote_counts() -> None:
    counts = Counts()
    plays = [shown(0, "a", 2), shown(1, "b", 1), shown(2, "c", 0), shown(3, "d", None)]
    counts.add([{"voted": True, "plays": plays}, {"voted": False, "plays": plays}])
    assert counts.got == {"a": 2, "b": 1, "c": 0}
    assert counts.possible == {"a": 2, "b": 2, "c": 2}  # three votes, one of them by the author


def test_a_card_is_smoothed_towards_its_pack_with_the_weight_of_eight_votes() -> None:
    assert smoothed(0, 0, 0.3) == pytest.approx(0.3)
    assert smoothed(8, 8, 0.0) == pytest.approx(0.5)
    assert mean_of(0, 0) == 0 and mean_of(1, 4) == 0.25


def test_it_plays_its_best_card_six_times_in_ten() -> None:
    match, chance = Match(3), Seeded("plays")
    best = match.hand(0)[3]
    played: Counter[str] = Counter()
    for _ in range(2000):
        raw = taste(match.view(0), chance, plain(**{best: 0.9}))
        assert raw is not None
        played.update(raw["cards"])
    # 0.6 and a seventh of the rest: 0.657, with an error of 0.0106.
    assert abs(played[best] / 2000 - (0.6 + 0.4 / 7)) < 0.05
    assert set(played) == set(match.hand(0))


def test_it_plays_its_best_cards_in_order() -> None:
    match = Match(3, content=cards((2, 1), (1, 0)))
    first, second = match.hand(0)[4], match.hand(0)[1]
    tastes = plain(**{first: 0.9, second: 0.8})
    answers = [taste(match.view(0), Seeded(f"{n}"), tastes) or {} for n in range(40)]
    assert [first, second] in [raw["cards"] for raw in answers]


def test_it_votes_in_proportion_to_its_taste() -> None:
    match, chance = Match(3), Seeded("votes")
    for seat in range(3):
        match.play(seat)
    laid = {one.seat: one for one in shown_plays(match.state)}
    tastes = plain(**{laid[1].cards[0]: 0.8, laid[2].cards[0]: 0.3})
    votes: Counter[str] = Counter()
    for _ in range(3000):
        raw = taste(match.view(0), chance, tastes)
        assert raw is not None
        votes[raw["handle"]] += 1
    share = exp(4 * 0.8) / (exp(4 * 0.8) + exp(4 * 0.3))
    assert abs(votes[laid[1].handle] / 3000 - share) < 0.05
    assert set(votes) == {laid[1].handle, laid[2].handle}


def rich(points: int, **options: Any) -> Match:
    """Return a match in which seat 0 has `points` points and has voted."""
    match = Match(3, target_score=10, **options)
    for _ in range(points):
        match.round({0: 1, 1: 0, 2: 0})
    for seat in range(3):
        match.play(seat)
    match.vote(0, 1)
    return match


def test_it_discards_its_two_worst_cards_if_they_are_far_below_the_mean() -> None:
    match = rich(3)
    hand = match.hand(0)
    tastes = plain(**{hand[0]: 0.1, hand[2]: 0.2, hand[4]: 0.3})
    raw = taste(match.view(0), Seeded("x"), tastes)
    assert raw == {"action": "discard", "round": match.state.round, "cards": [hand[0], hand[2]]}
    match.post(0, **raw)
    assert taste(match.view(0), Seeded("x"), tastes) is None
    only = plain(**{hand[4]: 0.3, hand[3]: 0.45})
    assert taste(rich(3).view(0), Seeded("x"), only) == {**raw, "cards": [hand[4]]}


def test_it_discards_once_in_a_vote_whatever_the_size_of_its_hand() -> None:
    match = rich(4)
    large, short = (_with_hand(match, size) for size in (12, 3))
    for resized in (large, short):
        view = match.engine.view(resized, 0)
        bad = plain(**dict.fromkeys(resized.players[0].hand[:4], 0.1))
        raw = taste(view, Seeded("x"), bad)
        assert raw is not None and len(raw["cards"]) == 2
        action = decode_action(raw, match.engine.action_type)
        after = match.engine.apply(resized, 0, action, free_chance()).state
        assert [c.action for c in match.engine.choices(after, 0)] == ["discard"]
        assert taste(match.engine.view(after, 0), Seeded("x"), bad) is None


def _with_hand(match: Match, size: int) -> State:
    """Return the state of the match with this many cards in the hand of seat 0."""
    state = match.state
    player = state.players[0]
    cards = (*player.hand, *state.white_deck)
    hand, deck = cards[:size], cards[size:]
    players = (replace(player, hand=hand), *state.players[1:])
    return replace(state, players=players, white_deck=deck)


def test_it_discards_again_in_the_next_vote() -> None:
    match = rich(4)
    tastes = plain(**dict.fromkeys(match.hand(0)[:2], 0.1))
    match.post(0, **(taste(match.view(0), Seeded("x"), tastes) or {}))
    match.vote(1, 0)
    match.vote(2, 0)
    for seat in range(3):
        match.play(seat)
    match.vote(0, 1)
    raw = taste(match.view(0), Seeded("x"), plain(**{match.hand(0)[0]: 0.1}))
    assert raw is not None and raw["cards"] == [match.hand(0)[0]]


def test_it_keeps_its_cards_with_few_points_or_an_even_hand() -> None:
    match = rich(2)
    assert taste(match.view(0), Seeded("x"), plain(**{match.hand(0)[0]: 0.1})) is None
    assert taste(rich(3).view(0), Seeded("x"), plain()) is None


def test_without_a_table_it_plays_as_the_random_bot() -> None:
    match = Match(3)
    for seed in ("a", "b", "c"):
        view = match.view(0)
        assert with_tastes({})(view, Seeded(seed)) == BLANKS.bots["random"](view, Seeded(seed))


@pytest.mark.nightly
def test_it_beats_random_bots_after_learning() -> None:
    # Par is half of the wins. For exact figures run
    # `manage.py simulate blanks --bots taste,random`.
    content = sample_content()
    engine = engine_for(BLANKS, seats=4, options={}, content=content)
    assert len(learnt(engine, content, 4, 5)) == len(content.white)
    wins: Counter[str] = Counter()
    for number in range(60):
        bots = ["taste", "random"] * 2
        played = BLANKS.simulate(bots=bots, options={}, seed=f"taste {number}")
        wins.update(bots[one.seat] for one in played.outcome.standings if one.winner)
    assert wins["taste"] > 1.5 * wins["random"]
