"""The replay of a week: what a viewer knew at each step, and no more."""

from __future__ import annotations

import re
from collections import defaultdict
from operator import attrgetter
from typing import Any

import pytest
from django.test import Client

from auctions.models import Account, Award, Bid, Lot
from auctions.page.replay import LENGTH, replay_of
from auctions.page.viewer import Viewing
from auctions.rules.resolution import _Run
from auctions.selectors import fates
from auctions.selectors.fates import draws_of
from chat.live.batch import one_batch
from games.models import Match
from games.page import html_cache
from games.page.replay import ALL, Replay
from tests.auctions.bidders import filled
from tests.auctions.moves import say_done, take_back_done
from tests.auctions.weeks import Play, people_called, play
from tests.support.log_in import client_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wednesday")]
MOST_QUERIES = 40  # several for each of six lots


def address(week: Play, **query: object) -> str:
    return f"/m/{week.id}/replay/?" + "&".join(f"{name}={value}" for name, value in query.items())


def shown(week: Play, seat: str | None, step: int, viewer: int = 0) -> Replay:
    with one_batch():
        viewing = Viewing(week.id, week.user(viewer))
        viewing.check()
        return replay_of(viewing, seat, step)


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.mark.deep
def test_every_step_has_a_page_for_every_viewer() -> None:
    week = filled(7)
    browser = client_for(week.user(0))
    assert "replay/" in browser.get(f"/m/{week.id}/").text
    for step in range(1, LENGTH + 1):
        for seat in ("", 0, 3, ALL):
            page = browser.get(address(week, seat=seat, step=step))
            assert page.status_code == 200
            assert f"Step {step} of {LENGTH}" in page.text
            assert week.match.secret not in page.text
            ids = re.findall(r'\sid="([^"]+)"', page.text)
            assert len(ids) == len(set(ids))


def test_no_step_reveals_later_events() -> None:
    """Check that later bids and awards do not change a byte of an earlier step."""
    week = filled(7)
    for step in (10, 7, 4, 1):  # from the last step back, deleting everything later each time
        before = [_of(shown(week, seat, step)) for seat in ("", "1")]
        day = (step - 1) // 2
        for later in range(day + 1, 7):
            for lot in week.frame.lots[later]:
                _forget(lot)
        html_cache._cache.clear()
        assert [_of(shown(week, seat, step)) for seat in ("", "1")] == before


def _of(replay: Replay) -> tuple[str, ...]:
    hands = "".join(hand.html for hand in replay.hands)
    return (replay.phase, replay.board, replay.players, hands, replay.log, *replay.said)


def _forget(lot: int) -> None:
    Bid.objects.filter(lot=lot).delete()
    Award.objects.filter(lot=lot).delete()
    Lot.objects.filter(pk=lot).update(sold=0, awards=0, takings=0, lowest=None, highest=None)


def test_a_seat_sees_its_bids_then_their_results_and_the_purse() -> None:
    week = filled(7)
    for account in Account.objects.filter(match=week.match)[:2]:
        seat, paid = str(account.number), 0
        for day in range(7):
            eve, after = (shown(week, seat, 2 * day + n) for n in (1, 2))
            assert f"In the purse ${account.loan - paid}" in words(eve.hands[0].html)
            assert "Results of my bids" not in eve.hands[0].html
            assert "Bids in force" not in after.hands[0].html
            won = re.search(r"Total paid\s+\$(\d+)", words(after.hands[0].html))
            paid += int(won[1]) if won else 0
        assert account.purse == account.loan - paid


def test_spectators_of_a_replay_see_only_public_facts() -> None:
    week = filled(7)
    for step in range(1, LENGTH + 1):
        spectator = shown(week, "", step)
        assert spectator.hands == []
        assert ("is-complete" in spectator.board) == (step >= 12 and step % 2 == 0)
        assert "In the purse" not in spectator.board + spectator.players


