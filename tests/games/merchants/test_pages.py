"""The page of Merchant Kings shows exactly what its viewer may see and do."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from html import unescape

import pytest
from django.contrib.humanize.templatetags.humanize import ordinal

from games.engine.base import Choice, Pick
from games.merchants.page import PAGES, guide
from games.merchants.page.card_faces import card_name, emblem_text, power_text
from games.merchants.rules.cards import is_character
from games.merchants.rules.options import Mode
from games.merchants.rules.state import Phase, State
from games.page.snapshot import SeatPreferences
from tests.games.merchants.positions import WANTED, Position, ended, position, ruined
from tests.games.merchants.table import Table, moment_at
from tests.games.page.page_reader import NAMES, forms, html, page, values, words

VIEWERS = (None, 0, 1, 2)
EVERYWHERE = [
    pytest.param(name, seat, id=f"{name}, {'spectator' if seat is None else f'seat {seat}'}")
    for name in WANTED
    for seat in VIEWERS
]
ENDS: list[tuple[Mode, int]] = [("full", 4), ("quick", 3)]


def own_page(name: str) -> tuple[Position, str]:
    found = position(name)
    return found, html(moment_at(found.table), "seat", found.seat)


# --- Choices and controls


@pytest.mark.parametrize("name", WANTED)
def test_every_choice_has_its_control_and_no_control_is_without_choice(name: str) -> None:
    found, seen = own_page(name)
    choices = found.table.engine.choices(found.table.state, found.seat)
    if found.table.mode == "quick":  # there is no crate to trade an action for
        choices = [one for one in choices if one.action not in ("substitute", "do_nothing")]
    assert set(forms(seen)) == {choice.action for choice in choices}
    for action, shown in forms(seen).items():
        wanted = [choice for choice in choices if choice.action == action]
        offered = {(mode, *pick) for choice in wanted for mode, pick in _picks(choice)}
        assert {(mode, *pick) for form in shown for mode, pick in _controls(form)} == offered
        assert all(values(form, "decision") == [wanted[0].given["decision"]] for form in shown)


def _picks(choice: Choice) -> Iterator[tuple[object, tuple[str, str]]]:
    """Yield mode, field and item of all picks of a choice."""
    for field in choice.fields:
        assert isinstance(field, Pick)
        for place, item in enumerate(field.of):
            for one in field.modes_of[place] if field.modes_of else [""]:
                yield choice.given.get("mode"), (field.name, f"{item}:{one}" if one else item)
    if not choice.fields:
        yield choice.given.get("mode"), ("", "")


def _controls(form: str) -> Iterator[tuple[object, tuple[str, str]]]:
    """Yield mode, field and item of a form's controls, without hidden fields."""
    mode = next(iter(values(form, "mode")), None)
    along = {"key", "action", "decision", "mode", ""}
    names = set(re.findall(r'<(?:input|button|select)[^>]*\sname="(\w*)"', form)) - along
    for name in names:
        for value in {*values(form, name), *_listed(form, name)}:
            yield mode, (name, value)
    if not names:
        yield mode, ("", "")


def _listed(form: str, name: str) -> set[str]:
    lists = re.findall(rf'<select[^>]*name="{name}".*?</select>', form, re.S)
    return set(re.findall(r'<option value="([^"]+)"', " ".join(lists)))


def test_each_box_has_the_values_for_its_calculation() -> None:
    found, seen = own_page("market")
    view = found.table.engine.view(found.table.state, found.seat)
    for offer in view.markets.offers:
        for card, price in zip(offer.cards, offer.prices, strict=True):
            box = re.search(rf'<input[^>]*id="buy-{card}"[^>]*>', seen)
            assert box
            assert f'data-weight="{price}"' in box[0]
        assert f'data-commit="{" ".join(offer.commit)}"' in seen
    odds = re.search(r'data-odds="([\d ]+)"', seen)
    assert odds
    assert odds[1].split() == ["97", "92", "86", "74", "62", "44", "30", "18", "9", "3"]


def test_goods_on_the_board_select_the_buyers_boxes() -> None:
    found, seen = own_page("market with everything")
    board = html(moment_at(found.table), "board", None)
    boxes = set(re.findall(r'id="buy-(\w\d+|\w[JQ])"', seen))
    assert boxes
    assert boxes <= set(re.findall(r'data-target="(\w+)"', board))


# --- Secrecy (rules 14)


@pytest.mark.parametrize(("name", "seat"), EVERYWHERE)
def test_nobody_sees_a_hidden_card(name: str, seat: int | None) -> None:
    table = position(name).table
    seen = page(moment_at(table), seat)
    assert not [
        card for card in _hidden(table.state, seat) if re.search(rf'[" -]{card}[" :]', seen)
    ]


def _hidden(state: State, seat: int | None) -> Iterator[str]:
    yield from (*state.deck, *state.nest, *state.exiled_kings, *state.exile)
    for player in state.players:
        if player.seat != seat:
            yield from (*player.hand, player.king)
    searching = state.phase is Phase.PICK_BLACK_MARKET_CARD and seat in state.asked
    for market in state.markets:
        if not (searching and state.stack is not None and state.stack.market == market.number):
            yield from market.cards


