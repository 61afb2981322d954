"""The page of Interop shows exactly what its viewer may see and do."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from games.engine import codec
from games.engine.base import Choice, Number, Pick
from games.engine.dealer import Dealer
from games.interop.page import PAGES
from games.interop.page.guide import goal
from games.interop.page.typed_view import view_of
from games.interop.page.words import TERMS
from games.page.snapshot import MatchSnapshot
from tests.games.interop.table import (
    POSITIONS,
    allocating,
    broken_off,
    ending,
    founding,
    investing,
    keeping,
    moment_at,
    pending_seat,
    played,
    posts,
)
from tests.games.page.page_reader import NAMES, html, page, words


def test_a_newcomer_sees_the_number_of_rounds() -> None:
    assert "8 rounds" in str(goal(investing()).end)


# --- Choices and controls


@pytest.mark.parametrize("make", POSITIONS.values(), ids=POSITIONS)
def test_every_choice_has_its_control_and_no_control_is_without_choice(
    make: Callable[[], MatchSnapshot],
) -> None:
    snapshot = make()
    for seat in range(len(snapshot.seats)):
        offered = {_frozen(one) for one in posts(page(snapshot, seat))}
        assert offered == {_frozen(one) for one in _expected(snapshot.view(seat).choices)}


def _expected(choices: tuple[Choice, ...]) -> list[dict[str, Any]]:
    """Return what the forms post, except numbers, which their users choose."""
    found = []
    for choice in choices:
        picks = [field for field in choice.fields if isinstance(field, Pick)]
        assert all(isinstance(field, Pick | Number) for field in choice.fields)
        base = {"action": choice.action, **choice.given}
        if picks:
            found += [{**base, picks[0].name: item} for item in picks[0].of]
        else:
            found.append(base)
    return found


def _frozen(fields: dict[str, Any]) -> frozenset[tuple[str, str]]:
    return frozenset((name, str(value)) for name, value in fields.items())


def test_posted_forms_are_accepted() -> None:
    for make in (founding, investing, keeping, allocating):
        snapshot = make()
        seat = pending_seat(snapshot)
        for fields in posts(html(snapshot, "seat", seat)):
            more: dict[str, Any] = {}
            if fields.get("licence") == "rand":
                more["fee"] = "3"
            if fields["action"] == "allocate":
                more["users"] = "1"
            action = codec.decode_action({**fields, **more}, snapshot.engine.action_type)
            snapshot.engine.apply(snapshot.state, seat, action, Dealer("5" * 64, 1))


def test_the_form_offers_all_numbers_of_users_of_the_choice() -> None:
    snapshot = allocating()
    seat = pending_seat(snapshot)
    shown = html(snapshot, "seat", seat)
    for choice in snapshot.view(seat).choices:
        for field in choice.fields:
            assert isinstance(field, Number)
            form = next(
                one
                for one in re.findall(r"<form.*?</form>", shown, re.S)
                if f'name="app" value="{choice.given["app"]}"' in one
            )
            numbers = re.findall(r'type="(?:number|range)"[^>]*min="(\d+)" max="(\d+)"', form)
            assert numbers == [(str(field.least), str(field.most))] * 2


# --- Secrecy (rules 16)


def test_drawn_cards_are_shown_only_to_their_player() -> None:
    snapshot = keeping()
    drawer = pending_seat(snapshot)
    assert "Only you" in html(snapshot, "seat", drawer)
    for seat in (None, *range(len(snapshot.seats))):
        if seat != drawer:
            assert "io-keep" not in page(snapshot, seat)


# --- Explanations


def test_units_and_rand_are_explained_above_the_founder_kits() -> None:
    snapshot = founding()
    head = html(snapshot, "seat", pending_seat(snapshot)).partition("io-kits")[0]
    for word, meaning in (TERMS.units, TERMS.rand):
        assert re.search(rf'<button[^>]* class="term"[^>]*>{word}</button>', head)
        assert str(meaning) in words(head)


def test_the_sheet_of_a_protocol_says_whose_it_is_and_what_its_licence_means() -> None:
    snapshot = investing()
    seat = pending_seat(snapshot)
    seen = words(html(snapshot, "seat", seat))
    others = [one for one in view_of(snapshot, seat).protocols if one.deployer != seat]
    assert others
    for one in others:
        assert re.search(rf"Of {NAMES[one.deployer]}, (RAND|open|closed): ", seen, re.IGNORECASE)


def test_nobody_sees_another_players_controls() -> None:
    for make in (founding, investing, keeping, allocating):
        snapshot = make()
        for seat in (None, *range(len(snapshot.seats))):
            if seat != pending_seat(snapshot):
                assert posts(page(snapshot, seat)) == []


# --- Cache keys


def test_boards_of_equal_keys_are_equal() -> None:
    drawn: dict[Any, str] = {}
    states = played().states
    for state in states[:: len(states) // 40]:
        snapshot = moment_at(played().engine, state)
        if snapshot.match.over:
            continue
        key = PAGES.board_key(snapshot)
        assert drawn.setdefault(key, html(snapshot, "board", None)) == html(snapshot, "board", None)
    assert len(drawn) > 30


def test_a_change_on_the_board_or_in_a_seat_changes_its_key() -> None:
    # In each position, different bytes must have different keys.
    states = played().states[5:60]
    for before, after in pairwise(states):
        one, two = (moment_at(played().engine, state) for state in (before, after))
        if html(one, "board", None) != html(two, "board", None):
            assert PAGES.board_key(one) != PAGES.board_key(two)
        for seat in (0, 2):
            if html(one, "seat", seat) != html(two, "seat", seat):
                assert PAGES.seat_key(one, seat) != PAGES.seat_key(two, seat)


# --- The end (rules 13)


def test_the_end_ranks_everybody_and_shows_the_sources_of_money() -> None:
    snapshot = ending()
    view = view_of(snapshot, 0)
    shown = words(html(snapshot, "board", 0))
    for player in view.players:
        account = player.account
        row = [account.start, account.fees_got, account.granted, account.spent, account.fees_paid]
        earned = account.start + account.earned + account.fees_got + account.granted
        assert player.money == earned - account.spent - account.fees_paid
        assert all(str(amount) in shown for amount in (*row, player.money))
    places = PAGES.result(snapshot, 0)["places"]
    assert [place.rank for place in places] == sorted(place.rank for place in places)
    for place in places:
        assert place.own + place.shared == place.account.earned


def test_an_aborted_match_lists_no_places() -> None:
    snapshot = broken_off()
    shown = words(html(snapshot, "board", 0))
    assert "no winner" in shown
    assert not re.search(r"Place \d|You came", shown)
    for player in view_of(snapshot, 0).players:
        assert str(player.money) in shown
