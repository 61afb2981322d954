"""The texts of the Merchant Kings page: events, history, and what to do."""

from __future__ import annotations

import re
from functools import cache

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from games.engine.base import Event
from games.engine.dealer import Dealer
from games.merchants.page import PAGES, card_faces
from games.merchants.page.board import OUTCOMES
from games.merchants.page.sentences import TELLERS
from games.merchants.rules import cards, rolls
from games.merchants.rules.options import Mode
from games.page.log import NameTag
from tests.games.merchants.positions import WANTED, ended, position
from tests.games.merchants.table import Table, moment_at
from tests.games.page.page_reader import NAMES, chapters, html, words

# Events that a hundred matches of bots need not have.
RARE = {
    "four_eggs": Event(kind="four_eggs", facts={"seat": 1}),
    "last_standing": Event(kind="last_standing", facts={"seat": 1}),
    "finished_nobody": Event(
        kind="finished_nobody", facts={"reason": "aborted", "seats": [], "scores": []}
    ),
    "deck_dry": Event(kind="deck_dry"),
    "monopoly": Event(kind="monopoly", facts={"seat": 1, "suit": "H"}),
    "forfeited": Event(kind="forfeited", facts={"seat": 1, "market": 2, "card": "S7"}),
    "left_there": Event(kind="left_there", facts={"seat": 1, "card": "SJ"}),
    "eliminated": Event(kind="eliminated", facts={"seat": 1, "cards": ["S7"], "eggs": 1}),
    "callback_failed": Event(kind="callback_failed", facts={"seat": 1, "card": "SJ"}),
    "no_effect": Event(kind="no_effect", facts={"seat": 1, "card": "HQ"}),
    "clerk": Event(kind="clerk", facts={"seat": 1, "market": 2, "count": 1}),
    "clerk_card": Event(kind="clerk_card", facts={"seat": 1, "card": "HA"}),
    "slipped": Event(kind="slipped", facts={"seat": 1, "victim": 2}),
    "siege_loss": Event(kind="siege_loss", facts={"seat": 1, "eggs": 2, "cards": ["S7", "H3"]}),
}
_ROLES = ("seat", "owner", "victim", "giver")


@cache
def events_by_kind() -> dict[str, list[Event]]:
    """Return events of every kind from played matches."""
    found = {kind: [event] for kind, event in RARE.items()}
    modes: list[tuple[Mode, int]] = [("full", 4), ("hard", 4), ("quick", 3), ("full", 3)]
    for number in range(14):
        mode, seats = modes[number % len(modes)]
        table = Table(seats=seats, mode=mode, seed=f"told {number}")
        while not table.over:
            table.go_on(wild=number % 3 > 0)
        for one in table.told:
            found.setdefault(one.event.kind, []).append(one.event)
    return {kind: some[:12] for kind, some in found.items()}


def tags(seat: int | None) -> NameTag:
    return NameTag(moment_at(position("market").table), seat)


def sentence(event: Event, seat: int | None = None) -> str:
    return words(str(PAGES.sentence(event, tags(seat))))


def seats_in(event: Event) -> set[int]:
    found = {event.facts[role] for role in _ROLES if isinstance(event.facts.get(role), int)}
    return found | set(event.facts.get("seats", ()))


# --- Log


def test_every_kind_of_event_has_a_sentence() -> None:
    assert set(events_by_kind()) == set(TELLERS)
    assert set(TELLERS) >= OUTCOMES


@pytest.mark.parametrize("kind", sorted(TELLERS))
def test_events_have_whole_sentences_that_address_their_players(kind: str) -> None:
    for event in events_by_kind()[kind]:
        line = sentence(event)
        assert line[0].isupper()
        assert line.endswith(".")
        assert not re.search(r"\b(None|\[|\{|[SCHD](10|[2-9JQKA])\b|X[12]\b)", line), line
        for seat in seats_in(event):
            assert NAMES[seat] in line, line
            own = sentence(event, seat)
            assert re.search(r"\byour?\b", own, re.I), own
            assert not re.search(r"\byou (has|is|was|holds|begins|seizes|owns)\b", own, re.I), own


def test_a_sentence_about_others_is_the_same_for_every_reader() -> None:
    # The log renders such a line once for all readers.
    for some in events_by_kind().values():
        for event in some:
            lines = {
                sentence(event, seat) for seat in (None, *range(4)) if seat not in seats_in(event)
            }
            assert len(lines) == 1


@pytest.mark.parametrize("kind", ["declared", "seizer", "committed", "rolled"])
def test_a_negative_value_has_a_minus_sign(kind: str) -> None:
    event = events_by_kind()[kind][0]
    name = "target" if kind == "rolled" else "value"
    line = sentence(Event(kind=kind, facts={**event.facts, name: -3}))
    assert "−3" in line
    assert "-3" not in line


