"""Statistics of finished games: known positions, and sums in random matches."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.blanks.rules import scoring as blanks
from games.blanks.rules.state import Count, Result
from games.engine.base import Event
from games.engine.record import Replayed, replay
from games.interop.rules import scoring as interop
from games.merchants.rules import numbers as merchants
from tests.games.engine.walks import in_lives, life


def walked(name: str, seed: str) -> tuple[Replayed, ...]:
    lived = life(name, seed)
    return tuple(replay(lived.engine, lived.run.lines))


def events_of(replayed: tuple[Replayed, ...]) -> list[Event]:
    return [event for one in replayed for event in one.step.events]


def result(number: int, points: tuple[int, ...], *, voted: bool = True, **votes: int) -> Result:
    counts = tuple(Count(seat=int(seat[1:]), votes=count) for seat, count in votes.items())
    return Result(round=number, black="b", points=points, votes=counts, voted=voted)


def test_votes_are_summed_by_author() -> None:
    found = blanks.authors(
        [
            result(1, (0, 2), s0=2, s1=0, s2=2),
            result(2, (2,), s0=1, s2=3),
            result(3, (), voted=False, s1=0),
        ]
    )
    assert found == (
        blanks.Author(seat=0, sentences=2, votes=3, most=2, points=1),
        blanks.Author(seat=1, sentences=1, votes=0, most=0, points=0),
        blanks.Author(seat=2, sentences=2, votes=5, most=3, points=2),
    )
    assert blanks.authors([]) == ()


@in_lives("blanks")
def test_votes_agree_with_the_results_in_any_match(name: str, seed: str) -> None:
    state: Any = life(name, seed).run.state
    found = blanks.authors(state.results)
    counted = [count for result in state.results if result.voted for count in result.votes]
    assert sum(one.votes for one in found) == sum(count.votes for count in counted)
    assert sum(one.sentences for one in found) == len(counted)
    won = Counter(seat for result in state.results for seat in result.points)
    assert {one.seat: one.points for one in found if one.points} == dict(won)


def throw(target: int, success: bool) -> merchants.Throw:
    return merchants.Throw(seat=0, target=target, success=success)


@pytest.mark.parametrize(
    ("thrown", "hoped", "as_good"),
    [
        ([], 0, 1000),
        ([throw(7, True)], 618, 618),
        ([throw(7, False)], 618, 1000),
        ([throw(7, True), throw(7, True)], 1236, 382),
        ([throw(7, True), throw(7, False)], 1236, 854),
    ],
)
def test_luck_compares_rolls_with_their_odds(
    thrown: list[merchants.Throw], hoped: int, as_good: int
) -> None:
    (found, idle) = merchants.luck(thrown, 2)
    assert (found.hoped, found.as_good) == (hoped, as_good)
    assert (found.throws, found.made) == (len(thrown), sum(one.success for one in thrown))
    assert idle == merchants.Luck(seat=1, throws=0, made=0, hoped=0, as_good=1000)


@in_lives("merchants")
def test_rolls_and_points_agree_with_any_match(name: str, seed: str) -> None:
    replayed = walked(name, seed)
    state = replayed[-1].step.state
    thrown = merchants.throws(replayed)
    rolled = [event.facts for event in events_of(replayed) if event.kind == "rolled"]
    again = sum(
        one.line.action["action"] == "reroll"
        or (one.line.action["action"] == "timeout" and not one.before.roll.success)
        for one in replayed
        if one.before is not None and one.before.phase.value == "reroll"
    )
    assert len(rolled) == state.rolls == len(thrown) + again
    assert sum(one.made for one in merchants.luck(thrown, len(state.players))) == sum(
        one.success for one in thrown
    )
    worth = merchants.worth(replayed)
    assert [one.round for one in worth] == [*range(1, state.round + 1), 0]
    if state.cause == "deck":
        outcome = life(name, seed).engine.outcome(state)
        assert outcome is not None
        scores = {one.seat: one.score for one in outcome.standings}
        for seat, points in enumerate(worth[-1].points):
            assert points == (None if state.players[seat].out else scores[seat])


def test_a_rerolled_doublet_counts_once() -> None:
    replayed = walked("merchants-full-4", "life 0")
    rolled = sum(event.kind == "rolled" for event in events_of(replayed))
    assert 0 < len(merchants.throws(replayed)) < rolled


@in_lives("interop")
def test_incomes_and_fees_agree_with_the_accounts_in_any_match(name: str, seed: str) -> None:
    replayed = walked(name, seed)
    players, events = replayed[-1].step.state.players, events_of(replayed)
    apps, owned, fees = interop.by_app(events), interop.by_owner(replayed), interop.fees(events)
    for player in players:
        account, seat = player.account, player.seat
        mine = [one for one in apps if one.seat == seat]
        assert sum(one.money for one in mine) == account.earned
        assert sum(one.shared for one in mine) == account.shared
        assert sum(one.money for one in owned if one.seat == seat) == account.earned
        assert sum(one.money for one in fees if one.payer == seat) == account.fees_paid
        assert sum(one.money for one in fees if one.owner == seat) == account.fees_got
    assert [one.money for one in apps] == sorted((one.money for one in apps), reverse=True)


def test_fees_are_summed_by_payer_and_payee() -> None:
    def fee(seat: int, to: int, money: int) -> Event:
        return Event(kind="adopted_fee", facts={"seat": seat, "to": to, "fee": money})

    found = interop.fees([fee(1, 0, 3), fee(0, 1, 2), fee(1, 0, 4), Event(kind="adopted")])
    assert found == (
        interop.Fee(payer=0, owner=1, money=2),
        interop.Fee(payer=1, owner=0, money=7),
    )
