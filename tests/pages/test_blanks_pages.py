"""The page of Blanks holds what its viewer may see and do, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from games.engines.base import Abort, Event, Join, Leave, Pick
from games.engines.blanks import events as telling
from games.engines.blanks.sentence import alone, fill
from games.engines.blanks.state import Phase, Status, shown_plays
from games.engines.blanks.view import CardView
from games.engines.dealer import Dealer
from games.live.telling import NameTag
from games.pages.blanks import PAGES
from games.pages.blanks.summary import in_words
from games.pages.blanks.wording import pieces_of, prompt_of
from tests.engines.blanks_play import Match, cards
from tests.pages.blanks_table import (
    NAMES,
    forms,
    html,
    moment_at,
    page,
    values,
    viewer,
    words,
)

SEATS = 4


def begun(**options: Any) -> Match:
    return Match(SEATS, content=cards(*[(2, 1)] * 8), **options)


def playing() -> Match:
    """Seat 0 has played."""
    match = begun()
    match.play(0)
    return match


def voting() -> Match:
    """All have played, seat 0 has voted for seat 1."""
    match = begun()
    for seat in range(SEATS):
        match.play(seat)
    match.vote(0, 1)
    return match


def with_points() -> Match:
    """Vote of round 2; seats 1 and 2 have a point, seat 1 has voted."""
    match = begun()
    match.round({0: 1, 1: 2, 2: 1, 3: 2})
    for seat in range(SEATS):
        match.play(seat)
    match.vote(1, 0)
    return match


def thinned() -> Match:
    """Vote, where seat 2's play is withdrawn, seat 3 did not play, and seat 4 waits."""
    match = begun()
    for seat in range(3):
        match.play(seat)
    match.act(None, Join())
    match.time_up()
    match.act(2, Leave())
    return match


def with_away() -> Match:
    """Seat 3 has slept and is away."""
    match = begun(away_after=1)
    for seat in range(3):
        match.play(seat)
    match.time_up()
    for seat, author in ((0, 1), (1, 2), (2, 0)):
        match.vote(seat, author)
    match.time_up()
    return match


def ended() -> Match:
    match = begun(target_score=1)
    match.round({0: 1, 1: 0, 2: 1, 3: 1})
    return match


POSITIONS: dict[str, Callable[[], Match]] = {
    "begun": begun,
    "playing": playing,
    "voting": voting,
    "with points": with_points,
    "thinned": thinned,
    "with away": with_away,
    "ended": ended,
}
VIEWERS = (None, 0, 1, 2, 3, 4)
EVERYWHERE = [
    pytest.param(make, seat, id=f"{name}, {'spectator' if seat is None else f'seat {seat}'}")
    for name, make in POSITIONS.items()
    for seat in VIEWERS
]


# --- choices and controls ---------------------------------------------------------------------


@pytest.mark.parametrize(("make", "seat"), EVERYWHERE)
def test_every_choice_has_its_control_and_no_control_is_without_choice(
    make: Callable[[], Match], seat: int | None
) -> None:
    match = make()
    choices = {choice.action: choice for choice in match.view(seat).choices}
    shown = forms(page(moment_at(match), seat))
    assert set(shown) == set(choices)
    for action, choice in choices.items():
        for name, value in choice.given.items():
            assert values(shown[action], name) == [str(value)]
        for field in choice.fields:
            assert isinstance(field, Pick)
            assert _offered(shown[action], field.name) == set(field.of)


def _offered(form: str, name: str) -> set[str]:
    picked = re.findall(r'data-item="([^"]+)"', form)
    return set(picked) or set(values(form, name))


def test_without_script_each_blank_has_a_list_of_the_hand() -> None:
    match = begun()
    form = forms(html(moment_at(match), "seat", 1))["play"]
    lists = re.findall(r'<select[^>]*name="cards".*?</select>', form, re.S)
    assert [re.findall(r'value="(\w+)"', one) for one in lists] == [list(match.hand(1))] * 2


def test_final_moves_are_held_only_by_who_wishes_it() -> None:
    for make in (begun, voting, with_points):
        moment = moment_at(make())
        assert "data-hold" not in html(moment, "seat", 2)
        assert "data-hold" in html(moment, "seat", 2, asks_twice=True)


