"""Rules 6 of Interop: buying, drawing, adopting, licences; and rules 11, the grant."""

from __future__ import annotations

from typing import Any

import pytest

from games.engines.interop.state import Phase, licence_of
from tests.engines.interop_play import Table, started

OPEN = {"deployer": 0, "licence": "open"}
CLOSED = {"deployer": 1, "licence": "closed"}


def shop(**seat: Any) -> Table:
    """Seat 0 has SMTP and 20 money; seat 1 has three protocols; all rows have cards."""
    return Table(
        seats={
            "0": {"money": 20, "protocols": ["smtp"], "apps": {"inkwell": 0}, **seat},
            "1": {"money": 6, "protocols": ["irc", "nntp", "xmpp"]},
        },
        licences={
            "smtp": OPEN,
            "irc": CLOSED,
            "nntp": {"deployer": 1, "licence": "rand", "fee": 5},
            "xmpp": {"deployer": 1, "licence": "open"},
        },
        rows={
            "LINK": ["isdn", "isdn", "submarine"],
            "CORE": ["udp", "dns"],
            "SERVICE": ["http", "sip"],
            "APP": ["inkwell", "lantern", "deskhub"],
        },
    )


def test_6_1_rows_are_filled_up_to_five_when_a_round_begins() -> None:
    table = started(4)
    for seat, kit in zip((3, 2, 1, 0), ("smtp", "irc", "http", "ftp"), strict=True):
        assert all(pile.row == () for pile in table.state.piles)
        table.post(seat, "founder", kit=kit, licence="open")
    assert all(len(pile.row) == 5 for pile in table.state.piles)
    assert (table.state.phase, table.state.round, table.state.turn) == (Phase.INVESTMENT, 1, 0)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"card": "cable"}, "not_available"),
        ({"card": "smtp", "licence": "open"}, "not_available"),
        ({"card": "no such card"}, "not_available"),
        ({"card": "inkwell"}, "already_owned"),
        ({"card": "lantern"}, "missing_feature"),
        ({"card": "sip"}, "missing_feature"),
        ({"card": "submarine"}, "no_funds"),
        ({"card": "http"}, "bad_licence"),
        ({"card": "http", "licence": "rand"}, "bad_fee"),
        ({"card": "http", "licence": "closed", "fee": 2}, "bad_fee"),
        ({"card": "isdn", "licence": "open"}, "bad_licence"),
        ({"card": "isdn", "fee": 3}, "bad_licence"),
    ],
)
def test_6_2_refusals_of_a_purchase_in_their_order(answer: dict[str, Any], code: str) -> None:
    assert shop().post(0, "buy", **answer) == code


def test_6_2_the_deck_is_looked_at_before_the_card_and_the_money_before_the_licence() -> None:
    table = shop(money=4)
    assert table.post(0, "buy", card="isdn") == ""
    assert table.post(0, "buy", card="submarine") == "deck_used"
    assert table.post(0, "buy", card="http") == "no_funds"
    assert table.post(0, "buy", card="sip") == "missing_feature"


def test_6_2_a_purchased_card_serves_the_next_purchase_of_the_turn() -> None:
    table = shop()
    assert table.post(0, "buy", card="http", licence="open") == ""
    assert table.post(0, "buy", card="lantern") == ""
    assert [one.app for one in table.state.players[0].apps] == ["inkwell", "lantern"]


def test_6_2_links_may_repeat() -> None:
    table = shop(links=["isdn"])
    assert table.post(0, "buy", card="isdn") == ""
    assert table.state.players[0].links == ("isdn", "isdn")
    assert table.state.pile("LINK").row == ("isdn", "submarine")


def test_6_3_the_place_in_the_row_is_filled_at_once() -> None:
    table = Table(
        seats={"0": {"money": 20}},
        rows={"LINK": ["isdn", "wifi", "adsl", "cable", "lte"]},
        decks={"LINK": ["fibre", "fibre"]},
    )
    assert table.post(0, "buy", card="wifi") == ""
    assert table.money()[0] == 14
    assert table.state.pile("LINK").row == ("isdn", "fibre", "adsl", "cable", "lte")


