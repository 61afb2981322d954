"""The texts of the Interop page: events, history, and what its reader has to do."""

from __future__ import annotations

import re

import pytest

from games.engine.base import Event, Outcome, Standing
from games.interop.page import PAGES, allocation, words as naming
from games.interop.page.allocation import sum_of
from games.interop.page.market import Offer, adoptable, decks
from games.interop.page.primer import decks as all_decks, eras
from games.interop.page.seat import owned
from games.interop.page.typed_view import view_of
from games.interop.rules import events as telling
from games.interop.rules.box import CARDS, RESEARCH, USERS
from games.interop.rules.cards import PROTOCOL_FEATURES, USER_FEATURES
from games.interop.rules.state import Drawn, Licence, Partner, Revenue
from games.interop.rules.view import OfferView
from games.page.log import NameTag
from games.page.snapshot import MatchSnapshot
from tests.games.interop.play import Table
from tests.games.interop.table import (
    allocating,
    ending,
    founding,
    investing,
    moment_at,
    of_table,
    pending_seat,
)
from tests.games.page.page_reader import html, words

# --- Phase line


def test_the_end_names_the_winner() -> None:
    snapshot = ending()
    outcome = view_of(snapshot, None).outcome
    assert outcome is not None
    winner = next(one.seat for one in outcome.standings if one.winner)
    name = snapshot.seats[winner].name
    for seat in (*range(len(snapshot.seats)), None):
        assert ("You" if seat == winner else name) in words(html(snapshot, "phase", seat))


def test_players_show_money_and_what_they_do() -> None:
    snapshot = allocating()
    lines = PAGES.players(snapshot, None)
    view = view_of(snapshot, None)
    assert [line.score for line in lines] == [str(player.money) for player in view.players]
    assert [line.index for line in lines if line.awaited] == [pending_seat(snapshot)]
    assert lines[pending_seat(snapshot)].status == "placing users"


# --- Sentences

RAND = Licence(protocol="smtp", deployer=1, licence="rand", fee=3)
OPEN = Licence(protocol="smtp", deployer=2, licence="open")
DRAWN = Drawn(deck="APP", cards=("lantern", "matinee"))
WON = Outcome(reason="rounds_over", standings=(Standing(seat=1, rank=1, score=80, winner=True),))
SHARED = Outcome(
    reason="rounds_over",
    standings=tuple(Standing(seat=seat, rank=1, score=80, winner=True) for seat in (0, 1)),
)
# By kind: an event, and the numbers and names in its sentence.
EVENTS: dict[str, tuple[Event, list[str]]] = {
    "founded": (telling.founded(1, "inkwell", RAND), ["Bea", "SMTP", "3", "Inkwell Mail"]),
    "round": (telling.round_begun(2, 8, 1), ["2", "8", "Bea"]),
    "grant": (telling.grant(1, 4, 2), ["Bea", "4", "2"]),
    "bought": (telling.bought(1, "adsl", 8, kept=False), ["Bea", "ADSL", "8"]),
    "deployed": (telling.deployed(1, 5, RAND, kept=True), ["Bea", "SMTP", "5", "3"]),
    "discarded": (telling.discarded(1, DRAWN), ["Bea", "2", "Applications"]),
    "adopted": (telling.adopted(1, 4, OPEN), ["Bea", "SMTP", "4"]),
    "adopted_fee": (telling.adopted(0, 4, RAND), ["Ada", "SMTP", "4", "3", "Bea"]),
    "relicensed": (telling.relicensed(1, RAND), ["Bea", "SMTP", "3"]),
    "user_card": (telling.user_card(1, USERS["m9"]), ["Bea", "Clubs", "web 3", "chat 4"]),
    "allocated": (telling.allocated(1, "lantern", 2), ["Bea", "2", "Lantern"]),
    "passed": (telling.passed(1), ["Bea"]),
    "no_allocation": (telling.no_allocation(1), ["Bea"]),
    "revenue": (telling.revenue(1, 12, ()), ["Bea", "12"]),
    "over": (telling.over(WON), ["Bea", "80"]),
    "over_nobody": (telling.over(Outcome(reason="aborted", standings=())), []),
}


