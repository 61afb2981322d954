"""The order desk: results of bids, their worth, and what is missing.

Also what other pages say of them: the user's matches, a waiting table, and the log.
"""

from __future__ import annotations

import re
from html import unescape

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from auctions.models import Award
from auctions.page.moments import crier
from auctions.page.own_seat import outcome_of, told
from auctions.page.query_params import Look
from auctions.page.viewer import Viewing
from auctions.page.words import item_name, money
from auctions.rules.catalogue import AGENDA
from auctions.selectors.fates import FateLine
from tests.auctions.page.week_pages import bid, borrow, render_parts, words
from tests.auctions.weeks import FAST, Play, begin, open_match, people_called, play

DAILY = {"pace": "daily", "zone": "Europe/Rome"}


def seat_of(week: Play, seat: int, **query: str) -> str:
    return words(render_parts(week, week.user(seat), **query)["seat"])


def test_the_pictures_of_others_goods_say_what_they_stand_for() -> None:
    week = play(2)
    borrow(week, 1, 20)
    bid(week, 1, 0, 5)
    week.run(0)
    agenda = AGENDA[week.item(0)]
    players = unescape(render_parts(week, week.user(0))["players"])
    found = re.search(r'class="piece" title="([^"]*): pays (\S+) if you hold ([^"]*)"', players)
    assert found
    assert found.group(1, 2) == (item_name(agenda.id), money(agenda.value))
    assert re.findall(r"\d+", found.group(3)) == [str(n) for n in agenda.cost if n]


# --- Fates of bids ----------------------------------------------------------------------------


def _line(**counts: int) -> FateLine:
    fate = {"won": 0, "nullified": 0, "lost": 0} | counts
    cut = fate.pop("cut", 0)
    wanted = sum(fate.values())
    return FateLine(seat=0, item="opera", price=8, wanted=wanted, cut=cut, **fate)


def test_an_outcome_counts_units_and_dollars() -> None:
    fates = [_line(won=2, lost=1, cut=8), _line(nullified=3)]
    assert outcome_of(fates).in_short == "2 won, 1 outbid, 3 nullified, $16"
    assert outcome_of([_line(lost=1, cut=9)]).in_short == "0 won, 1 outbid, $0"
    assert outcome_of([]).in_short == "you made no bids"


def test_a_lost_bid_shows_the_price_that_beat_it() -> None:
    (outbid,) = told(_line(lost=2, cut=11))
    for words_ in ("2 × Opera", "at $8", "outbid", "for $11"):
        assert words_ in outbid.text
    won, drawn_by_lot = told(_line(won=1, lost=1, cut=8))
    assert "1 × Opera won for $8" in won.text
    assert "2 × Opera won for $8 each" in told(_line(won=2))[0].text
    assert "won the draw" in drawn_by_lot.text
    (nullified,) = told(_line(nullified=1))
    assert "could not pay" in nullified.text


def test_players_and_spectators_see_what_was_won_lost_and_nullified() -> None:
    week, watcher = play(2), people_called("watcher", 1)[0]
    units, name = week.offered(0), item_name(week.item(0))
    for seat, price in ((0, 21), (1, 22)):
        borrow(week, seat, 22 * units)
        bid(week, seat, 0, price, units=units)
    bid(week, 1, 0, 5, place=1)  # no money will be left for it
    assert "data-moment=" not in render_parts(week, week.user(0))["moment"]
    week.run(0)
    board = words(render_parts(week, week.user(0), day="0")["board"])
    assert "Winning bids" in board
    assert "$22" in board
    assert "lost" not in board
    beaten, winner = (seat_of(week, seat).replace("\u00a0", " ") for seat in (0, 1))
    assert f"0 won, {units} outbid, $0" in beaten
    assert "went for $22" in beaten
    assert "Results of my bids" in seat_of(week, 0, day="0")
    assert "lost" in seat_of(week, 0, day="0")
    assert f"{units} won, 1 nullified" in winner
    assert "could not pay" in winner
    assert "outbid" not in winner
    moments = [
        render_parts(week, user)["moment"].replace("\u00a0", " ")
        for user in (week.user(0), week.user(1), watcher)
    ]
    beaten, winner, seen = map(words, moments)
    assert f"0 won, {units} outbid, $0" in beaten
    assert f"by $22 for {name}" in beaten
    assert f"{units} won, 1 nullified, ${22 * units}" in winner
    assert f"{units} × mine" in winner
    assert f"{units}/{units} · $22" in seen
    assert "mine" not in seen
    assert "purse" not in seen
    assert len({re.findall(r'data-moment="([^"]*)"', one)[0] for one in moments}) == 3


def test_an_auction_that_cost_nothing_shows_no_old_amount() -> None:
    week = play(2)
    borrow(week, 0, 50)
    bid(week, 0, 0, 20)
    borrow(week, 1, 50)
    week.run(0)
    paid, kept = (render_parts(week, week.user(seat))["moment"] for seat in (0, 1))
    assert "<s>$50" in paid
    assert "<s>" not in kept
    assert "no bids" in words(kept)


