"""Rules 14.7: the evening's best is what the record says, and nothing of it is shown before."""

from __future__ import annotations

from typing import Any

from games.engines.base import Abort, Leave, View
from games.engines.blanks.sentence import fill
from games.engines.blanks.title import BLANKS
from games.engines.blanks.view import BlanksView
from tests.engines.blanks_play import Match
from tests.engines.test_recorded import build
from tests.engines.walks import in_lives, life


def test_14_7_of_equal_sentences_all_are_shown_with_votes_and_authors() -> None:
    match = Match(4, target_score=1)
    first = {seat: match.hand(seat)[0] for seat in range(4)}
    match.round({0: 1, 1: 0, 2: 1, 3: 0})
    (best,) = match.view(None).best
    assert [(play.seat, play.votes) for play in best.plays] == [(0, 2), (1, 2)]
    texts = [match.engine.game.content.white(first[seat]).text for seat in (0, 1)]
    assert [play.sentence for play in best.plays] == [fill(best.black, [text]) for text in texts]


def test_14_7_a_round_without_a_point_is_there_and_one_without_a_vote_is_not() -> None:
    match = Match(3, round_limit=3, away_after=9)
    match.time_up()
    for seat in range(3):
        match.play(seat)
    match.time_up()
    match.round({0: 1, 1: 2, 2: 1})
    assert [(one.round, len(one.plays)) for one in match.view(1).best] == [(2, 0), (3, 1)]


def test_14_7_who_won_and_left_is_named_and_a_withdrawn_play_is_not_shown() -> None:
    match = Match(4, round_limit=2)
    match.round({0: 1, 1: 0, 2: 1, 3: 1})
    for seat in range(4):
        match.play(seat)
    match.vote(0, 3)
    match.act(1, Leave())
    match.vote(2, 3)
    match.act(3, Leave())
    assert [[play.seat for play in one.plays] for one in match.view(0).best] == [[1], []]


def test_14_7_a_match_broken_off_has_none() -> None:
    match = Match(3)
    match.round({0: 1, 1: 0, 2: 0})
    match.act(None, Abort())
    assert match.state.results[0].best
    assert match.view(0).best == ()


@in_lives("blanks")
def test_14_7_of_any_life_it_follows_from_the_record_and_only_the_end_shows_it(
    name: str, seed: str
) -> None:
    lived = life(name, seed)
    seats = [None, *(player.seat for player in lived.run.state.players)]
    *before, last = lived.states
    for state in before:
        assert all(_told(lived.engine.view(state, seat)) == [] for seat in seats)
    record = build(BLANKS, lived.engine, lived.run.lines, lived.run.secret)
    for seat in seats:
        assert _told(lived.engine.view(last, seat)) == _recorded(record)


def _told(view: View) -> list[tuple[int, list[Any]]]:
    assert isinstance(view, BlanksView)
    return [
        (one.round, [(p.seat, [card.id for card in p.cards], p.votes) for p in one.plays])
        for one in view.best
    ]


def _recorded(record: dict[str, Any]) -> list[tuple[int, list[Any]]]:
    return [
        (one["round"], [_play(one, seat) for seat in one["points"]])
        for one in record["rounds"]
        if one["voted"]
    ]


def _play(one: dict[str, Any], seat: int) -> tuple[int, list[str], int]:
    play = next(play for play in one["plays"] if play["seat"] == seat and not play["withdrawn"])
    return seat, play["cards"], play["votes"]