def test_discarding_names_its_price_or_why_it_is_not_possible() -> None:
    rich = moment_at(with_points())
    assert "costs 1 point, however many cards; you have 1 point" in words(html(rich, "seat", 1))
    assert "you have none. Win a round first" in words(html(rich, "seat", 0))


def test_answers_that_cannot_be_voted_for_say_why() -> None:
    match = thinned()
    seen = html(moment_at(match), "seat", 0)
    rows = {row: words(row) for row in re.findall(r"<li><article.*?</article></li>", seen, re.S)}
    closed = [text for row, text in rows.items() if "<button" not in row]
    assert len(rows) == 3
    assert len(closed) == 2
    assert sum("your own" in text for text in closed) == 1
    assert sum("withdrawn" in text for text in closed) == 1


# --- secrecy (rules 14) -----------------------------------------------------------------------


@pytest.mark.parametrize(("make", "seat"), EVERYWHERE)
def test_what_a_viewer_may_not_know_changes_no_byte_of_the_page(
    make: Callable[[], Match], seat: int | None
) -> None:
    match = make()
    before = page(moment_at(match), seat)
    for number in range(5):
        other = match.engine.scramble(match.state, seat, Dealer("6" * 64, number))
        assert page(moment_at(match, other), seat) == before


@pytest.mark.parametrize(("make", "seat"), EVERYWHERE)
def test_the_board_is_the_same_for_all(make: Callable[[], Match], seat: int | None) -> None:
    moment = moment_at(make())
    if moment.match.status == "running":
        assert html(moment, "board", seat) == html(moment, "board", None)


@pytest.mark.parametrize(("make", "seat"), EVERYWHERE)
def test_nobody_reads_the_hand_of_another(make: Callable[[], Match], seat: int | None) -> None:
    match = make()
    seen = page(moment_at(match), seat)
    for player in match.state.players:
        if player.seat != seat:
            assert not [card for card in player.hand if f'"{card}"' in seen]


def test_authors_are_told_to_those_who_have_voted_and_to_nobody_else() -> None:
    moment = moment_at(voting())
    plays = re.compile(r"<article.*?</article>", re.S)
    for seat in (None, 1, 2, 3):
        shown = " ".join(plays.findall(page(moment, seat)))
        assert shown
        assert not [name for name in NAMES if name in shown]
    after = words(html(moment, "seat", 0))
    assert all(f"by {name}" in after for name in NAMES[1:SEATS])
    assert after.count("your vote") == 1


def test_plays_stand_in_the_order_that_all_see() -> None:
    match = voting()
    order = [laid.handle for laid in shown_plays(match.state) if laid.seat != 1]
    assert values(forms(html(moment_at(match), "seat", 1))["vote"], "handle") == order


@pytest.mark.parametrize(("make", "seat"), EVERYWHERE)
def test_no_part_holds_style_or_script(make: Callable[[], Match], seat: int | None) -> None:
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=", page(moment_at(make()), seat))


def test_the_end_shows_neither_hands_nor_plays() -> None:
    match = ended()
    seen = page(moment_at(match), 0)
    assert "white-card" not in seen
    assert not re.search(r"\bthing \d", seen, re.I)


# --- words ------------------------------------------------------------------------------------

PHASES = [
    (begun, 0, "Choose 2 cards, in order. Waiting for Bea and 2 others."),
    (begun, None, "The players choose their cards. Waiting for Ada and 3 others."),
    (playing, 0, "You have played. Waiting for Bea and 2 others."),
    (voting, 0, "You have voted. Waiting for Bea and 2 others."),
    (voting, 2, "Vote for the answer you like best. Waiting for Bea and Dov."),
    (voting, None, "The players vote. Waiting for Bea and 2 others."),
    (thinned, 4, "You are in from the next round on. Waiting for Ada and 2 others."),
    (
        with_away,
        3,
        (
            "You are away, so nobody waits for you. Come back to play the next round. "
            "Waiting for Ada and 2 others."
        ),
    ),
    (ended, 0, "Bea won. The target of 1 point is reached."),
]


