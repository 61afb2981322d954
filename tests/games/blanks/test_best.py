"""The best of the evening (rules 14.7) agrees with the record, once it is over."""

from __future__ import annotations

from typing import Any

from games.blanks.rules.view import BlanksView
from games.engine.base import Abort, View
from tests.games.blanks.play import Match
from tests.games.engine.test_recorded import record_of
from tests.games.engine.walks import in_lives, life


def test_14_7_an_aborted_match_has_no_best_of_the_evening() -> None:
    match = Match(3)
    match.round({0: 1, 1: 0, 2: 0})
    match.act(None, Abort())
    assert match.state.results[0].best
    assert match.view(0).best == ()


@in_lives("blanks")
def test_14_7_the_best_follows_from_the_record_and_is_shown_only_at_the_end(
    name: str, seed: str
) -> None:
    lived = life(name, seed)
    seats = [None, *(player.seat for player in lived.run.state.players)]
    *before, last = lived.states
    for state in before:
        assert all(_best_in_view(lived.engine.view(state, seat)) == [] for seat in seats)
    record = record_of(lived)
    for seat in seats:
        assert _best_in_view(lived.engine.view(last, seat)) == _recorded(record)


def _best_in_view(view: View) -> list[tuple[int, list[Any]]]:
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