def test_6_3_of_two_of_a_kind_the_place_of_the_first_is_filled() -> None:
    table = Table(
        seats={"0": {"money": 20}},
        rows={"LINK": ["wifi", "isdn", "adsl", "isdn", "lte"]},
        decks={"LINK": ["fibre"]},
    )
    assert table.post(0, "buy", card="isdn") == ""
    assert table.state.pile("LINK").row == ("wifi", "fibre", "adsl", "isdn", "lte")


def test_6_3_a_place_an_empty_deck_cannot_fill_is_gone() -> None:
    table = Table(
        seats={"0": {"money": 20}},
        rows={"LINK": ["isdn", "wifi", "adsl", "cable", "lte"]},
        decks={"LINK": []},
    )
    assert table.post(0, "buy", card="wifi") == ""
    assert table.state.pile("LINK").row == ("isdn", "adsl", "cable", "lte")


def test_6_4_two_cards_are_drawn_or_one_and_one_may_be_kept() -> None:
    table = Table(seats={"0": {"money": 9}}, decks={"LINK": ["isdn"], "CORE": ["udp", "sctp"]})
    assert table.post(0, "draw", deck="LINK") == ""
    assert table.state.drawn is not None
    assert table.state.drawn.cards == ("isdn",)
    assert table.post(0, "keep", card="isdn") == ""
    assert table.money()[0] == 5
    assert table.post(0, "draw", deck="CORE") == ""
    assert table.post(0, "keep") == ""
    assert table.state.pile("CORE").discards == ("udp", "sctp")
    assert table.money()[0] == 5


@pytest.mark.parametrize(
    ("deck", "code"),
    [("USER", "not_available"), ("PUB", "not_available"), ("LINK", "deck_used"),
     ("APP", "deck_empty")],
)  # fmt: skip
def test_6_4_refusals_of_a_draw_in_their_order(deck: str, code: str) -> None:
    table = Table(decks={"LINK": ["isdn"]}, decks_used=["LINK"])
    assert table.post(0, "draw", deck=deck) == code


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"card": "irc", "licence": "open"}, "not_available"),
        ({"card": "sip", "licence": "open"}, "missing_feature"),
        ({"card": "http"}, "bad_licence"),
        ({"licence": "open"}, "bad_licence"),
        ({"fee": 2}, "bad_licence"),
    ],
)
def test_6_4_what_is_kept_is_a_purchase(answer: dict[str, Any], code: str) -> None:
    table = Table(decks={"SERVICE": ["http", "sip"]})
    assert table.post(0, "draw", deck="SERVICE") == ""
    assert table.post(0, "keep", **answer) == code
    assert table.post(0, "end_turn") == "wrong_decision"


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"protocol": "http"}, "not_available"),
        ({"protocol": "smtp"}, "already_owned"),
        ({"protocol": "xmpp"}, "missing_feature"),
        ({"protocol": "irc"}, "licence_closed"),
        ({"protocol": "nntp", "licence": "open"}, "bad_licence"),
        ({"protocol": "nntp"}, ""),
    ],
)
def test_6_5_refusals_of_an_adoption_in_their_order(answer: dict[str, Any], code: str) -> None:
    assert shop().post(0, "adopt", **answer) == code


def test_6_5_cost_to_the_bank_and_fee_to_the_deployer_at_once() -> None:
    table = shop(money=8)
    assert table.post(0, "adopt", protocol="nntp") == ""  # exactly cost 3 and fee 5
    assert table.money() == [0, 11]
    assert table.state.used == ()
    assert licence_of(table.state, "nntp") == licence_of(shop().state, "nntp")


def test_6_5_one_money_less_is_not_enough() -> None:
    assert shop(money=7).post(0, "adopt", protocol="nntp") == "no_funds"