# --- Expected results of bids -----------------------------------------------------------------


def test_the_forecast_shows_what_is_left_realized_and_unpaid() -> None:
    week = play(2)
    assert "If these bids win" not in seat_of(week, 0)
    borrow(week, 0, 50)
    bid(week, 0, 0, 30)
    text = seat_of(week, 0).replace("\u00a0", " ")
    assert "If these bids win: $20 left, −$45" in text
    assert "not complete any agenda" in text
    assert "May not be realized" not in text
    bid(week, 0, 1, 25)  # on Monday, when 20 are left
    text = seat_of(week, 0)
    assert "May not be realized: 1 × " in text
    assert "(Monday)" in text


def test_missing_points_are_listed_above_the_lots_and_marked_on_them() -> None:
    week = play(2)
    assert "I lack" not in seat_of(week, 0)
    borrow(week, 0, 100)
    bid(week, 0, 0, 30)
    markup = render_parts(week, week.user(0), day="1")["seat"]
    keys = re.findall(r'data-lacks="([^"]*)"', markup)[0].split()
    assert keys
    assert set(keys) <= {"force", "popularity", "influence"}
    assert "I lack" in words(markup)
    week.run(0)
    assert "I hold" in seat_of(week, 0)
    assert "I lack" not in seat_of(week, 1)


def test_the_week_view_lists_all_coming_lots_with_my_bids() -> None:
    week = play(3)
    borrow(week, 0, 100)
    bid(week, 0, 0, 30)
    bid(week, 0, 3, 7)
    week.run(0)
    markup = render_parts(week, week.user(0), view="week")["seat"]
    rows = re.findall(r'<tr[^>]*>\s*<th scope="row">.*?</tr>', markup, re.S)
    assert len(rows) == len({lot.item for lots in week.frame.lineup[1:] for lot in lots})
    assert "1 × $7" in markup
    assert 'class="is-wanted"' in rows[0]
    assert "lack" in words(markup)
    assert re.search(r'href="[^"]*day=1#lot-', "".join(rows))
    watcher = people_called("watcher", 1)[0]
    assert "matrix" not in "".join(render_parts(week, watcher, view="week").values())


# --- Other pages ------------------------------------------------------------------------------


def test_my_matches_show_what_to_do_and_the_next_auction(client: Client) -> None:
    week = play(2)
    client.force_login(week.user(0))
    shown = client.get("/matches/").content.decode()
    assert "borrow and bid" in words(shown)
    assert f'datetime="{week.frame.instants[0].isoformat()}"' in shown
    borrow(week, 0, 50)
    assert "no bids yet" in words(client.get("/matches/").content.decode())
    bid(week, 0, 0, 30)
    text = words(client.get("/matches/").content.decode()).replace("\u00a0", " ")
    assert "1 bid in" in text
    assert "up to $30" in text
    client.force_login(week.user(1))
    assert "30" not in words(client.get("/matches/").content.decode()).split("opening")[0]


def test_weeks_in_my_matches_are_read_in_one_query(client: Client) -> None:
    people = people_called("busy", 2)
    asked = []
    for _round in range(2):
        begin(open_match(people, options=FAST))
        client.force_login(people[0])
        client.get("/matches/")
        with CaptureQueriesContext(connection) as captured:
            client.get("/matches/")
        asked.append(len(captured))
    assert asked[0] == asked[1]


def test_a_waiting_table_shows_its_opening_in_the_readers_time_zone() -> None:
    people = people_called("early", 2)
    people[1].time_zone = "America/New_York"
    week = Play(open_match(people, options=DAILY), people)
    near, far = (words(render_parts(week, person)["board"]) for person in people)
    assert "Sunday 22 November, 16:15 (your time)" in near  # UTC
    assert "Sunday 22 November, 11:15 (your time)" in far
    fast = Play(open_match(people, options=FAST), people)
    assert "If it starts now" not in words(render_parts(fast, people[0])["board"])


def test_the_log_names_who_paid_most() -> None:
    week = play(3)
    borrow(week, 1, 100)
    bid(week, 1, 0, 40)
    week.run(0)
    viewing = Viewing(week.id, week.user(0), Look())
    viewing.check()
    told_ = dict(crier(viewing))["day-0"]
    assert Award.objects.count() == 1
    assert "price: $40 for " in told_
    assert f"by {week.user(1).username}" in told_


def test_a_lot_whose_only_bid_was_nullified_counts_as_not_sold() -> None:
    week = play(2)
    borrow(week, 0, 10)
    bid(week, 0, 0, 21)
    week.run(0)
    parts = render_parts(week, week.user(0), day="0")
    assert "1 nullified" in words(parts["seat"])
    assert "not sold" in words(parts["board"])
    assert "Nobody bid" not in words(parts["board"])
