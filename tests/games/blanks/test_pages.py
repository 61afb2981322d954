"""The page of Blanks shows exactly what its viewer may see and do."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from games.blanks.rules.state import shown_plays
from games.engine.base import Abort, Pick
from tests.games.blanks.play import Match
from tests.games.blanks.positions import (
    POSITIONS,
    SEATS,
    begun,
    ended,
    in_break,
    moment_at,
    thinned,
    voting,
    with_points,
)
from tests.games.page.page_reader import NAMES, forms, html, page, values, words

VIEWERS = (None, 0, 1, 2, 3, 4)
EVERYWHERE = [
    pytest.param(make, seat, id=f"{name}, {'spectator' if seat is None else f'seat {seat}'}")
    for name, make in POSITIONS.items()
    for seat in VIEWERS
]


# --- Choices and controls


@pytest.mark.parametrize(("make", "seat"), EVERYWHERE)
def test_every_choice_has_its_control_and_no_control_is_without_choice(
    make: Callable[[], Match], seat: int | None
) -> None:
    match = make()
    choices = {choice.action: choice for choice in match.view(seat).choices}
    shown = forms(page(moment_at(match), seat))
    assert set(shown) == set(choices)
    for action, choice in choices.items():
        (form,) = shown[action]
        for name, value in choice.given.items():
            assert values(form, name) == [str(value)]
        for field in choice.fields:
            assert isinstance(field, Pick)
            assert _offered(form, field.name) == set(field.of)


def _offered(form: str, name: str) -> set[str]:
    picked = re.findall(r'data-item="([^"]+)"', form)
    return set(picked) or set(values(form, name))


def test_without_script_each_blank_has_a_list_of_the_hand() -> None:
    match = begun()
    (form,) = forms(html(moment_at(match), "seat", 1))["play"]
    lists = re.findall(r'<select[^>]*name="cards".*?</select>', form, re.S)
    assert [re.findall(r'value="(\w+)"', one) for one in lists] == [list(match.hand(1))] * 2


def test_discarding_shows_its_price_or_why_it_is_impossible() -> None:
    rich = moment_at(with_points())
    for seat, points in ((1, "you have 1 point"), (0, "you have none")):
        seen = words(html(rich, "seat", seat))
        assert all(part in seen for part in ("costs 1 point", points))


def test_no_page_mentions_discards_if_they_are_off() -> None:
    match = Match(3, discards=False)
    match.round({0: 1, 1: 0, 2: 0})
    for seat in range(3):
        match.play(seat)
    match.vote(0, 1)
    match.vote(1, 0)
    for seat in range(3):
        assert "iscard" not in words(html(moment_at(match), "seat", seat))


def test_answers_without_a_vote_button_show_the_reason() -> None:
    match = thinned()
    seen = html(moment_at(match), "seat", 0)
    rows = {row: words(row) for row in re.findall(r"<li><(?:article|button).*?</li>", seen, re.S)}
    closed = [text for row, text in rows.items() if "<button" not in row]
    assert len(rows) == 3
    assert len(closed) == 2
    assert sum("your own" in text for text in closed) == 1
    assert sum("withdrawn" in text for text in closed) == 1


def test_a_break_says_for_whom_the_table_waits_and_lets_them_come_back() -> None:
    snapshot = moment_at(in_break())
    for viewer in (None, 1):
        assert "Cyd and Dov" in words(html(snapshot, "phase", viewer))
    assert "waiting for you" in words(html(snapshot, "phase", 2))
    assert "A break" in words(html(snapshot, "board", None))
    rows = html(snapshot, "players", None)
    assert rows.count("is-awaited") == 2
    (form,) = forms(html(snapshot, "seat", 2))["back"]
    assert "data-hold" not in form


# --- Secrecy (rules 14)


@pytest.mark.parametrize(("make", "seat"), EVERYWHERE)
def test_nobody_sees_another_players_hand(make: Callable[[], Match], seat: int | None) -> None:
    match = make()
    seen = page(moment_at(match), seat)
    for player in match.state.players:
        if player.seat != seat:
            assert not [card for card in player.hand if f'"{card}"' in seen]


def test_authors_are_shown_only_to_seats_that_have_voted() -> None:
    snapshot = moment_at(voting())
    plays = re.compile(r"<article.*?</article>", re.S)
    for seat in (None, 1, 2, 3):
        shown = " ".join(plays.findall(page(snapshot, seat)))
        assert shown
        assert not [name for name in NAMES if name in shown]
    after = words(html(snapshot, "seat", 0))
    assert all(f"by {name}" in after for name in NAMES[1:SEATS])
    assert after.count("your vote") == 1


def test_plays_have_the_same_order_for_everybody() -> None:
    match = voting()
    order = [laid.handle for laid in shown_plays(match.state) if laid.seat != 1]
    (form,) = forms(html(moment_at(match), "seat", 1))["vote"]
    assert values(form, "handle") == order


def test_an_aborted_match_lists_points_but_no_places() -> None:
    match = begun()
    match.round({0: 1, 1: 0, 2: 0, 3: 0})
    match.act(None, Abort())
    seen = words(page(moment_at(match), 0))
    assert "no winner" in seen
    assert "1 point" in seen
    assert not re.search(r"Place \d|You came", seen)


def test_the_end_shows_only_the_winning_cards() -> None:
    match = ended()
    seen = page(moment_at(match), 0)
    assert "white-card" not in seen
    won = {card for one in match.state.results[-1].best for card in one.cards}
    shown = {int(number) for number in re.findall(r"\bthing (\d+)", seen, re.I)}
    assert shown == {int(card.removeprefix("w")) for card in won}, "the winning sentence (14.7)"
