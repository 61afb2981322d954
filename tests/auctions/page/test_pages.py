"""The page of a week in its stages: the viewer's forms, and the site's answers."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.test import Client

from auctions.models import Account, Bid
from auctions.page.query_params import Look
from auctions.page.viewer import Viewing
from auctions.page.words import RESOURCE_KEYS
from auctions.rules.catalogue import AGENDAS
from auctions.services.scheduler import abort_week
from chat.live.batch import render_batch
from chat.live.fragments import Denied
from games.models import Match, Seat
from games.page.match_page import open_match as open_page
from games.services.moderation import remove_player
from tests.auctions.bidders import filled
from tests.auctions.page.week_pages import (
    bid,
    borrow,
    fields,
    forms,
    page,
    render_parts,
    user_of,
    words,
)
from tests.auctions.weeks import Play, begin, open_match, people_called, play


def acting(markup: str) -> list[dict[str, str]]:
    """Return the fields that the order form and the loan form post."""
    return [fields(form) for form in forms(markup) if "/week/" in form]


def post(client: Client, week: Play, seat: int, *, script: bool = True, **sent: Any) -> Any:
    client.force_login(week.user(seat))
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://x/m/{week.id}/?day=1"}
    return client.post(f"/m/{week.id}/week/", sent, headers=headers if script else {})


# --- Before the opening -----------------------------------------------------------------------


def test_the_coming_day_is_the_one_to_be_done_for_once_there_is_a_loan() -> None:
    week = play(2)

    def kinds() -> dict[str, str]:
        seat = render_parts(week, week.user(0))["seat"]
        found = re.findall(r'class="button small ?(\w*)" id="(done-\w+)"', seat)
        return {name: kind for kind, name in found}

    assert kinds() == {"done-now": "", "done-rest": "quiet"}  # borrowing comes first
    borrow(week, 0, 100)
    assert kinds() == {"done-now": "primary", "done-rest": "quiet"}


def test_costs_and_gains_are_in_words() -> None:
    week = play(2)
    sold = {lot.item for lots in week.frame.lineup for lot in lots}
    agenda = next(one for one in AGENDAS if one.id in sold)
    day = 0 if agenda.id in {lot.item for lot in week.frame.lineup[0]} else 6
    said = words(render_parts(week, week.user(0), day=str(day))["seat"])
    cost = " , ".join(
        f"{n} {name}" for n, name in zip(agenda.cost, RESOURCE_KEYS, strict=True) if n
    )
    assert f"pays ${agenda.value} if you hold {cost}" in said.replace("  ", " ")
    assert re.search(
        r"gives \d+ (force|popularity|influence)", words(page(week, week.user(0), day="1"))
    )


def test_every_lot_of_every_coming_day_can_be_bid_for() -> None:
    week = play(3)
    for day, lots in enumerate(week.frame.lineup):
        sent = acting(render_parts(week, week.user(0), day=str(day))["seat"])
        placed = [form for form in sent if form.get("do") == "bid"]
        assert [form["item"] for form in placed] == [lot.item for lot in lots]
        assert {form["auction"] for form in placed} == {str(day)}


def test_every_bid_can_be_changed_and_withdrawn_in_place() -> None:
    week = play(3)
    bid(week, 0, 0, 12)
    markup = render_parts(week, week.user(0), day="0")["seat"]
    form = next(form for form in forms(markup) if 'value="withdraw"' in form)
    assert 'value="reprice"' in form
    sent = {"bid": f"0 {week.item(0)} 12", "units": "1", "price": "12"}
    assert sent.items() <= fields(form).items()


def test_the_loan_can_be_set_only_until_the_opening() -> None:
    week = play(3)
    assert any(form.get("do") == "loan" for form in acting(page(week, week.user(0))))
    week.run(0)
    assert not any(form.get("do") == "loan" for form in acting(page(week, week.user(0))))


def test_a_spectator_sees_the_line_up_and_no_form() -> None:
    week = play(3)
    parts = render_parts(week, user_of(week, None), day="0")
    assert not acting("".join(parts.values()))
    assert len(re.findall(r'<li class="lot">', parts["board"])) == 6
    assert "You are watching" in words(parts["seat"])
    assert ">Agendas</button>" in parts["board"]  # a button that explains the term


def test_figures_show_the_debt_and_the_most_that_bids_can_cost() -> None:
    week = play(2)
    bid(week, 0, 0, 40)
    assert "nullified" in words(render_parts(week, week.user(0), day="0")["seat"])
    borrow(week, 0, 33)
    owed = re.findall(r'data-loan-owed="\d">(\d+)', render_parts(week, week.user(0))["seat"])
    assert owed == ["33", "35", "37", "38", "40", "42", "43"]  # rounded up once (rules 9)
    borrow(week, 0, 50)
    bid(week, 0, 2, 30)
    text = words(render_parts(week, week.user(0), day="0")["seat"])
    assert "This day’s bids, at most $40" in text
    assert "All open bids, at most $50" in text  # 70 are bid, but the purse has 50
    assert "My loan $50" in text
    assert "Owed on Saturday − $65" in text


# --- Answers ----------------------------------------------------------------------------------


def test_a_bid_is_answered_with_a_receipt_and_the_updated_seat(client: Client) -> None:
    week = play(2)
    borrow(week, 0, 100)
    sent: dict[str, Any] = {
        "do": "bid",
        "auction": 1,
        "item": week.item(1),
        "price": 7,
        "units": 1,
        "key": "k1",
    }
    answer = post(client, week, 0, **sent)
    text = words(answer.content.decode())
    assert 'id="v-receipt"' in answer.content.decode()
    assert "in force: 1 × $7" in text
    assert "cost you at most $7" in text
    assert 'id="m-seat"' in answer.content.decode()
    assert 'id="m-board"' not in answer.content.decode()
    assert post(client, week, 0, **sent).content == answer.content
    assert Bid.objects.count() == 1


def test_without_script_the_page_shows_the_accepted_bid(client: Client) -> None:
    week = play(2)
    sent: dict[str, Any] = {"do": "bid", "auction": 0, "item": week.item(0), "price": 7, "units": 1}
    answer = post(client, week, 0, script=False, **sent)
    assert answer.status_code == 302
    assert week.item(0) not in answer["Location"]  # request logs must not contain an item
    shown = client.get(answer["Location"].partition("#")[0]).content.decode()
    assert "Accepted." in words(shown)
    withdrawal = next(form for form in forms(shown) if 'value="withdraw"' in form)
    assert fields(withdrawal)["bid"] == f"0 {week.item(0)} 7"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"do": "bid"}, "malformed"),
        ({"do": "dance", "auction": 0}, "malformed"),
        ({"do": "bid", "auction": 9, "item": "opera", "price": 1, "units": 1}, "unknown_auction"),
        ({"do": "bid", "auction": 0, "item": "opera", "price": 1, "units": 1}, "unknown_item"),
        ({"do": "loan", "amount": 201}, "loan_above_cap"),
        ({"do": "loan", "amount": "1.5"}, "malformed"),
    ],
)
def test_a_refusal_has_its_code_and_message(
    client: Client, sent: dict[str, Any], code: str
) -> None:
    week = play(2)
    answer = post(client, week, 0, **sent)
    assert answer.status_code == 200
    assert answer["X-Ridotto-Code"] == code
    assert f'data-code="{code}"' in answer.content.decode()
    plain = post(client, week, 0, script=False, **sent)
    assert plain.status_code == 422
    assert plain.content.decode().startswith(code)


def test_a_price_changes_in_one_step_and_can_be_withdrawn(
    client: Client,
) -> None:
    week = play(2)
    bid(week, 0, 0, 12)
    named = f"0 {week.item(0)}"
    post(client, week, 0, do="reprice", bid=f"{named} 12", price=15, units=1)
    assert list(Bid.objects.values_list("price", flat=True)) == [15]
    post(client, week, 0, do="withdraw", bid=f"{named} 15", price=99, units=1)
    assert not Bid.objects.exists()


def test_spectators_and_removed_players_cannot_act(client: Client) -> None:
    week = play(3)
    Seat.objects.filter(match=week.match, index=1).update(status="kicked")
    for user in (user_of(week, None), week.user(1)):
        client.force_login(user)
        answer = client.post(f"/m/{week.id}/week/", {"do": "loan", "amount": 5})
        assert answer["X-Ridotto-Code"] == "not_a_player"
    assert Account.objects.get(match=week.match, number=1).loan == 0


# --- Instants and resolutions -----------------------------------------------------------------


def test_between_instant_and_resolution_nothing_changes(client: Client) -> None:
    week = play(3)
    borrow(week, 0, 100)
    bid(week, 0, 0, 31)
    week.to(0, seconds=1)
    parts = render_parts(week, week.user(0), day="0")
    assert "is being resolved" in words(parts["phase"])
    assert "being resolved" in words(parts["board"])
    assert not acting(parts["seat"])
    assert "1 × $31" in words(parts["seat"])  # the bid in force counts, and its owner sees it
    assert "31" not in words(render_parts(week, week.user(1), day="0")["seat"])
    sent: dict[str, Any] = {"do": "bid", "auction": 0, "item": week.item(0), "price": 7, "units": 1}
    assert post(client, week, 0, **sent)["X-Ridotto-Code"] == "late"
    later = render_parts(week, week.user(0), day="1")["seat"]
    assert [form["do"] for form in acting(later)] == ["bid"] * 4


def test_after_the_last_common_auction_only_the_bids_of_the_closing_are_hidden() -> None:
    week = filled(6)
    assert "All bids" in words(render_parts(week, week.user(0), day="0")["board"])
    closing = render_parts(week, week.user(0), day="6")
    assert "All bids" not in words(closing["board"])
    assert 'class="lots line-up"' in closing["board"]


def test_the_end_shows_the_result_to_players_and_to_those_who_may_watch(client: Client) -> None:
    week = filled(0)
    assert "result will appear" in words(render_parts(week, week.user(0))["phase"])
    for auction in range(7):
        week.run(auction)
    line = words(render_parts(week, week.user(0))["phase"])
    assert "The week is over" in line
    assert "result will appear" not in line
    client.force_login(week.user(2))
    text = words(client.get(f"/m/{week.id}/").content.decode())
    assert "The week is over" in text
    assert "Final money" in text
    assert week.match.secret in text
    client.force_login(user_of(week, None))
    assert "Final money" in words(client.get(f"/m/{week.id}/").content.decode())
    Match.objects.filter(public_id=week.id).update(spectators=False)
    assert client.get(f"/m/{week.id}/").status_code == 403


def test_a_week_ended_by_a_moderator_reveals_nothing_more() -> None:
    week = filled(2)
    abort_week(match=week.fresh(), at=week.frame.instants[2])
    week.fresh()
    text = words(page(week, week.user(0)))
    assert "ended early" in text
    assert not acting(page(week, week.user(0)))
    assert week.match.secret not in text


def test_a_stalled_week_still_takes_bids_for_coming_auctions() -> None:
    week = filled(1)
    Match.objects.filter(pk=week.match.pk).update(status="stalled")
    parts = render_parts(week, week.user(0), day="4")
    assert "Stopped" in words(parts["phase"])
    assert acting(parts["seat"])


# --- The week, hours and access ---------------------------------------------------------------


def test_a_daily_week_marks_its_days_and_shows_times_in_both_zones() -> None:
    week = play(2, options={"pace": "daily"})
    board = render_parts(week, week.user(0), day="3")["board"]
    medals = re.findall(
        r'<li class="medal ([^"]*)"><a href="([^"]*)"( aria-current="page")?', board
    )
    assert len(medals) == 7
    assert [bool(current) for _kind, _url, current in medals] == [n == 3 for n in range(7)]
    assert ["is-next" in kind for kind, _url, _current in medals] == [True] + [False] * 6
    assert board.count(">17:15</time>") == 7
    week.user(0).time_zone = "America/New_York"
    week.user(1).time_zone = "Europe/Paris"
    far, near = (words(render_parts(week, week.user(seat))["phase"]) for seat in (0, 1))
    assert "22 November, 11:15" in far
    assert "17:15 in Rome" in far
    assert "22 November, 17:15" in near
    assert "Rome" not in near


def test_public_parts_are_identical_for_everybody() -> None:
    week = filled(2)
    views = [render_parts(week, user) for user in (week.user(0), week.user(1), user_of(week, None))]
    for name in ("board", "log"):
        assert len({view[name] for view in views}) == 1


def test_equal_weeks_render_identical_pages() -> None:
    week = filled(1)
    before = render_parts(week, week.user(0))
    week.to(0, seconds=20)
    assert render_parts(week, week.user(0)) == before


def test_a_waiting_table_has_the_common_frame() -> None:
    people = people_called("early", 3)
    match = open_match(people, options={"pace": "fast", "minutes": 3})
    week = Play(match, people)
    parts = render_parts(week, people[0])
    assert "3 of 100000 seats" in words(parts["phase"])
    assert "Start the match" in words(parts["seat"])
    assert parts["players"].count("<li ") == 3
    begin(match)
    assert "is next" in words(render_parts(week, people[0])["phase"])


def test_strangers_see_only_the_door_of_a_closed_table(client: Client) -> None:
    week = play(2, access="invite")
    client.force_login(user_of(week, None))
    assert client.get(f"/m/{week.id}/").status_code == 403
    assert client.get(f"/m/{week.id}/week/news/").status_code == 204
    assert client.get("/m/nowhere/").status_code == 404


def test_a_page_without_a_socket_polls_its_parts(client: Client) -> None:
    week = filled(1)
    client.force_login(week.user(0))
    news = client.get(f"/m/{week.id}/week/news/?day=0").content.decode()
    assert re.findall(r'id="m-(\w+)"', news) == [
        "phase", "moment", "board", "guide", "players", "seat", "log",
    ]  # fmt: skip
    assert "Results of my bids" in words(news)


# --- Removed players --------------------------------------------------------------------------


def judge() -> Any:
    """Return a moderator with all permissions."""
    person = people_called("judge", 1)[0]
    person.is_superuser = True
    person.save()
    return person


def test_the_open_page_of_a_removed_player_changes_at_once() -> None:
    week = play(4, access="invite")
    pages = [open_page(week.user(seat), week.id, {}) for seat in (1, 2)]
    for one in pages:
        one.whole()
    remove_player(moderator=judge(), public_id=week.id, index=1, reason="cheating")
    removed, other = render_batch([(one, frozenset({f"match.{week.id}"})) for one in pages])
    assert isinstance(removed, Denied)
    assert removed.where == f"/m/{week.id}/"
    assert not isinstance(other, Exception)
    with pytest.raises(Denied):
        pages[0].whole()


def test_a_removed_player_may_watch_the_result(client: Client) -> None:
    week = play(3)
    borrow(week, 1, 50)
    remove_player(moderator=judge(), public_id=week.id, index=1, reason="cheating")
    client.force_login(week.user(1))
    assert "m-board" not in client.get(f"/m/{week.id}/").content.decode()
    for auction in range(7):
        week.run(auction)
    shown = client.get(f"/m/{week.id}/").content.decode()
    assert "You are watching" in words(shown)
    assert "purse-money" not in shown


@pytest.mark.parametrize("query", [{"view": "day", "day": "3"}, {"view": "plots"}, {}])
def test_a_page_opened_before_the_end_shows_the_result_then(query: dict[str, str]) -> None:
    week = filled(6)
    viewing = Viewing(week.id, week.user(0), Look.of(query))
    viewing.recheck()
    look = viewing.page_values()["look"]
    assert look.live
    live = Viewing(week.id, week.user(0), Look.of(dict(parse_qsl(look.query))))
    live.recheck()
    assert live.shown.view == query.get("view", "day")
    week.run(6)
    live.recheck()
    assert live.shown.view == "players"
    later = Viewing(week.id, week.user(0), Look.of(query))
    later.recheck()
    assert later.shown.view == query.get("view", "players")
    assert not later.page_values()["look"].live