# --- Phase


@pytest.mark.parametrize("name", WANTED)
def test_the_phase_shows_the_decision_to_its_player_and_the_name_to_others(name: str) -> None:
    found = position(name)
    snapshot = moment_at(found.table)
    view = found.table.engine.view(found.table.state, None)
    mine = words(html(snapshot, "phase", found.seat))
    others = words(html(snapshot, "phase", None))
    assert mine != others
    assert mine[-1] in ".?"
    if not view.parallel:
        assert NAMES[found.seat] in others


def test_a_possible_seizer_sees_the_target_and_the_cost() -> None:
    found = position("seize")
    snapshot = moment_at(found.table)
    purchase = found.table.engine.view(found.table.state, found.seat).purchase
    assert purchase is not None
    goods = [card_faces.card_name(card) for card in purchase.cards]
    events_by_kind = words(html(snapshot, "phase", found.seat))
    numbers = [NAMES[purchase.buyer], str(purchase.value), f"{round(purchase.gain / 10)}%"]
    assert [part for part in (*goods, *numbers) if part not in events_by_kind] == []
    assert "{q}%" in html(snapshot, "seat", found.seat)


def test_a_successful_doublet_shows_risk_and_gain_of_a_reroll() -> None:
    found = position("reroll")
    roll = found.table.state.roll
    assert roll is not None
    roll = replace(roll, dice=(4, 4), target=7, success=True)
    snapshot = moment_at(found.table, replace(found.table.state, roll=roll))
    seat = html(snapshot, "seat", found.seat)
    assert seat.index("38%") < seat.index("do-keep") < seat.index("do-reroll")


def test_players_show_hands_and_whose_move_it_is_but_no_points() -> None:
    found = position("market")
    lines = PAGES.players(moment_at(found.table), None)
    assert [line.score for line in lines] == [""] * 4
    assert [line.index for line in lines if line.awaited] == [found.seat]
    for line, player in zip(lines, found.table.state.players, strict=True):
        assert line.status.startswith(f"{len(player.hand)} card")


def test_at_the_end_players_show_their_points() -> None:
    table = ended().table
    view = table.engine.view(table.state, None)
    lines = PAGES.players(moment_at(table), None)
    assert [line.score for line in lines] == [str(score.total) for score in view.scores]


# --- Cards, chances, ends


def test_every_card_has_a_name_and_a_picture_of_its_own_kind() -> None:
    named = {card: card_faces.card_name(card) for card in cards.CARDS}
    assert len(set(named.values())) == 54 - 3 - 1  # four eggs share a name, and so do two Cutpurses
    assert named["S10"] == "Iron Guild"
    assert named["HK"] == "Silk King"
    assert named["D4"] == "Spice 4"


def test_the_texts_of_a_card_agree_with_the_rules() -> None:
    for card in cards.CARDS:
        if "emblem" in cards.modes(card):
            assert f" {cards.buying_bonus(card)} less" in card_faces.emblem_text(card)
        if "power" in cards.modes(card):
            assert card_faces.power_text(card).endswith(".")


def test_the_rules_page_gives_the_chances_of_the_engine() -> None:
    text = words(render_to_string("rules/merchants/buying.html"))
    shown = re.search(r"Chance((?: ?\d+%)+)", text)
    assert shown
    wanted = [round(rolls.per_mille(target) / 10) for target in range(3, 13)]
    assert [int(one) for one in re.findall(r"(\d+)%", shown[1])] == wanted


def test_the_score_is_formatted_naturally() -> None:
    table = ended().table
    lines = [
        line for place in PAGES.result(moment_at(table), None)["places"] for line in place.lines
    ]
    for line in lines:
        said = line.sum.replace("×", "*").replace(" for the King", "").replace(" for the Guild", "")
        said = re.sub(r"(\d+) eggs? ", r"\1 ", said).replace(",", "")
        assert re.fullmatch(r"[\d ()+*]+", said), said
        assert eval(said) == line.points


# --- Hints


@pytest.mark.parametrize("name", WANTED)
def test_a_newcomer_gets_a_hint_for_every_kind_of_decision(name: str) -> None:
    found = position(name)
    hint = PAGES.guide(moment_at(found.table), found.seat)
    assert hint is not None
    assert hint.text.endswith(".")
    assert "%(" not in hint.text
    assert hint.anchor in chapters("merchants")


def test_hints_do_not_depend_on_other_hands() -> None:
    found = position("seize")
    for number in range(3):
        other = found.table.engine.scramble(found.table.state, found.seat, Dealer("8" * 64, number))
        hints = [PAGES.guide(moment_at(found.table, state), found.seat) for state in (None, other)]
        assert hints[0] == hints[1]