def test_a_step_marks_the_players_who_were_done_then() -> None:
    week = play(3)
    marks = {"user": week.user(0), "public_id": week.id}
    say_done(**marks, auction=1)
    week.run(0)
    say_done(user=week.user(1), public_id=week.id, auction=1)
    take_back_done(**marks, auction=1)
    for auction in range(1, 7):
        week.run(auction)
    done = {step: shown(week, "", step).players.count("player-done") for step in (1, 2, 3, 4)}
    assert done == {1: 1, 2: 1, 3: 1, 4: 0}
    rows = {step: shown(week, "", step).players.split("<li")[1:] for step in (1, 2, 3)}
    assert "done for Monday" in rows[1][0]
    assert "done for Monday" in rows[2][0]
    assert "done for Monday" in rows[3][1]


def test_the_listed_draws_are_those_that_decided_a_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the draws worked out from stored rows with those made by the rules."""
    drawn = defaultdict[tuple[int, str], set[int]](set)
    draw = _Run._draw

    def noted(run: _Run, head: str, seat: int) -> bytes:
        _, _, auction, item, _ = head.split("|")
        drawn[int(auction), item].add(seat)
        return draw(run, head, seat)

    monkeypatch.setattr(_Run, "_draw", noted)
    week = filled(7, seed=5, most=6)  # few prices: many bids are equal
    assert len({auction for auction, _ in drawn}) > 3
    found = {(day, one.item): one for day in range(7) for one in draws_of(week.match, day)}
    assert {key: {one.seat for one in draw.tickets} for key, draw in found.items()} == drawn
    for tie in found.values():
        first, last = tie.tickets[: tie.units], tie.tickets[tie.units :]
        assert [*map(attrgetter("won"), first)] == [True] * len(first) != []
        assert [*map(attrgetter("won"), last)] == [False] * len(last) != []


def test_a_step_shows_the_draws_of_its_auction_once_it_is_resolved() -> None:
    week = filled(7, seed=5, most=6)  # few prices: many bids are equal
    browser, day = client_for(week.user(0)), 0
    while not (found := draws_of(week.match, day)):
        day += 1
    eve, after = (browser.get(address(week, step=2 * day + n)).text for n in (1, 2))
    for ticket in found[0].tickets:
        assert ticket.number not in eve
        assert ticket.number in after
    assert "verify/venice.py" in after


def test_very_many_tied_bids_are_only_mentioned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fates, "MOST", 1)
    week = filled(7, seed=5, most=6)  # few prices: many bids are equal
    many = [one for day in range(7) for one in draws_of(week.match, day)]
    assert many
    assert not any(one.tickets for one in many)
    page = client_for(week.user(0)).get(address(week, step=2)).text
    assert "see the record" in page


def test_a_replay_is_for_those_who_may_see_the_result_and_only_after_the_end() -> None:
    (eve,) = people_called("eve", 1)
    over = filled(7)
    for week in (filled(0), filled(6)):
        assert client_for(week.user(0)).get(address(week, step=1)).status_code == 404
    assert client_for(eve).get(address(over, step=1)).status_code == 200
    Match.objects.filter(pk=over.match.pk).update(spectators=False)
    assert client_for(eve).get(address(over, step=1)).status_code == 404
    assert Client().get(address(over, step=1)).status_code == 302


ODD = [
    ({"step": "0"}, 200), ({"step": "999999"}, 200), ({"step": "-1"}, 404), ({}, 200),
    ({"seat": "17"}, 404), ({"seat": "%00"}, 404), ({"seat": "9" * 400}, 404),
    ({"seat": "\u0663"}, 404),
]  # fmt: skip


def test_unusual_steps_and_seats_show_a_page_or_are_not_found() -> None:
    week = filled(7)
    browser = client_for(week.user(0))
    found = [(query, browser.get(address(week, **query)).status_code) for query, _status in ODD]
    assert found == ODD


def test_every_step_makes_few_queries(django_assert_max_num_queries: Any) -> None:
    week = filled(7)
    browser = client_for(week.user(0))
    browser.get(address(week, seat=1, step=1))
    for step in (1, 2, LENGTH // 2, LENGTH):
        html_cache._cache.clear()
        with django_assert_max_num_queries(MOST_QUERIES):
            browser.get(address(week, seat=1, step=step))
