"""Buying, drawing, adopting, licences (rules 6) and the grant (rules 11)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.interop.play import Table, started

OPEN = {"deployer": 0, "licence": "open"}
CLOSED = {"deployer": 1, "licence": "closed"}


def shop(**seat: Any) -> Table:
    """Return a table in the investment phase on which all rows have cards.

    Seat 0 has SMTP and 20 money; seat 1 has three protocols.
    """
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


def test_6_2_the_deck_is_checked_before_the_card_and_the_money_before_the_licence() -> None:
    table = shop(money=4)
    assert table.post(0, "buy", card="isdn") == ""
    assert table.post(0, "buy", card="submarine") == "deck_used"
    assert table.post(0, "buy", card="http") == "no_funds"
    assert table.post(0, "buy", card="sip") == "missing_feature"


def test_6_2_links_may_repeat() -> None:
    table = shop(links=["isdn"])
    assert table.post(0, "buy", card="isdn") == ""
    assert table.state.players[0].links == ("isdn", "isdn")
    assert table.state.pile("LINK").row == ("isdn", "submarine")


@pytest.mark.parametrize(
    ("row", "deck", "card", "after"),
    [
        (["isdn", "wifi", "adsl"], ["fibre", "fibre"], "wifi", ("isdn", "fibre", "adsl")),
        (["wifi", "isdn", "isdn"], ["fibre"], "isdn", ("wifi", "fibre", "isdn")),
        (["isdn", "wifi", "adsl"], [], "wifi", ("isdn", "adsl")),
    ],
    ids=["filled at once", "the first of two of a kind", "gone with an empty deck"],
)
def test_6_3_the_place_of_a_bought_card(
    row: list[str], deck: list[str], card: str, after: tuple[str, ...]
) -> None:
    table = Table(seats={"0": {"money": 20}}, rows={"LINK": row}, decks={"LINK": deck})
    assert table.post(0, "buy", card=card) == ""
    assert table.state.pile("LINK").row == after


def test_6_4_up_to_two_cards_are_drawn_and_one_can_be_kept() -> None:
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
def test_6_4_keeping_a_card_is_a_purchase(answer: dict[str, Any], code: str) -> None:
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
    ],
)
def test_6_5_refusals_of_an_adoption_in_their_order(answer: dict[str, Any], code: str) -> None:
    assert shop().post(0, "adopt", **answer) == code


@pytest.mark.parametrize(("money", "code", "after"), [(8, "", 0), (7, "no_funds", 7)])
def test_6_5_cost_and_fee_together_are_just_enough(money: int, code: str, after: int) -> None:
    table = shop(money=money)
    assert table.post(0, "adopt", protocol="nntp") == code  # cost 3 and fee 5
    assert table.money()[0] == after


def licences(**kinds: str) -> Table:
    """Return a table on which seat 0 deployed these protocols in round 1."""
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
def test_6_7_a_licence_can_only_be_relaxed(was: str, becomes: dict[str, Any], code: str) -> None:
    table = licences(smtp=was)
    money = table.money()
    assert table.post(0, "relicense", protocol="smtp", **becomes) == code
    assert table.money() == money


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
