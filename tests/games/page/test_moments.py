"""Highlights show the public events as they happened, and no secret ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from django.utils.html import escape

from games.engine.base import Event
from games.interop.page import PAGES as INTEROP
from games.interop.page.moments import BEND, COLUMN, LANE, ROW, Income, wires
from games.merchants.page import PAGES as MERCHANTS
from games.merchants.rules.events import UNTIL_NEXT_EVENT, told, whispered
from games.page.presentation import KEPT, Moment, who
from games.page.snapshot import MatchSnapshot
from tests.games.interop.table import moment_at as interop_at, played
from tests.games.merchants.table import Table, moment_at
from tests.games.page.page_reader import NAMES, html, words

DECLARED = told(
    "declared", seat=0, cards=["H7"], commit=["D3"], suit="H", origin="stock", owner=None, value=4
)  # fmt: skip
SEIZER = told("seizer", seat=1, cards=["C4"], value=8)
BOUGHT = told("bought", seat=0, cards=["H7"])


def rolled(
    one: int, other: int, target: int = 4, *, success: bool = True, number: int = 1
) -> Event:
    return told(
        "rolled", seat=0, what="buy", target=target, dice=(one, other), success=success,
        number=number,
    )  # fmt: skip


def after(*events: Event) -> list[Moment]:
    """Return the highlights that are played after exactly these events."""
    table = Table(seed="moments")
    table.told.clear()
    table.tell(*events)
    return list(MERCHANTS.moments(moment_at(table), None))


def sentences(moments: Sequence[Moment]) -> list[str]:
    return [words(str(moment.said)) for moment in moments]


def assert_says(moment: Moment, *parts: str) -> None:
    """Assert that the sentence of the highlight contains these parts, in this order."""
    (sentence,) = sentences([moment])
    assert re.search(".*".join(map(re.escape, parts)), sentence), sentence


def test_a_purchase_shows_the_target_the_dice_the_sum_and_the_outcome() -> None:
    (moment,) = after(DECLARED, rolled(5, 3), BOUGHT, told("to_stocks", cards=["D3"]))
    assert_says(moment, "Ada", "5 + 3 = 8", "4", "Silk 7", "are bought")
    seen = words(moment.picture())
    assert seen.startswith("needs 4")
    assert "= 8" in seen
    assert "Silk 7" in seen
    assert "to Ada" in seen
    assert "Spice 3 to the stalls" in seen


@pytest.mark.parametrize(
    ("events", "parts"),
    [
        ((rolled(1, 2, success=False), told("unsold", seat=0, cards=["H7"])),
         ("= 3", "not bought")),
        ((rolled(6, 6, 14), BOUGHT), ("Double six", "succeeds", "are bought")),
        ((rolled(1, 1, 2, success=False), told("unsold", seat=0, cards=["H7"])),
         ("Double one", "fails", "not bought")),
    ],
)  # fmt: skip
def test_the_outcome_of_a_roll_is_named(events: tuple[Event, ...], parts: tuple[str, ...]) -> None:
    (found,) = after(DECLARED, *events)
    assert_says(found, *parts)


def test_a_seizure_is_followed_by_its_roll() -> None:
    bids = told("bids", seats=[1, 2], bids=[[1, ["C4"], 4], [2, ["C2"], 2]])
    roll = rolled(1, 2, 8, success=False)
    duel, settled = after(DECLARED, bids, SEIZER, roll, told("seized", seat=1, cards=["H7"]))
    assert_says(duel, "Bea seized", "4", "8")
    assert_says(settled, "Ada", "1 + 2 = 3", "8", "Silk 7", "go to Bea")
    assert "Cyd: 2" in words(duel.picture())


def test_each_response_in_a_duel_shows_the_new_target() -> None:
    defends = told("committed", seat=0, cards=["C3"], value=5, side="buyer")
    presses = told("committed", seat=1, cards=["C2", "C5"], value=12, side="seizer")
    roll = rolled(6, 5, 12, success=False)
    *duel, settled = after(DECLARED, SEIZER, defends, presses, roll)
    defence, pressure = duel
    assert_says(defence, "Ada responded", "Timber 3", "5", "8")
    assert_says(pressure, "Bea responded", "Timber 2", "Timber 5", "12", "5")
    assert len({one.name for one in (*after(DECLARED, SEIZER), *duel, settled)}) == 4
    assert "needs 8 5" in words(duel[0].picture())
    assert "Bea: 11" in words(duel[1].picture())


def test_a_negative_target_has_a_minus_sign() -> None:
    lays = told("committed", seat=0, cards=["C8", "C3"], value=-3, side="buyer")
    *_, answer, settled = after(DECLARED, SEIZER, lays, rolled(1, 2, -3, success=True))
    assert_says(answer, "Ada responded", "Timber 8", "Timber 3", "−3", "8")
    assert "needs 8 −3" in words(answer.picture())
    assert_says(settled, "Ada", "−3")
    assert "needs −3" in words(settled.picture())


def test_a_doublet_has_a_highlight_for_each_of_its_rolls() -> None:
    (lying,) = after(DECLARED, rolled(2, 2))
    again = rolled(3, 5, number=2)
    (settled,) = after(DECLARED, rolled(2, 2), again, BOUGHT)
    assert lying.name != settled.name
    assert_says(lying, "Ada", "2 + 2 = 4", "4", "Silk 7", "doublet", "again")
    assert_says(settled, "Ada", "3 + 5 = 8", "4", "Silk 7", "are bought")
    assert settled.picture().count('<svg class="mk-die"') == 4


def test_a_siege_shows_all_hands_until_the_next_event() -> None:
    hands = [[0, ["S2"]], [1, ["C3", "SA"]]]
    siege = told("siege", fades=UNTIL_NEXT_EVENT, seats=[1], hands=hands)
    table = Table(seed="siege")
    table.told.clear()
    table.tell(siege, told("siege_loss", seat=1, eggs=1, cards=["C3"]))
    (found,) = MERCHANTS.moments(moment_at(table), None)
    assert_says(found, "Double one", "dragon", "hands", "strikes Bea")
    shown = words(found.picture())
    assert "Bea · struck" in shown
    assert "Dragon egg" in shown.split("lost")[1]
    later = moment_at(table)
    later.match.chapter += 1
    assert not MERCHANTS.moments(later, None)


def test_the_last_cards_are_announced_but_not_as_the_last_highlight() -> None:
    table = Table(seed="last").until(lambda table: len(table.state.deck) <= 5)
    found = MERCHANTS.moments(moment_at(table), None)
    assert found[0].name == "last-cards"
    assert len(found) == 1 or found[-1].name != "last-cards"
    assert len(found) <= KEPT


def test_private_events_of_others_change_no_name_of_a_highlight() -> None:
    events = (DECLARED, rolled(5, 3), BOUGHT)
    secret = whispered("found", (2,), seat=2, market=1, cards=["H9"])
    assert [one.name for one in after(*events)] == [one.name for one in after(secret, *events)]


def of_match(seed: str) -> list[MatchSnapshot]:
    table = Table(seed=seed)
    found = list[MatchSnapshot]()
    while not table.over:
        table.go_on(wild=len(found) % 3 == 0)
        found.append(moment_at(table))
    return found


def test_highlights_of_a_match_differ_only_in_the_viewers_name_and_have_no_controls() -> None:
    kinds, seen = set(), 0
    for snapshot in of_match("whole")[::4]:
        for seat in (0, 3):
            mine, everybodys = (html(snapshot, "moment", one) for one in (seat, None))
            name = escape(who(snapshot, seat).name)
            assert re.sub(r">[Yy]ou<", f">{name}<", mine) == everybodys
            seen += mine != everybodys
        assert not re.search(r'\sid="|<button|<a |<input', everybodys)
        kinds |= set(re.findall(r"seized|needed \d+ to buy|Double one", words(everybodys)))
    assert len(kinds) > 3
    assert seen > 3


def test_what_others_do_is_said_of_them_and_what_you_do_of_you() -> None:
    table = Table(seed="moments")
    table.told.clear()
    table.tell(DECLARED, rolled(5, 3), BOUGHT)
    (mine,), (hers,) = (MERCHANTS.moments(moment_at(table), seat) for seat in (0, 1))
    assert_says(mine, "You rolled 5 + 3")
    assert_says(hers, "Ada rolled 5 + 3")
    assert "to you" in words(mine.picture())


# --- Interop


def interop() -> tuple[Moment, ...]:
    game = played()
    return tuple(INTEROP.moments(interop_at(game.engine, game.states[-1], game.events), None))


def test_every_income_lists_the_sum_of_each_player() -> None:
    events = [event for event in played().events if event.kind == "revenue"]
    wanted = []
    for place in range(0, len(events), 4):
        by_seat = sorted(events[place : place + 4], key=lambda event: int(event.facts["seat"]))
        amounts = [event.facts["amount"] for event in by_seat]
        sums = [f"{name} +{amount}" for name, amount in zip(NAMES[:4], amounts, strict=True)]
        wanted.append(", ".join(sums))
    found = [text for text in sentences(interop()) if f"{NAMES[0]} +" in text]
    assert [sums in text for sums, text in zip(wanted, found, strict=True)] == [True] * len(wanted)


def test_a_round_announces_its_new_rows_and_the_last_round() -> None:
    found = [text for text in sentences(interop()) if text.startswith("Round")]
    assert re.search(r"Round 2 of 8.*\brows are replaced", found[0])
    assert re.search(r"Round 8.*\blast\b", found[-1])
    assert len(found) == 7


def test_wires_light_up_between_applications_that_earn_together() -> None:
    lit = [len(moment.picture().split("<path")) - 1 for moment in interop()]
    assert max(lit) > 0
    assert list(wires(Income())) == []
    drawn = "".join(moment.picture() for moment in interop())
    assert not re.search(r'\sid="|<button|<a |<input', drawn)


def test_no_wire_passes_behind_an_application_in_between() -> None:
    drawn = [
        path for moment in interop() for path in re.findall(r'<path d="([^"]+)"', moment.picture())
    ]
    crossing = 0
    for path in drawn:
        begin, *steps = re.findall(r"[MHQC][^MHQC]+", path)
        x, y = (int(number) for number in begin[1:].split())
        ends, across = (x, int(steps[-1][1:])), []
        for step in steps:
            numbers = [int(number) for number in step[1:].split()]
            to = (numbers[0], y) if step[0] == "H" else (numbers[-2], numbers[-1])
            if abs(to[0] - x) > 2 * BEND:
                across.append((x, to[0], y))
            else:
                assert all(abs(one - round(one / COLUMN) * COLUMN) <= BEND for one in (x, to[0]))
            x, y = to
        for left, right, height in across:
            passes = left not in ends and right not in ends
            crossing += passes
            assert passes == (height % ROW == ROW - LANE)
            assert passes or right - left < COLUMN // 2
    assert crossing, "some wires of this match lead past a column"
