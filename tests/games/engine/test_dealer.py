"""The dealer: only the holder of the secret can repeat its draws."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import pytest

from auctions.rules import verify as auctions_verify
from games.engine import codec, verify
from games.engine.dealer import Contribution, Dealer, Logged, mixed, number_below, seal_of

SECRET = "0123456789abcdef" * 4


def test_the_seal_is_sha_256_of_the_secret() -> None:
    assert seal_of(SECRET) == hashlib.sha256(SECRET.encode("ascii")).hexdigest()


def test_known_answers() -> None:
    # These values must never change: old records would become invalid.
    dealer = Dealer(SECRET, 3)
    assert dealer.draw("white", ["a", "b", "c", "d"], 2) == ("b", "d")
    assert dealer.shuffle("order", [1, 2, 3]) == (1, 3, 2)
    assert dealer.roll("dice", 2, 6) == (6, 5)
    assert dealer.token("handle") == "08c2d84dff34393c79a871e1cb9c00a1"
    assert [drawn.place for drawn in dealer.drawn] == ["3.0", "3.1", "3.2", "3.3"]


def test_the_verifier_deals_like_the_dealer() -> None:
    dealer = Dealer(SECRET, 7)
    dealer.draw("white", ["a", "b", "c", "d"], 3)
    dealer.shuffle("order", list(range(9)))
    dealer.roll("dice", 4, 20)
    dealer.token("handle")
    for drawn in dealer.drawn:
        draw = {"place": drawn.place, "kind": drawn.kind, "name": drawn.name, "out": drawn.out}
        assert verify.dealt(draw, list(drawn.of), SECRET.encode()) == list(drawn.out)


CHECKERS = (verify, auctions_verify)


@pytest.mark.parametrize("checker", CHECKERS)
def test_the_verifiers_derive_the_key_like_the_dealer(checker: Any) -> None:
    record: dict[str, Any] = {"secret": SECRET, "seal": seal_of(SECRET)}
    assert checker.key_of(record) == mixed(SECRET, []) == SECRET
    added = [
        Contribution(seat=1, commitment=seal_of("e" * 64), opening="e" * 64),
        Contribution(seat=0, commitment="d" * 64),
    ]
    record["contributions"] = [codec.plain(one) for one in added]
    assert checker.key_of(record) == mixed(SECRET, added)
    assert checker.added_to(record) == ["e" * 64, "d" * 64]
    assert checker.faults_of_secret(record) == []


@pytest.mark.parametrize("checker", CHECKERS)
def test_the_verifiers_detect_a_text_that_differs_from_its_commitment(checker: Any) -> None:
    record: dict[str, Any] = {"secret": SECRET, "seal": seal_of(SECRET)}
    for commitment, opening in (
        (seal_of("e" * 64), "f" * 64),
        (seal_of("e" * 64), "E" * 64),
        (seal_of("e"), "e"),
        ("", ""),
    ):
        told = [{"seat": 0, "commitment": commitment, "opening": opening}]
        assert len(checker.faults_of_secret({**record, "contributions": told})) == 1
    assert checker.faults_of_secret({**record, "seal": "0" * 64})


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_saved_receipt_lists_the_contributions_opened_by_then(checker: Any) -> None:
    opened = {"seat": 1, "commitment": "a" * 64, "opening": "b" * 64}
    closed = {"seat": 0, "commitment": "c" * 64, "opening": ""}
    record = {"seal": "d" * 64, "contributions": [opened, closed]}
    shut = {**opened, "opening": ""}
    for kept, started, faults in (
        ([opened, closed], "then", 0),
        ([shut, closed], None, 0),
        ([shut, closed], "then", 1),
        ([opened, {**closed, "opening": "e" * 64}], None, 1),
        ([closed, opened], None, 1),
        ([opened], None, 1),
        ([], "then", 1),
    ):
        receipt = {"seal": "d" * 64, "contributions": kept, "started": started}
        assert len(checker.faults_of_kept(record, receipt)) == faults
    assert checker.faults_of_kept(record, {"seal": "d" * 64}) == []
    assert len(checker.faults_of_kept(record, {"seal": "e" * 64})) == 1


def test_every_number_is_equally_likely() -> None:
    counts = Counter(number_below(6, SECRET, f"throw {n}") for n in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())


def test_place_name_and_secret_change_the_draw() -> None:
    pool = list(range(1000))
    outs = {
        Dealer(SECRET, 1).draw("a", pool),
        Dealer(SECRET, 2).draw("a", pool),
        Dealer(SECRET, 1).draw("b", pool),
        Dealer("f" * 64, 1).draw("a", pool),
    }
    assert len(outs) == 4


def test_drawing_more_than_the_pile_holds_is_refused() -> None:
    with pytest.raises(ValueError, match="white"):
        Dealer(SECRET, 1).draw("white", ["a"], 2)


def test_a_log_returns_exactly_its_draws() -> None:
    log = Logged([("white", ("b",)), ("order", (2, 1)), ("dice", (3,)), ("handle", ("x",))])
    assert not log.done()
    assert log.draw("white", ["a", "b"]) == ("b",)
    assert log.shuffle("order", [1, 2]) == (2, 1)
    assert log.roll("dice", 1, 6) == (3,)
    assert log.token("handle") == "x"
    assert log.done()
    with pytest.raises(ValueError, match="no draw of white"):
        log.draw("white", ["a"])


def test_a_log_that_does_not_fit_is_a_fault() -> None:
    with pytest.raises(ValueError, match=r"."):
        Logged([("white", ("z",))]).draw("white", ["a", "b"])
    with pytest.raises(ValueError, match="asked"):
        Logged([("white", ("a",))]).draw("white", ["a", "b"], 2)
    with pytest.raises(ValueError, match="same items"):
        Logged([("order", (1, 1))]).shuffle("order", [1, 2])
