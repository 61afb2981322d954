"""Tests of a week of Venice over the API."""

from __future__ import annotations

from typing import Any

import pytest

from auctions.models import Bid
from games.models import AcceptedKey, Match
from tests.api.conftest import Bring, Program, begin
from tests.auctions.conftest import _enable_venice, _known_moment
from tests.auctions.weeks import Play

__all__ = ["_enable_venice", "_known_moment"]
pytestmark = pytest.mark.django_db(transaction=True)


def begun(program: Bring, *names: str) -> tuple[str, list[Program]]:
    people = [program(name) for name in names]
    wish = {"name": "Rialto", "game": "venice", "most": 10, "bots": 2}
    wish["options"] = {"pace": "fast", "minutes": 10}
    return f"weeks/{begin(people, wish)}", people


def _bid(week: Any, **more: Any) -> dict[str, Any]:
    lot = week["auctions"][0]["lots"][0]
    return {"do": "bid", "auction": 0, "item": lot["item"], "price": 7, "units": 1, **more}


def test_a_week_shows_its_line_ups_and_the_players_own_bids(program: Bring) -> None:
    where, (ada, _bob) = begun(program, "Ada", "Bob")
    week = ada.get(where).json()
    assert (week["status"], week["fast"], week["resolved"], week["players"]) == (
        "running", True, 0, 4,
    )  # fmt: skip
    assert [one["number"] for one in week["auctions"]] == list(range(7))
    assert all(one["lots"] for one in week["auctions"])
    known = {one["item"] for one in (*week["agendas"], *week["assets"])}
    assert {lot["item"] for one in week["auctions"] for lot in one["lots"]} <= known
    assert (week["own"]["seat"], week["own"]["purse"]) == (0, 0)
    assert program("Eve").get(where).json()["own"] is None


def test_bids_are_placed_changed_withdrawn_and_answered_with_receipts(program: Bring) -> None:
    where, (ada, bob) = begun(program, "Ada", "Bob")
    assert ada.post(f"{where}/act", {"do": "loan", "amount": 100}).json()["loan"]["loan"] == 100
    week = ada.get(where).json()
    placed = ada.post(f"{where}/act", _bid(week))
    assert placed.status_code == 200, placed.content
    assert placed.json()["lot"]["lot_sum"] == 7
    changed = ada.post(f"{where}/act", _bid(week, do="reprice", old=7, price=9))
    assert [one["price"] for one in changed.json()["lot"]["bids"]] == [9]
    sheet = ada.get(where).json()["own"]["sheets"][0]
    assert (sheet["auction_sum"], sheet["at_most"]) == (9, 9)
    assert ada.post(f"{where}/act", _bid(week, do="withdraw", price=9)).status_code == 200
    assert not Bid.objects.filter(account__number=0).exists()
    done = bob.post(f"{where}/act", {"do": "done", "auction": 0}).json()["done"]
    assert done == {"auctions": [0], "done": True}
    assert ada.get(where).json()["auctions"][0]["done"] == 1


def test_a_command_counts_once_per_key_and_repeats_its_receipt(program: Bring) -> None:
    where, (ada,) = begun(program, "Ada")
    ada.post(f"{where}/act", {"do": "loan", "amount": 100})
    body = _bid(ada.get(where).json())
    first = ada.post(f"{where}/act", body, key="one").json()
    ada.post(f"{where}/act", {**body, "do": "withdraw"})
    assert ada.post(f"{where}/act", body, key="one").json() == first
    assert not Bid.objects.filter(account__number=0).exists(), "it is told, not done, again"
    assert AcceptedKey.objects.filter(key="one").count() == 1


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"price": 0}, "bad_price"), ({"price": 10**30}, "bad_price"), ({"units": 0}, "bad_units"),
        ({"units": 10**6}, "too_many_units"), ({"item": "x"}, "unknown_item"),
        ({"auction": 9}, "unknown_auction"), ({"do": "fly"}, "bad_request"),
        ({"price": [7]}, "bad_request"), ({"price": None}, "bad_request"),
    ],
)  # fmt: skip
def test_illegal_commands_are_refused_with_the_codes_of_the_rules(
    program: Bring, more: dict[str, Any], code: str
) -> None:
    where, (ada,) = begun(program, "Ada")
    told = ada.post(f"{where}/act", _bid(ada.get(where).json(), **more))
    assert told.json()["code"] == code
    assert not Bid.objects.filter(account__number=0).exists()


def test_spectators_of_a_week_watch_and_cannot_act(program: Bring) -> None:
    where, (ada,) = begun(program, "Ada")
    eve = program("Eve")
    told = eve.post(f"{where}/act", _bid(ada.get(where).json()))
    assert told.json()["code"] == "not_a_player"
    for path in ("x", where.replace("weeks/", "weeks/x"), f"{where}/auctions/7", "weeks/nothing"):
        assert eve.get(path).status_code in (400, 404), path


@pytest.mark.both
def test_results_and_standings_are_paginated_once_public(
    program: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("auctions.api.weeks.A_PAGE", 1)
    where, (ada, bob) = begun(program, "Ada", "Bob")
    for one in (ada, bob):
        one.post(f"{where}/act", {"do": "loan", "amount": 100})
        one.post(f"{where}/act", _bid(one.get(where).json()))
    assert ada.get(f"{where}/auctions/0").json()["lines"] == []
    news = ada.get(f"{where}/stream").json()
    assert ada.get(f"{where}/stream", since=news["cursor"], wait=0).json()["changed"] is False
    for one in (ada, bob):
        one.post(f"{where}/act", {"do": "done"})
    week = Play(Match.objects.get(), [ada.user, bob.user])
    for auction in range(7):
        week.run(auction)
    fresh = ada.get(f"{where}/stream", since=news["cursor"], wait=0).json()
    assert (fresh["changed"], fresh["week"]["resolved"]) == (True, 7)
    first = ada.get(f"{where}/auctions/0").json()
    assert first["complete"]
    assert first["pages"] > 1
    lines = []
    for page in range(1, first["pages"] + 1):
        lines += ada.get(f"{where}/auctions/0", page=page).json()["lines"]
    assert {one["player"] for one in lines} >= {"Ada", "Bob"}
    places = [*(ada.get(f"{where}/standings", page=page).json()["lines"] for page in range(1, 5))]
    assert sorted(one["seat"] for page in places for one in page) == [0, 1, 2, 3]
    eve, table = program("Eve"), where.replace("weeks/", "tables/")
    for path in (where, f"{where}/auctions/0", f"{where}/standings", f"{table}/record"):
        assert eve.get(path).status_code == 200, path
    assert eve.get(where).json()["own"] is None
