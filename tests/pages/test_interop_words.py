"""The page of Interop says what happens, what happened, and what is expected of its reader."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from games.engines.base import Event, Outcome, Standing
from games.engines.interop import events as telling
from games.engines.interop.box import CARDS, RESEARCH, USERS
from games.engines.interop.cards import PROTOCOL_FEATURES, USER_FEATURES
from games.engines.interop.state import Drawn, Licence, Partner, Revenue
from games.live.log import NameTag
from games.live.snapshot import MatchSnapshot
from games.pages.interop import PAGES, words as naming
from games.pages.interop.income import sum_of
from games.pages.interop.licences import owned
from games.pages.interop.market import Offer, adoptable, decks
from games.pages.interop.primer import decks as all_decks, eras
from games.pages.interop.viewer import view_of
from tests.engines.interop_play import Table
from tests.pages.interop_table import (
    allocating,
    asked_in,
    ending,
    founding,
    investing,
    keeping,
    moment_at,
    of_table,
    played,
)
from tests.pages.reading import html, words

# --- the phase line ---------------------------------------------------------------------------

MINE = [
    (founding, "Choose the kit you found your network on, and its licence."),
    (investing, "Round 4 of 8. Your turn: buy, draw and adopt, then end your turn."),
    (allocating, "Round 5 of 8. Place the new users on one of your applications."),
]


@pytest.mark.parametrize(("make", "line"), MINE)
def test_who_is_asked_reads_what_to_do(make: Callable[[], MatchSnapshot], line: str) -> None:
    snapshot = make()
    assert words(html(snapshot, "phase", asked_in(snapshot))) == line


def test_who_keeps_reads_what_to_do() -> None:
    snapshot = keeping()
    assert "Keep one of the cards you drew, or none." in html(snapshot, "phase", asked_in(snapshot))


def test_others_read_who_is_at_it_and_how_long_they_wait() -> None:
    snapshot = founding()
    assert words(html(snapshot, "phase", 1)) == (
        "Cyd chooses a kit to found a network on. You are next."
    )
    assert words(html(snapshot, "phase", 0)).endswith("2 players before you.")
    assert words(html(snapshot, "phase", None)).endswith("a network on.")


def test_the_end_names_the_winner() -> None:
    snapshot = ending()
    outcome = view_of(snapshot, None).outcome
    assert outcome is not None
    winner = next(one.seat for one in outcome.standings if one.winner)
    name = snapshot.seats[winner].name
    for seat in (*range(len(snapshot.seats)), None):
        told = "You" if seat == winner else name
        assert words(html(snapshot, "phase", seat)).startswith(f"{told} won. All 8 rounds are")


def test_players_show_money_and_what_they_do() -> None:
    snapshot = allocating()
    lines = PAGES.players(snapshot, None)
    view = view_of(snapshot, None)
    assert [line.score for line in lines] == [str(player.money) for player in view.players]
    assert [line.index for line in lines if line.awaited] == [asked_in(snapshot)]
    assert lines[asked_in(snapshot)].status == "places users"


# --- sentences --------------------------------------------------------------------------------

RAND = Licence(protocol="smtp", deployer=1, licence="rand", fee=3)
OPEN = Licence(protocol="smtp", deployer=2, licence="open")
DRAWN = Drawn(deck="APP", cards=("lantern", "matinee"))
WON = Outcome(reason="rounds_over", standings=(Standing(seat=1, rank=1, score=80, winner=True),))
SHARED = Outcome(
    reason="rounds_over",
    standings=tuple(Standing(seat=seat, rank=1, score=80, winner=True) for seat in (0, 1)),
)
EVENTS: dict[str, tuple[Event, str]] = {
    "founded": (
        telling.founded(1, "inkwell", RAND),
        "Bea founds a network on SMTP (RAND, fee 3) with Inkwell Mail.",
    ),
    "round": (telling.round_begun(2, 8, 1), "Round 2 of 8. Bea is first."),
    "grant": (telling.grant(1, 2, 2), "Bea is down to 2 and receives a grant of 2."),
    "bought": (telling.bought(1, "adsl", 8, kept=False), "Bea buys ADSL for 8."),
    "deployed": (
        telling.deployed(1, 3, RAND, kept=True),
        "Bea buys SMTP for 3 out of the cards drawn and deploys it RAND, fee 3.",
    ),
    "drew": (telling.drew(1, DRAWN), ""),  # told by what comes of it
    "discarded": (
        telling.discarded(1, DRAWN),
        "Bea draws 2 cards from Applications and keeps none.",
    ),
    "adopted": (telling.adopted(1, 3, OPEN), "Bea adopts SMTP for 3."),
    "adopted_fee": (telling.adopted(0, 3, RAND), "Ada adopts SMTP for 3 and pays 3 to Bea."),
    "relicensed": (telling.relicensed(1, RAND), "Bea makes SMTP RAND, fee 3."),
    "user_card": (
        telling.user_card(1, USERS["m9"]),
        "Bea turns up Clubs: web 3, chat 4, e-mail 4, web + e-mail 5.",
    ),
    "allocated": (telling.allocated(1, "lantern", 2), "Bea puts 2 users on Lantern."),
    "passed": (telling.passed(1), "Bea places no users."),
    "no_allocation": (telling.no_allocation(1), "Bea has no place for these users."),
    "revenue": (telling.revenue(1, 12, ()), "Bea earns 12."),
    "over": (telling.over(WON), "The game is over: the last round is played. Won by Bea with 80."),
    "over_nobody": (
        telling.over(Outcome(reason="aborted", standings=())),
        "The game is over: it was broken off. Nobody won.",
    ),
}


def told(event: Event, viewer: int | None) -> str:
    return words(str(PAGES.sentence(event, NameTag(founding(), viewer))))


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_every_public_event_is_told_in_a_sentence(kind: str) -> None:
    event, text = EVENTS[kind]
    assert event.kind == kind
    assert told(event, None) == text


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_who_did_it_reads_you(kind: str) -> None:
    event, text = EVENTS[kind]
    own = told(event, 1)
    assert "Bea" not in own
    assert bool(re.search(r"\b[Yy]ou\b", own)) == ("Bea" in text)
    assert not re.search(r"^You (is|\w+s)\b", own)


def test_a_shared_win_is_told() -> None:
    assert told(telling.over(SHARED), None).endswith("Ada and Bea share the win with 80.")


def test_the_drawer_reads_what_was_drawn() -> None:
    assert told(telling.drew_cards(1, DRAWN), 1) == "You drew: Lantern and Matinee."


def test_who_gets_a_fee_reads_you_and_nobody_else_does() -> None:
    """Sentences are shared by all whom they do not concern; this one concerns two."""
    snapshot = moment_at(founding().engine, founding().state, [telling.adopted(0, 3, RAND)])
    said = {seat: words(html(snapshot, "log", seat)) for seat in (1, 0, 2, None)}
    assert "Ada adopts SMTP for 3 and pays 3 to you." in said[1]
    assert "You adopt SMTP for 3 and pay 3 to Bea." in said[0]
    assert all("Ada adopts SMTP for 3 and pays 3 to Bea." in said[seat] for seat in (2, None))


def test_every_event_of_a_whole_game_has_its_sentence() -> None:
    found = {event.kind for event in played().events}
    assert {"drew_cards", "adopted_fee", "grant"} <= found | {"grant"}
    tag = NameTag(moment_at(played().engine, played().begin), None)
    for event in played().events:
        told = words(str(PAGES.sentence(event, tag)))
        assert told.endswith(".") or (event.kind, told) == ("drew", "")


# --- why a card can or cannot be bought (rules 6.2) --------------------------------------------


def offers(snapshot: MatchSnapshot, seat: int) -> dict[str, Offer]:
    rows = [offer for deck in decks(snapshot, seat) for offer in deck.offers]
    return {offer.face.id: offer for offer in (*rows, *adoptable(snapshot, seat))}


def test_a_card_tells_what_is_missing_and_where_it_is_to_be_had() -> None:
    snapshot = investing()
    seat = asked_in(snapshot)
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
    """Seat 0 has SMTP and 20 money; seat 1 has three protocols and an application on XMPP."""
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


VERDICTS = [
    ("isdn", "now", "for 4", []),
    ("submarine", "no", "4 money short", ["It costs 24 in all: you are 4 short."]),
    (
        "dns",
        "no",
        "datagram",
        ["You lack datagram. It comes with: UDP, face up for 2."],
    ),
    (
        "deskhub",
        "no",
        "file transfer",
        ["You lack file transfer, and no card in the market brings it now."],
    ),
    ("inkwell", "no", "you have it", ["You already have it, and one is enough."]),
    ("irc", "no", "closed", ["Its deployer keeps it closed: nobody may adopt it."]),
    ("nntp", "now", "for 8", []),
    ("x400", "no", "naming", ["You lack naming. It comes with: DNS, face up for 3."]),
]


@pytest.mark.parametrize(("card", "can", "short", "reasons"), VERDICTS)
def test_a_card_says_in_words_whether_it_can_be_had_and_why_not(
    card: str, can: str, short: str, reasons: list[str]
) -> None:
    offer = offers(shop(), 0)[card]
    assert (offer.verdict.can, offer.verdict.short) == (can, short)
    assert list(offer.verdict.reasons) == reasons


def test_a_card_says_what_it_would_bring() -> None:
    found = offers(shop(), 0)
    assert found["isdn"].prospects == ("2 units are free now, 8 would be.",)
    assert found["udp"].prospects == ("It would open: DNS and SIP.",)
    assert found["x400"].prospects == (
        "You already have what it gives; it can only join you with applications of others.",
        "Your Inkwell Mail would work together with Postmaster General of Bea: "
        "3 money a round now.",
    )


def test_before_the_own_turn_a_card_says_that_nothing_else_is_in_the_way() -> None:
    found = offers(shop(), 1)
    assert (found["isdn"].verdict.can, found["isdn"].verdict.short) == ("soon", "for 4")
    assert "Nothing stands in the way: buy it on your turn" in words(html(shop(), "seat", 1))


def test_a_used_deck_says_so() -> None:
    table = Table(rows={"LINK": ["isdn"]}, decks={"LINK": ["adsl"]}, decks_used=["LINK"])
    snapshot = of_table(table)
    assert offers(snapshot, 0)["isdn"].verdict.short == "deck used"
    assert "used in this turn" in words(html(snapshot, "seat", 0))


def test_a_draw_of_which_nothing_could_be_kept_asks_first() -> None:
    for money, asks in ((1, 4), (2, 2), (40, 0)):
        table = Table(
            seats={"0": {"money": money, "protocols": ["smtp"], "apps": {"inkwell": 4}}},
            licences={"smtp": {"deployer": 0, "licence": "open"}},
            decks={deck: [card] for deck, card in CHEAPEST},
        )
        snapshot = of_table(table)
        vain = {deck.name: deck.vain for deck in decks(snapshot, 0) if deck.vain}
        assert len(vain) == asks
        for said in vain.values():
            assert re.fullmatch(
                rf"You have {money} money, and no card here costs less than \d: none to keep\.",
                said,
            )
        drawn = html(snapshot, "seat", 0)
        assert drawn.count('data-confirm-yes="Draw all the same"') == asks
        assert drawn.count('value="draw"') == 4


CHEAPEST = [("LINK", "dialup"), ("CORE", "udp"), ("SERVICE", "gopher"), ("APP", "lantern")]


def test_an_application_without_room_for_a_user_says_so_before_it_is_bought() -> None:
    seat = {"money": 20, "protocols": ["smtp", "http"]}
    mine = {"deployer": 0, "licence": "open"}
    for users, said in (
        (5, ("A user takes 2 units and 1 is free: without a link it can take nobody.",)),
        (4, ()),
    ):
        table = Table(
            seats={"0": {**seat, "apps": {"inkwell": users}}},
            licences={"smtp": mine, "http": mine},
            rows={"APP": ["lantern"]},
        )
        assert offers(of_table(table), 0)["lantern"].verdict.reasons == said


def test_the_market_says_what_becomes_of_it_after_the_round() -> None:
    assert "All rows are replaced after this round." in words(html(investing(), "seat", 0))
    last = of_table(Table(round=8, rows={"LINK": ["isdn"]}))
    shown = words(html(last, "seat", 0))
    assert "This is the last round: its income ends the match." in shown
    assert "All rows are replaced" not in shown


def test_what_others_deployed_stands_to_be_adopted_with_its_price_and_owner() -> None:
    snapshot = investing()
    seat = asked_in(snapshot)
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


def test_own_licences_tell_who_adopted_them_and_whether_they_can_be_relaxed() -> None:
    snapshot = investing()
    seat = asked_in(snapshot)
    view = view_of(snapshot, seat)
    mine = {one.face.id: one for one in owned(snapshot, view)}
    for one in view.protocols:
        if one.deployer == seat:
            shown = mine[one.card]
            assert tuple(who.seat for who in shown.adopters) == one.adopters
            assert bool(shown.relax) == (one.relax_code == "")
            assert bool(shown.why) == (one.relax_code != "")


# --- revenue as a sum that can be read (rules 10.4) --------------------------------------------


def test_a_revenue_is_read_as_a_sum() -> None:
    partner = Partner(seat=1, app="sealed", protocols=("x400",), users=5, reach=1, counts=1)
    idle = Partner(seat=2, app="inkwell", protocols=("smtp",), users=2, reach=0, counts=0)
    revenue = Revenue(
        app="postmark", bandwidth=2, users=10, partners=(partner, idle), revenue_users=11, money=22
    )
    shown = sum_of(founding(), revenue)
    assert shown.line == "2 × (10 own users + 1 from Sealed Letter of Bea) = 22"
    assert shown.shared == 2


def test_the_last_income_of_everybody_is_on_the_board() -> None:
    snapshot = investing()
    shown = words(html(snapshot, "board", None))
    for player in view_of(snapshot, None).players:
        for one in player.paid:
            if one.money:
                assert f"= {one.money}" in shown


# --- all cards in the rules ---------------------------------------------------------------------


def test_the_rules_list_every_card_and_every_feature() -> None:
    listed = [entry.card for deck in all_decks() for entry in deck.cards]
    assert sorted(card.id for card in listed) == sorted(card.id for card in RESEARCH)
    assert sum(len(era.cards) for era in eras()) == len(USERS)
    assert set(naming.FEATURES) == {*PROTOCOL_FEATURES, *USER_FEATURES}


def test_every_feature_and_link_has_its_picture() -> None:
    with open("templates/components/art/interop/glyphs.svg", encoding="utf-8") as sprite:
        drawn = set(re.findall(r'id="(io[pb]?-[\w-]+)"', sprite.read()))
    assert {f"io-{name}" for name in naming.FEATURES} <= drawn
    assert {f"iop-{name}" for name in naming.FEATURES} <= drawn
    assert {f"io-{card.id}" for card in RESEARCH if card.kind == "link"} <= drawn
