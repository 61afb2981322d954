"""The tree, allocation, bandwidth, revenue, deck bottoms and end (rules 7 to 13)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.engine.base import Abort
from games.interop.rules import scoring
from games.interop.rules.deployment import offer_to
from games.interop.rules.state import Phase
from games.interop.rules.view import BOARD
from tests.games.interop.play import Table, chance


def licences(*protocols: str) -> dict[str, Any]:
    return {one: {"deployer": 0, "licence": "open"} for one in protocols}


def allocation(card: str, seats: dict[str, Any], **more: Any) -> Table:
    """Return a table in the allocation phase; protocols in `seats` are open to all."""
    named = [one for seat in seats.values() for one in seat.get("protocols", ())]
    position = {"phase": "allocation", "user_card": card, "round": 3, **more}
    return Table(seats=seats, licences=licences(*named), **position)


def test_7_an_edge_for_each_provider_of_a_needed_feature() -> None:
    seats = {
        "0": {
            "links": ["wifi", "wifi"],
            "protocols": ["smtp", "x400", "ldap"],
            "apps": {"postmark": 0},
        }
    }
    table = Table(seats=seats, licences=licences("smtp", "x400", "ldap"))
    cards = table.engine.view(table.state, None).players[0].cards
    assert [one.deck for one in cards] == ["LINK", "LINK", "CORE", "SERVICE", "SERVICE", "APP"]
    edges = {one.card: {need.feature: need.by for need in one.needs} for one in cards}
    assert edges["postmark"] == {"mail-transfer": ("smtp", "x400"), "naming": ("ldap",)}
    assert edges["ldap"] == {"stream": (BOARD,)}


def test_7_an_application_runs_on_the_services_it_needs_directly_and_on_no_core() -> None:
    protocols = ["tls", "udp", "dns", "xmpp", "jingle"]
    seats = {"0": {"protocols": protocols, "apps": {"scrambler": 0}}}
    table = Table(seats=seats, licences=licences(*protocols))
    (app,) = table.engine.view(table.state, None).players[0].apps
    assert app.runs_on == ("jingle",)


def test_8_1_the_user_card_is_turned_up_by_the_engine_after_the_last_turn() -> None:
    seats = {"0": {"protocols": ["smtp"], "apps": {"inkwell": 1}}, "1": {}}
    table = Table(first=1, seats=seats, licences=licences("smtp"), round=3)
    table.post(1, "end_turn")
    assert table.state.user_card is None
    table.post(0, "end_turn")
    told = next(event for event in table.events if event.kind == "user_card")
    assert told.facts["seat"] == 1
    assert told.facts["card"] in table.state.seen


@pytest.mark.parametrize(
    ("app", "card", "users"),
    [
        ("inkwell", "m1", 4),  # a line for e-mail
        ("voicemail", "m1", 5),  # voice and e-mail: the line for both is larger
        ("lantern", "m2", 0),
        ("deskhub", "m10", 4),  # the larger of two lines, which are not added up
        ("clubhouse", "l1", 6),
    ],
)
def test_8_3_the_offer_is_the_largest_line_that_fits(app: str, card: str, users: int) -> None:
    assert offer_to(app, card).users == users


def test_8_4_users_are_not_taken_away() -> None:
    table = allocation("m1", {"0": {"protocols": ["smtp"], "apps": {"inkwell": 2}}})
    assert table.post(0, "allocate", app="inkwell", users=-1) == "out_of_range"


def test_8_6_a_seat_that_can_place_no_users_is_skipped() -> None:
    mail = {"protocols": ["smtp"], "apps": {"inkwell": 0}}
    full = {"protocols": ["smtp"], "apps": {"inkwell": 6}}
    web = {"protocols": ["http"], "apps": {"lantern": 0}}
    table = allocation("m1", {"0": mail, "1": full, "2": web, "3": {}}, players=4)
    assert table.post(0, "pass") == ""
    assert table.state.turn == 2
    skipped = [event.facts["seat"] for event in table.events if event.kind == "no_allocation"]
    assert skipped == [1]
    assert table.post(2, "pass") == ""
    assert (table.state.phase, table.state.round) == (Phase.INVESTMENT, 4)


def test_8_a_passing_seat_places_no_users() -> None:
    table = allocation("m1", {"0": {"protocols": ["smtp"], "apps": {"inkwell": 2}}})
    assert table.post(0, "pass") == ""
    assert table.state.players[0].apps[0].users == 2


def example() -> Table:
    """Return the example of rules 10.4.

    Lantern is about to get its second user, and Start-ups bring nobody else.
    """
    return Table(
        players=3,
        round=6,
        phase="allocation",
        user_card="l8",
        seats={
            "0": {"protocols": ["smtp", "http"], "apps": {"inkwell": 9, "lantern": 1},
                  "links": ["wifi"]},
            "1": {"protocols": ["smtp", "x400", "udp", "dns"], "apps": {"postmark": 10},
                  "links": ["cable"]},
            "2": {"protocols": ["x400", "http", "ldap", "tls"],
                  "apps": {"sealed": 5, "shopfront": 12}, "links": ["submarine", "lte", "lte"]},
        },
        licences=licences("smtp", "http", "x400", "udp", "dns", "ldap", "tls"),
    )  # fmt: skip


def test_10_2_a_common_service_protocol_makes_two_applications_interoperate() -> None:
    players = example().engine.view(example().state, None).players
    ties = {
        app.app: [(one.seat, one.app, one.protocols, one.reach) for one in app.revenue.partners]
        for player in players
        for app in player.apps
    }
    assert ties["postmark"] == [(0, "inkwell", ("smtp",), 3), (2, "sealed", ("x400",), 1)]
    assert ties["inkwell"] == [(1, "postmark", ("smtp",), 3)]
    assert ties["sealed"] == [(1, "postmark", ("x400",), 3)]


def last_round(*seats: tuple[int, int]) -> Table:
    """Return a match aborted in its last round, with this money and these users."""
    named = {
        str(seat): {"money": money, "protocols": ["smtp"], "apps": {"inkwell": users}}
        for seat, (money, users) in enumerate(seats)
    }
    table = allocation("l1", named, players=len(seats), rounds=6, round=6)
    table.state = table.engine.apply(table.state, None, Abort(), chance()).state
    return table


@pytest.mark.parametrize(
    ("seats", "ranks", "winners"),
    [
        ([(10, 0), (12, 0), (11, 3)], [3, 1, 2], [1]),
        ([(12, 1), (12, 2), (11, 6)], [2, 1, 3], [1]),
        ([(12, 2), (12, 2), (11, 6)], [1, 1, 3], [0, 1]),
        ([(12, 2), (12, 2), (12, 2)], [1, 1, 1], [0, 1, 2]),
    ],
)
def test_13_most_money_then_most_users_then_a_shared_win(
    seats: list[tuple[int, int]], ranks: list[int], winners: list[int]
) -> None:
    state = replace(last_round(*seats).state, end_reason="rounds_over")
    outcome = scoring.outcome(state)
    assert outcome is not None
    by_seat = sorted(outcome.standings, key=lambda one: one.seat)
    assert [one.rank for one in by_seat] == ranks
    assert [one.seat for one in by_seat if one.winner] == winners


EDGES = {
    "two of one title drawn": ("LINK", ["isdn", "isdn"]),
    "two titles drawn": ("LINK", ["isdn", "wifi"]),
}


@pytest.mark.parametrize("name", EDGES)
def test_17_naming_the_title_keeps_one_of_the_drawn_cards(name: str) -> None:
    deck, cards = EDGES[name]
    table = Table(decks={deck: cards})
    table.post(0, "draw", deck=deck)
    assert table.post(0, "keep", card="isdn") == ""
    assert table.state.players[0].links == ("isdn",)
    assert sorted((*table.state.pile("LINK").discards, "isdn")) == sorted(cards)


def test_17_chat_and_social_on_one_protocol_interoperate() -> None:
    seats = {
        "0": {"protocols": ["tls", "matrix"], "apps": {"chatterbox": 4}},
        "1": {"protocols": ["tls", "matrix"], "apps": {"townsquare": 4}},
    }
    table = Table(seats=seats, licences=licences("tls", "matrix"))
    one, other = table.engine.view(table.state, None).players
    assert [(one.prospect, other.prospect)] == [(6, 6)]


def test_17_an_adopted_alternative_joins_the_deployers_applications() -> None:
    seats = {
        "0": {"protocols": ["smtp"], "apps": {"inkwell": 4}},
        "1": {"protocols": ["x400", "ldap"], "apps": {"postmark": 4}},
    }
    named = {
        "smtp": {"deployer": 0, "licence": "closed"},
        "x400": {"deployer": 1, "licence": "open"},
        "ldap": {"deployer": 1, "licence": "open"},
    }
    table = Table(seats=seats, licences=named)
    assert table.engine.view(table.state, None).players[0].prospect == 4
    assert table.post(0, "adopt", protocol="ldap") == ""
    assert table.post(0, "adopt", protocol="x400") == ""
    mine = table.engine.view(table.state, None).players[0]
    assert mine.apps[0].runs_on == ("smtp", "x400")
    assert mine.prospect == 6