def sentence_of(event: Event, viewer: int | None) -> str:
    return words(str(PAGES.sentence(event, NameTag(founding(), viewer))))


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_a_sentence_has_its_numbers_and_names_and_addresses_its_player(kind: str) -> None:
    event, parts = EVENTS[kind]
    assert event.kind == kind
    sentence = sentence_of(event, None)
    assert sentence.endswith(".")
    assert [part for part in parts if part not in sentence] == []
    own = sentence_of(event, 1)
    assert "Bea" not in own
    assert bool(re.search(r"\b[Yy]ou\b", own)) == ("Bea" in parts)
    assert not re.search(r"^You (is|\w+s)\b", own)


def test_a_shared_win_names_both() -> None:
    assert all(part in sentence_of(telling.over(SHARED), None) for part in ("Ada", "Bea", "80"))


def test_a_player_reads_the_drawn_cards() -> None:
    said = sentence_of(telling.drew_cards(1, DRAWN), 1)
    assert all(card in said for card in ("Lantern", "Matinee"))


def test_only_the_payee_of_a_fee_is_addressed() -> None:
    # Readers whom an event does not concern share a sentence; this event concerns two.
    snapshot = moment_at(founding().engine, founding().state, [telling.adopted(0, 3, RAND)])
    said = {seat: words(html(snapshot, "log", seat)) for seat in (1, 0, 2, None)}
    assert [("Ada" in line, "Bea" in line) for line in said.values()] == [
        (True, False), (False, True), (True, True), (True, True),
    ]  # fmt: skip


@pytest.mark.parametrize(("units", "says"), [(1, "takes 1 unit,"), (2, "takes 2 units,")])
def test_a_lack_of_bandwidth_is_stated_in_the_right_number(units: int, says: str) -> None:
    app = next(card.id for card in CARDS.values() if card.bandwidth == units)
    offer = OfferView(app=app, line=0, offer=3, most=0, code="no_bandwidth", gains=())
    assert says in allocation._why_not(offer, units - 1)


# --- Reasons why a card can or cannot be bought (rules 6.2)


def offers(snapshot: MatchSnapshot, seat: int) -> dict[str, Offer]:
    rows = [offer for deck in decks(snapshot, seat) for offer in deck.offers]
    return {offer.face.id: offer for offer in (*rows, *adoptable(snapshot, seat))}


def test_a_card_lists_missing_features_and_where_to_get_them() -> None:
    snapshot = investing()
    seat = pending_seat(snapshot)
    view = view_of(snapshot, seat)
    checked = 0
    for row in view.rows:
        for one in row.cards:
            assert one.terms is not None
            offer = offers(snapshot, seat)[one.card]
            assert (offer.verdict.can == "now") == one.terms.now
            for feature in one.terms.missing:
                checked += 1
                assert naming.feature(feature) in offer.verdict.short
                reason = next(r for r in offer.verdict.reasons if naming.feature(feature) in r)
                for other in view.rows:
                    for way in other.cards:
                        if feature in CARDS[way.card].provides:
                            assert f"{CARDS[way.card].name}, face up for" in reason
    assert checked


def shop() -> MatchSnapshot:
    """Return a position in the investment phase.

    Seat 0 has SMTP and 20 money; seat 1 has three protocols and an application on XMPP.
    """
    table = Table(
        seats={
            "0": {"money": 20, "protocols": ["smtp"], "apps": {"inkwell": 4}},
            "1": {"money": 6, "protocols": ["irc", "nntp", "x400"], "apps": {"postmark": 6}},
        },
        licences={
            "smtp": {"deployer": 0, "licence": "closed"},
            "irc": {"deployer": 1, "licence": "closed"},
            "nntp": {"deployer": 1, "licence": "rand", "fee": 5},
            "x400": {"deployer": 1, "licence": "open"},
        },
        rows={
            "LINK": ["isdn", "isdn", "submarine"],
            "CORE": ["udp", "dns"],
            "SERVICE": ["http", "sip"],
            "APP": ["inkwell", "lantern", "deskhub"],
        },
    )
    return of_table(table)