@pytest.mark.parametrize(("make", "seat", "line"), PHASES)
def test_the_phase_is_explained_in_one_line(
    make: Callable[[], Match], seat: int | None, line: str
) -> None:
    assert words(html(moment_at(make()), "phase", seat)) == line


def test_players_show_what_they_do_and_the_points_of_the_last_round() -> None:
    moment = moment_at(with_away())
    lines = PAGES.players(moment, None)
    assert [line.status for line in lines] == ["choosing"] * 3 + ["away"]
    assert [line.index for line in lines if line.awaited] == [0, 1, 2]
    assert [line.index for line in lines if line.moved] == [0, 1, 2]


EVENTS = {
    "started": telling.started([0, 1]),
    "round": Event(kind="round", facts={"round": 2, "text": "Why ____?"}),
    "played": telling.played(1),
    "voting": telling.voting(3),
    "voted": telling.voted(1),
    "discarded": telling.discarded(1, 3),
    "withdrawn": telling.withdrawn(),
    "time_up": telling.time_up("play", [0, 1]),
    "away": telling.away(1),
    "back": telling.back(1),
    "joined": telling.joined(1, False),
    "left": telling.gone(1, "left"),
    "kicked": telling.gone(1, "kicked"),
    "removed": telling.gone(1, "removed"),
    "result": Event(kind="result", facts={"round": 2, "seats": [1], "votes": [], "voted": True}),
    "no_points": Event(kind="no_points", facts={"round": 2, "seats": [], "voted": False}),
    "finished": Event(kind="finished", facts={"reason": "target_score", "seats": [0, 1]}),
    "finished_nobody": Event(kind="finished_nobody", facts={"reason": "aborted", "seats": []}),
}


@pytest.mark.parametrize("kind", telling.EVENT_TEXT)
def test_every_public_event_is_told_in_a_sentence(kind: str) -> None:
    event = EVENTS[kind]
    told = words(str(PAGES.sentence(event, NameTag(moment_at(begun()), None))))
    assert told.endswith((".", "?"))
    assert ("Bea" in told) == (1 in (event.facts.get("seat"), *event.facts.get("seats", ()))) or (
        kind == "started"
    )
    own = words(str(PAGES.sentence(event, NameTag(moment_at(begun()), 1))))
    assert "Bea" not in own
    assert "You has" not in own
    assert "You is" not in own


def test_names_in_the_log_cannot_bring_markup() -> None:
    event = Event(kind="round", facts={"round": 1, "text": "<b>____</b>"})
    assert "<b>" not in str(PAGES.sentence(event, NameTag(moment_at(begun()), None)))


def test_what_is_told_once_is_not_in_the_log() -> None:
    event = Event(kind="closing", to=(1,), once=True, facts={})
    assert PAGES.sentence(event, NameTag(moment_at(begun()), 1)) == ""


# --- the closing view (rules 14.3) ------------------------------------------------------------


def closing(seat: int, *, sleeper: bool) -> str:
    """The closing view of this seat, as its page is sent it."""
    from django.template.loader import render_to_string

    match = begun()
    for one in range(SEATS):
        match.play(one)
    for one in range(3):
        match.vote(one, (one + 1) % 3)
    step = match.time_up() if sleeper else match.vote(3, 0)
    events = step.events if hasattr(step, "events") else match.step.events
    event = next(one for one in events if one.once and one.to == (seat,))
    moment = moment_at(match)
    context = {**PAGES.once(moment, seat, event), "since": 7, "moment": moment}
    return render_to_string("games/blanks/once.html", context)


def test_who_has_voted_is_shown_authors_and_numbers_once() -> None:
    shown = words(closing(1, sleeper=True))
    assert "by Ada" in shown
    assert re.search(r"\d votes?\b", shown)


def test_who_has_not_voted_is_shown_neither() -> None:
    shown = closing(3, sleeper=True)
    plays = " ".join(re.findall(r"<article.*?</article>", shown, re.S))
    assert not [name for name in NAMES if name in plays]
    assert not re.search(r"\d votes?\b", words(plays))
    assert "You cast no vote" in words(shown)