@pytest.mark.parametrize(("name", "card"), [("seize", "bid"), ("toll", "give")])
def test_a_sealed_answer_is_shown_only_to_its_player(name: str, card: str) -> None:
    found = position(name)
    table = Table(seats=len(found.table.state.players))
    table.state, table.engine, table.secret = found.table.state, found.table.engine, "5" * 64
    before = {seat: page(moment_at(table), seat) for seat in (None, 0, 1, 2, 3)}
    choice = next(c for c in table.engine.choices(table.state, found.seat) if c.action == card)
    pick = choice.fields[0]
    assert isinstance(pick, Pick)
    first = pick.of[0]
    table.post(found.seat, {"action": card, pick.name: first if pick.single else [first]})
    assert table.asked
    after = {seat: page(moment_at(table), seat) for seat in before}
    assert {seat for seat in before if before[seat] != after[seat]} == {found.seat}
    assert "Sealed:" in words(html(moment_at(table), "seat", found.seat))


def test_automatic_passes_are_shown_only_to_their_player() -> None:
    found = position("stack")
    plain, wishing = (
        moment_at(found.table, wishes={found.seat: SeatPreferences(frozenset(names))})
        for names in ((), ("respond_unless_power",))
    )
    for seat in (None, 0, 1, 2, 3):
        changed = page(plain, seat) != page(wishing, seat)
        assert changed == (seat == found.seat)
    seen = html(wishing, "seat", found.seat)
    assert re.findall(r'value="(\w+)" checked', seen) == ["respond_unless_power"]


@pytest.mark.parametrize("mode", ["full", "quick", "hard"])
def test_fragments_with_equal_keys_are_equal(mode: Mode) -> None:
    # In a whole match, everything that a fragment shows must be in its key.
    table = Table(mode=mode, seed="keys")
    drawn: dict[tuple[object, ...], str] = {}
    again = 0
    for _ in range(120):
        if table.over:
            break
        snapshot = moment_at(table)
        parts: list[tuple[int | None, Hashable, str]]
        parts = [(None, PAGES.board_key(snapshot), "board")]
        parts += [(seat, PAGES.seat_key(snapshot, seat), "seat") for seat in (0, 1, 2, 3)]
        for seat, key, part in parts:
            shown = html(snapshot, part, seat)
            again += (seat, key) in drawn
            assert drawn.setdefault((seat, key), shown) == shown
        table.go_on(wild=True)
    assert again or mode == "quick"


# --- The end


@pytest.mark.parametrize(("mode", "seats"), ENDS)
def test_the_end_shows_kings_and_the_score_line_by_line(mode: Mode, seats: int) -> None:
    table = ended(mode, seats).table
    view = table.engine.view(table.state, None)
    places = PAGES.result(moment_at(table), None)["places"]
    assert [place.total for place in places] == sorted((s.total for s in view.scores), reverse=True)
    for place in places:
        assert place.king is not None
        assert sum(line.points for line in place.lines) == place.total
    seen = words(html(moment_at(table), "board", None))
    assert all(place.king.name in seen for place in places)


def test_the_end_shows_each_player_their_place_and_every_hand() -> None:
    table = ended().table
    shown = words(html(moment_at(table), "board", None))
    assert "You came" not in shown
    for place in PAGES.result(moment_at(table), None)["places"]:
        seen = words(html(moment_at(table), "board", place.who.seat))
        assert f"You came {ordinal(place.rank)} of 4 with {place.total} points" in seen
    for name in (card_name(card) for player in table.state.players for card in player.hand):
        assert name[:1].upper() + name[1:] in shown


def test_an_eliminated_player_is_informed_and_has_no_form() -> None:
    table = ruined().table
    out = next(player.seat for player in table.state.players if player.out)
    seen = html(moment_at(table), "seat", out)
    assert "out of the game" in words(seen)
    assert not forms(seen)
    assert "you out of the game" in words(html(moment_at(table), "phase", out))


def test_terms_on_the_board_have_explanations() -> None:
    board = html(moment_at(position("market in hard mode").table), "board", None)
    assert re.findall(r'<button[^>]*popovertarget="(.*?)"', board) == ["term-event", "term-crate"]
    assert str(guide.TERMS["event"]) in words(board)


def test_a_character_in_the_hand_says_what_it_does_when_pressed() -> None:
    for name in WANTED:
        found, seen = own_page(name)
        own = found.table.engine.view(found.table.state, found.seat).own
        assert own is not None
        characters = [card for card in own.hand if is_character(card) and f"told-{card}" in seen]
        for card in characters:
            assert f'popovertarget="told-{card}"' in seen
            assert power_text(card) in words(seen)
        if characters:
            return
    raise AssertionError("no position shows a character")


def test_a_minor_action_is_explained_where_it_can_be_taken() -> None:
    found, seen = own_page("market in hard mode")
    assert found.table.state.minor
    assert str(guide.TERMS["minor"]) in words(seen)


def test_an_emblem_says_whose_it_is_and_what_it_does() -> None:
    table = position("herald").table
    board = unescape(html(moment_at(table), "board", None))
    shown = [(player.seat, card) for player in table.state.players for card in player.front]
    assert shown
    for seat, card in shown:
        assert f'title="An emblem of {NAMES[seat]}: “{emblem_text(card)}”"' in board
