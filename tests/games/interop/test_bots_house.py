"""The house bot of Interop: kit, licence and relicensing depend on the position."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.engine.dealer import Seeded
from games.interop.bots.house_bot import promise
from games.interop.bots.licences import licence
from games.interop.bots.outlook import Outlook
from games.interop.bots.sight import Raw
from games.interop.rules.box import CARDS
from tests.games.interop.play import Table, game, started


def licensed(table: Table, protocol: str) -> Raw:
    """Return the licence that seat 0 would choose if it deployed this protocol now."""
    view = table.engine.view(table.state, 0)
    return licence(view, CARDS[protocol], Outlook(view))


def promises(table: Table) -> list[str]:
    """Return the remaining kits, the most promising first."""
    view = table.engine.view(table.state, table.state.turn)
    return sorted(view.kits, key=lambda kit: -promise(view, CARDS[kit]))


def test_a_taken_kit_is_not_considered() -> None:
    table = started(3)
    assert promises(table)[0] == "ftp"
    table.post(2, "founder", kit="ftp", licence="closed")
    assert "ftp" not in promises(table)
    assert all(table.answer("house", Seeded(f"{seed}"))["kit"] != "ftp" for seed in range(20))


def test_games_of_four_begin_with_many_sets_of_founders_and_licences() -> None:
    # The choice varies, mostly among promising kits.
    begun = []
    for seed in range(40):
        table = started(4)
        for seat in (3, 2, 1, 0):
            table.play("house", Seeded(f"{4 * seed + seat}"))
        begun.append(table.state.licences)
    assert len({tuple(sorted(one.protocol for one in founders)) for founders in begun}) >= 6
    taken = Counter(one.protocol for founders in begun for one in founders)
    assert taken["ftp"] > taken["rtmp"]
    assert len({(one.licence, one.fee) for founders in begun for one in founders}) >= 2


@pytest.mark.parametrize(
    ("terms", "kit"),
    [
        ({"licence": "open"}, "irc"),
        ({"licence": "rand", "fee": 8}, "h323"),
        ({"licence": "closed"}, "h323"),
    ],
)
def test_a_kit_is_worth_more_beside_complementary_kits(terms: dict[str, Any], kit: str) -> None:
    # Chat goes with files (Teamdeck) and feeds (Clubhouse); calls go with neither.
    table = started(3)
    table.post(2, "founder", kit="ftp", **terms)
    table.post(1, "founder", kit="nntp", **terms)
    assert promises(table)[0] == kit


def test_founders_charge_less_to_many_players() -> None:
    few, many = (started(players).answer("house") for players in (2, 6))
    assert few["licence"] == many["licence"] == "rand"
    assert few["fee"] > many["fee"]


def shared_heavy(
    number: int, seats: int, *, users: int = 7, rtmp: dict[str, Any] | None = None
) -> Table:
    """Return a table on which all have video.

    Seat 0 has a heavy application with `users` users, and RTMP if `rtmp` is given; the others use
    RTP.
    """
    other = {
        "money": 20,
        "protocols": ["udp", "rtp"],
        "apps": {"matinee": 8},
        "links": ["submarine"],
    }
    protocols = ["tls", "http", "hls", *(["rtmp"] if rtmp else [])]
    own = {
        "money": 0,
        "protocols": protocols,
        "apps": {"cinema": users},
        "links": ["submarine"] * 2,
    }
    terms: dict[str, Any] = {"rtmp": {"deployer": 0, "since": 0, **rtmp}} if rtmp else {}
    return Table(
        players=seats,
        round=number,
        seats={"0": own, **{str(seat): other for seat in range(1, seats)}},
        licences={
            **{one: {"deployer": 0, "licence": "closed", "since": number} for one in protocols[:3]},
            **{one: {"deployer": 1, "licence": "open"} for one in ("udp", "rtp")},
            **terms,
        },
        decks_used=["LINK", "CORE", "SERVICE", "APP"],
    )


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_open_if_shared_users_are_worth_more_than_fees(seats: int) -> None:
    # Late, money is worth little more than itself; each partner brings users to a heavy
    # application.
    for number in (4, 5, 6):
        assert licensed(shared_heavy(number, seats), "rtmp") == {"licence": "open"}


def duel(number: int, *, row: tuple[str, ...]) -> Table:
    """Return a table where seat 1 has bandwidth, money and TLS, and seat 0 one user."""
    return Table(
        round=number,
        seats={
            "0": {"money": 20, "protocols": ["smtp"], "apps": {"inkwell": 1}},
            "1": {
                "money": 60,
                "links": ["submarine"] * 2,
                "protocols": ["irc", "tls"],
                "apps": {"chatterbox": 5},
            },
        },
        licences={
            "smtp": {"deployer": 0, "licence": "open"},
            "irc": {"deployer": 1, "licence": "closed"},
            "tls": {"deployer": 1, "licence": "closed"},
        },
        rows={"APP": list(row)},
    )


@pytest.mark.parametrize("number", [2, 4, 6])
def test_closed_if_the_only_rival_would_gain_more_than_the_fee(number: int) -> None:
    # Cinema is face up and lacks only live media; without it, a fee is welcome.
    assert licensed(duel(number, row=("cinema",)), "rtmp") == {"licence": "closed"}
    assert licensed(duel(2, row=()), "rtmp")["licence"] == "rand"


def datagrams(*, known: bool) -> Table:
    """Return a table of three, on which the others have datagrams if `known`."""
    protocols = [["udp", "irc"], ["udp", "http"]] if known else [["irc"], ["http"]]
    udp = {"udp": {"deployer": 1, "licence": "rand", "fee": 1}} if known else {}
    return Table(
        players=3,
        round=3,
        seats={
            "0": {"money": 20, "protocols": ["smtp"], "apps": {"inkwell": 3}},
            "1": {"protocols": protocols[0], "apps": {"chatterbox": 3}},
            "2": {"protocols": protocols[1], "apps": {"lantern": 3}},
        },
        licences={
            "smtp": {"deployer": 0, "licence": "open"},
            "irc": {"deployer": 1, "licence": "closed"},
            "http": {"deployer": 2, "licence": "closed"},
            **udp,
        },
    )


def test_a_fee_is_charged_only_if_somebody_lacks_the_feature() -> None:
    # A feature that nobody wants yet stays closed, which keeps all options open.
    assert licensed(datagrams(known=False), "udplite")["licence"] == "rand"
    assert licensed(datagrams(known=True), "udplite") == {"licence": "closed"}


def test_early_fees_are_higher_than_late_ones() -> None:
    early, late = (licensed(started_with_mail(number), "smtp") for number in (1, 6))
    assert early["licence"] == "rand"
    assert early["fee"] > late.get("fee", 0)


def started_with_mail(number: int) -> Table:
    """Return a table where the others use X.400 for mail, and seat 0 can deploy SMTP."""
    other = {"money": 20, "protocols": ["ldap", "x400"], "apps": {"inkwell": 2}}
    return Table(
        players=4,
        round=number,
        seats={
            "0": {"protocols": ["bundle", "udp"], "apps": {"sealed": 2, "postmark": 1}},
            **{str(seat): other for seat in range(1, 4)},
        },
        licences={
            **{one: {"deployer": 0, "licence": "closed"} for one in ("bundle", "udp")},
            **{one: {"deployer": 1, "licence": "open"} for one in ("ldap", "x400")},
        },
    )


def test_6_7_it_opens_a_protocol_once_users_are_worth_more_than_its_fee() -> None:
    table = shared_heavy(5, 4, rtmp={"licence": "rand", "fee": 5})
    assert table.play("house") == {"action": "relicense", "protocol": "rtmp", "licence": "open"}
    assert table.play("house") == {"action": "end_turn"}


def test_6_7_it_relaxes_a_closed_protocol_to_a_fee() -> None:
    table = shared_heavy(2, 4, users=1, rtmp={"licence": "closed"})
    raw = table.play("house")
    assert raw["action"] == "relicense"
    assert raw["licence"] == "rand"


def test_6_7_it_keeps_a_licence_that_is_equally_good() -> None:
    for number, users, fee in ((2, 0, 3), (8, 1, 3)):
        table = shared_heavy(number, 4, users=users, rtmp={"licence": "rand", "fee": fee})
        assert table.play("house") == {"action": "end_turn"}


def test_all_licences_and_relaxing_occur_in_ordinary_games() -> None:
    seen: Counter[str] = Counter()
    for lived in (game(2, 8, ("house",)), game(4, 8, ("house",)), game(4, 8, ("house", "planner"))):
        for move in lived.moves:
            if "licence" in move.action:
                seen[move.action["licence"]] += 1
                seen[move.action["action"]] += 1
    assert {"open", "rand", "closed", "relicense"} <= set(seen)


def last_round(seats: dict[str, Any], licences: dict[str, Any], rows: dict[str, Any]) -> Table:
    return Table(players=len(seats), round=8, seats=seats, licences=licences, rows=rows)


def test_in_the_last_round_it_buys_no_link_for_uncertain_users() -> None:
    # Wifi costs 6: no remaining card brings enough users beyond the 6 free units.
    table = last_round(
        seats={
            "0": {
                "money": 137,
                "links": ["isdn", "isdn", "dialup", "adsl", "ethernet"],
                "protocols": ["ftp", "rtp", "gopher", "h323"],
                "apps": {"dropcrate": 2, "matinee": 4, "lantern": 4, "facewindow": 5},
            },
            "1": {
                "links": ["cable", "ethernet", "wifi", "adsl", "dialup"],
                "protocols": ["h323", "gopher", "ldap", "rtp"],
                "apps": {"dialtone": 2, "almanac": 6, "switchboard": 3, "beacon": 5},
            },
        },
        licences={
            "ftp": {"deployer": 0, "licence": "closed"},
            "h323": {"deployer": 1, "licence": "rand", "fee": 5},
            "gopher": {"deployer": 1, "licence": "rand", "fee": 3},
            "rtp": {"deployer": 0, "licence": "rand", "fee": 3},
            "ldap": {"deployer": 1, "licence": "rand", "fee": 4},
        },
        rows={"LINK": ["lte", "wifi", "fibre", "satellite"]},
    )
    assert table.answer("house") == {"action": "end_turn"}


def test_in_the_last_round_partners_are_counted_exactly() -> None:
    # Both others reach 3 of its users: more would earn nothing extra, and Postmark costs 6.
    partner = {"links": ["submarine"], "protocols": ["smtp"], "apps": {"inkwell": 9}}
    table = last_round(
        seats={
            "0": {
                "money": 40,
                "links": ["submarine"],
                "protocols": ["smtp", "dns"],
                "apps": {"inkwell": 2},
            },
            "1": partner,
            "2": partner,
        },
        licences={
            "smtp": {"deployer": 1, "licence": "open"},
            "dns": {"deployer": 0, "licence": "closed"},
        },
        rows={"APP": ["postmark"]},
    )
    assert table.answer("house") == {"action": "end_turn"}


def test_it_buys_a_matching_pair_before_the_best_single_card() -> None:
    # LDAP names what Almanac needs; Lantern alone earns more for its price, but much less in total.
    table = Table(
        round=1,
        seats={
            "0": {"money": 13, "protocols": ["h323", "gopher"], "apps": {"dialtone": 0}},
            "1": {"money": 14, "protocols": ["ftp"], "apps": {"dropcrate": 0}},
        },
        licences={
            "ftp": {"deployer": 1, "licence": "rand", "fee": 5},
            "h323": {"deployer": 0, "licence": "rand", "fee": 5},
            "gopher": {"deployer": 0, "licence": "rand", "fee": 5},
        },
        rows={"CORE": ["tls", "dns", "ldap"], "APP": ["almanac", "lantern"]},
        decks_used=["SERVICE"],
    )
    assert table.answer("house")["card"] == "ldap"