def test_the_closing_view_takes_its_own_place_on_the_page() -> None:
    shown = closing(2, sleeper=False)
    assert shown.lstrip().startswith('<div id="m-once"')
    assert "hx-swap-oob" in shown
    assert "data-once-close" in shown


# --- the result -------------------------------------------------------------------------------


def test_the_result_says_who_won_why_and_my_own_place_first() -> None:
    seen = words(html(moment_at(ended()), "board", 2))
    assert seen.index("Bea won.") < seen.index("Your place: 2 of 4, with 0 points.")
    assert seen.index("Your place") < seen.index("winner")


def test_ties_share_their_place() -> None:
    match = begun(target_score=1)
    match.round({0: 1, 1: 0, 2: 1, 3: 0})
    result = PAGES.result(moment_at(match), None)
    assert [place.rank for place in result["places"]] == [1, 1, 3, 3]
    assert result["headline"] == "Ada and Bea won together."


def test_leavers_stand_last_without_a_place() -> None:
    match = begun(target_score=1)
    match.act(3, Leave(how="kicked"))
    match.round({0: 1, 1: 2, 2: 1})
    last = PAGES.result(moment_at(match), None)["places"][-1]
    assert (last.who.name, last.rank, last.note) == ("Dov", None, "removed by the owner")


def test_a_match_broken_off_has_no_winner() -> None:
    match = with_points()
    match.act(None, Abort())
    seen = words(html(moment_at(match), "board", 0))
    assert "The match was broken off. So it has no winner." in seen


# --- prompts and answers (rules 19) -----------------------------------------------------------

BLACKS = (
    ("The sign says: “Beware of ____.”", 1),
    ("____ ruined the ball.", 1),
    ("First ____. Then ____. Why?", 2),
    ("Who did it?", 2),
    ('He said "____" and left.', 1),
)
WHITES = ("a cold spoon", "what now?", "'quoted' things", "Venice", "3 ducks", "ß")


@pytest.mark.parametrize(("black", "pick"), BLACKS)
def test_marked_answers_read_like_the_sentence_of_the_rules(black: str, pick: int) -> None:
    for shift in range(len(WHITES)):
        texts = [WHITES[(shift + place) % len(WHITES)] for place in range(pick)]
        shown = [CardView(id=str(place), text=alone(text)) for place, text in enumerate(texts)]
        pieces = pieces_of(black, shown, fill(black, texts))
        assert "".join(piece.text for piece in pieces) == fill(black, texts)
        if "ß" not in texts:
            assert sum(piece.filled for piece in pieces) == pick


@pytest.mark.parametrize(("black", "pick"), BLACKS)
@pytest.mark.parametrize("text", ["a cold spoon", "what now?"])
def test_a_prompt_filled_on_the_page_reads_like_the_sentence_of_the_rules(
    black: str, pick: int, text: str
) -> None:
    prompt = prompt_of(black, pick)
    read = prompt.before + (" " if prompt.question else "")
    for gap in prompt.gaps:
        stop = "" if text.endswith("?") else gap.stop
        read += (alone(text) if gap.upper else text) + stop + gap.after
    assert read == fill(black, [text] * pick)


# --- the waiting table ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(90, "90 seconds"), (600, "10 minutes"), (43200, "12 hours"), (604800, "7 days")],
)
def test_times_are_told_in_their_own_unit(seconds: int, told: str) -> None:
    assert in_words(seconds) == told


@pytest.mark.django_db
def test_the_waiting_table_tells_options_in_plain_words() -> None:
    from django.template.loader import render_to_string

    from games.live.context import context_for

    moment = moment_at(begun())
    moment.match.options = {"target_score": 5, "round_limit": 0}
    moment.match.least = 2
    seen = words(render_to_string("games/blanks/summary.html", context_for(moment, viewer(None))))
    assert "First to 5 points wins." in seen
    assert "rounds at most" not in seen
    assert "90 seconds to play, 60 seconds to vote" in seen
    assert "from 13 years on" in seen
    assert "each can only vote for the other" in seen


def test_positions_are_what_their_names_say() -> None:
    assert with_points().state.phase is Phase.VOTE
    assert [
        player.seat for player in with_away().state.players if player.status is Status.AWAY
    ] == [3]
    assert ended().state.phase is Phase.OVER