def test_6_6_who_buys_a_protocol_is_its_deployer_and_decides_its_licence() -> None:
    table = shop()
    assert table.post(0, "buy", card="http", licence="rand", fee=9) == ""
    licence = licence_of(table.state, "http")
    assert licence is not None
    assert (licence.deployer, licence.licence, licence.fee, licence.since) == (0, "rand", 9, 2)


def licences(**kinds: str) -> Table:
    """Seat 0 deployed these, all in round 1."""
    fees = {"rand": 3}
    return Table(
        round=3,
        seats={"0": {"protocols": list(kinds)}, "1": {"protocols": ["gopher"]}},
        licences={
            "gopher": {"deployer": 1, "licence": "closed"},
            **{
                name: {"deployer": 0, "licence": kind, "fee": fees.get(kind, 0), "since": 1}
                for name, kind in kinds.items()
            },
        },
    )


@pytest.mark.parametrize(
    ("was", "becomes", "code"),
    [
        ("closed", {"licence": "open"}, ""),
        ("closed", {"licence": "rand", "fee": 1}, ""),
        ("rand", {"licence": "open"}, ""),
        ("closed", {"licence": "closed"}, "not_less_restrictive"),
        ("rand", {"licence": "rand", "fee": 1}, "not_less_restrictive"),
        ("rand", {"licence": "closed"}, "not_less_restrictive"),
        ("open", {"licence": "open"}, "not_less_restrictive"),
        ("open", {"licence": "rand", "fee": 1}, "not_less_restrictive"),
        ("closed", {}, "bad_licence"),
        ("closed", {"licence": "rand"}, "bad_fee"),
        ("open", {"licence": "rand", "fee": 10}, "bad_fee"),
    ],
)
def test_6_7_a_licence_only_becomes_less_restrictive(
    was: str, becomes: dict[str, Any], code: str
) -> None:
    table = licences(smtp=was)
    money = table.money()
    assert table.post(0, "relicense", protocol="smtp", **becomes) == code
    assert table.money() == money


def test_6_7_only_what_is_deployed_and_only_by_its_deployer() -> None:
    table = licences(smtp="closed")
    assert table.post(0, "relicense", protocol="irc", licence="open") == "not_available"
    assert table.post(0, "relicense", protocol="gopher", licence="open") == "not_deployer"


def test_6_7_one_step_a_protocol_and_round() -> None:
    table = licences(smtp="closed", irc="closed")
    assert table.post(0, "relicense", protocol="smtp", licence="rand", fee=3) == ""
    assert table.post(0, "relicense", protocol="smtp", licence="open") == "too_soon"
    assert table.post(0, "relicense", protocol="irc", licence="open") == ""


def test_6_7_not_in_the_round_of_the_first_deployment() -> None:
    table = shop()
    table.post(0, "buy", card="http", licence="closed")
    assert table.post(0, "relicense", protocol="http", licence="open") == "too_soon"


def test_6_7_a_founders_licence_may_be_relaxed_from_round_one_on() -> None:
    table = started(2)
    table.post(1, "founder", kit="smtp", licence="open")
    table.post(0, "founder", kit="irc", licence="closed")
    assert table.state.round == 1
    assert table.post(0, "relicense", protocol="irc", licence="open") == ""


@pytest.mark.parametrize(
    ("number", "income", "money", "after"),
    [
        (2, 0, 0, 4),
        (2, 0, 3, 4),
        (2, 0, 4, 4),
        (2, 0, 9, 9),
        (2, 1, 0, 0),
        (2, None, 0, 0),
        (1, None, 0, 0),
    ],
)
def test_11_a_grant_fills_up_to_four_after_a_round_without_income(
    number: int, income: int | None, money: int, after: int
) -> None:
    seat = {"money": money} if income is None else {"money": money, "last_income": income}
    table = Table(round=number, seats={"1": seat})
    assert table.post(0, "end_turn") == ""
    assert table.money()[1] == after
    told = [event for event in table.events if event.kind == "grant"]
    assert len(told) == (after != money)