@pytest.mark.parametrize(
    ("card", "can", "part"),
    [
        ("isdn", "now", "4"),
        ("submarine", "no", "4 money"),
        ("dns", "no", "UDP"),
        ("deskhub", "no", "file transfer"),
        ("inkwell", "no", ""),
        ("irc", "no", "closed"),
        ("nntp", "now", "8"),
        ("x400", "no", "DNS"),
    ],
)
def test_a_card_shows_if_it_can_be_bought_and_why_not(card: str, can: str, part: str) -> None:
    verdict = offers(shop(), 0)[card].verdict
    assert verdict.can == can
    assert part in " ".join([verdict.short, *verdict.reasons])
    assert bool(verdict.reasons) == (can == "no")


def test_a_card_shows_its_expected_gain() -> None:
    found = offers(shop(), 0)
    assert re.findall(r"\d+", " ".join(found["isdn"].prospects)) == ["2", "8"]
    assert all(card in " ".join(found["udp"].prospects) for card in ("DNS", "SIP"))
    joined = " ".join(found["x400"].prospects)
    assert all(part in joined for part in ("Inkwell Mail", "Bea’s Postmaster General", "3 money"))


def test_adoptable_protocols_are_listed_with_price_and_owner() -> None:
    snapshot = investing()
    seat = pending_seat(snapshot)
    view = view_of(snapshot, seat)
    shown = {offer.face.id: offer for offer in adoptable(snapshot, seat)}
    for one in view.protocols:
        mine = seat in (one.deployer, *one.adopters)
        assert (one.card in shown) != mine
        if not mine:
            offer = shown[one.card]
            assert offer.price == CARDS[one.card].cost + one.fee
            assert offer.owner is not None
            assert offer.owner.seat == one.deployer
            assert offer.terms == naming.licence(one.licence, one.fee)


def test_own_licences_show_adopters_and_possible_relaxations() -> None:
    snapshot = investing()
    seat = pending_seat(snapshot)
    view = view_of(snapshot, seat)
    mine = {one.face.id: one for one in owned(snapshot, view)}
    for one in view.protocols:
        if one.deployer == seat:
            shown = mine[one.card]
            assert tuple(who.seat for who in shown.adopters) == one.adopters
            assert bool(shown.relax) == (one.relax_code == "")
            assert bool(shown.why) == (one.relax_code != "")


# --- Revenue as a readable sum (rules 10.4)


def test_a_revenue_is_shown_as_a_sum() -> None:
    partner = Partner(seat=1, app="sealed", protocols=("x400",), users=5, reach=1, counts=1)
    idle = Partner(seat=2, app="inkwell", protocols=("smtp",), users=2, reach=0, counts=0)
    revenue = Revenue(
        app="postmark", bandwidth=2, users=10, partners=(partner, idle), revenue_users=11, money=22
    )
    shown = sum_of(founding(), revenue)
    parts = ("2 × (10 ", " + 1 ", "Bea", "Sealed Letter", ") = 22")
    assert re.search(".*".join(map(re.escape, parts)), shown.line)
    assert shown.shared == 2


def test_the_board_shows_the_last_income_of_everybody() -> None:
    snapshot = investing()
    shown = words(html(snapshot, "board", None))
    for player in view_of(snapshot, None).players:
        for one in player.paid:
            if one.money:
                assert f"= {one.money}" in shown


# --- All cards in the rules


def test_the_rules_list_every_card_and_every_feature() -> None:
    listed = [entry.card for deck in all_decks() for entry in deck.cards]
    assert sorted(card.id for card in listed) == sorted(card.id for card in RESEARCH)
    assert sum(len(era.cards) for era in eras()) == len(USERS)
    assert set(naming.FEATURES) == {*PROTOCOL_FEATURES, *USER_FEATURES}


def test_every_feature_and_link_has_its_picture() -> None:
    with open("templates/games/interop/art/glyphs.svg", encoding="utf-8") as sprite:
        drawn = set(re.findall(r'id="(io[pb]?-[\w-]+)"', sprite.read()))
    assert {f"io-{name}" for name in naming.FEATURES} <= drawn
    assert {f"iop-{name}" for name in naming.FEATURES} <= drawn
    assert {f"io-{card.id}" for card in RESEARCH if card.kind == "link"} <= drawn
