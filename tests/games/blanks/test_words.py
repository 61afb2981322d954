"""The texts of the Blanks page: events, history, and what its reader has to do."""

from __future__ import annotations

import re

import pytest

from games.blanks.page import PAGES
from games.blanks.page.prompts import pieces_of, prompt_of
from games.blanks.rules import events as telling
from games.blanks.rules.sentence import alone, fill
from games.engine.base import Event, Leave
from games.page.log import NameTag
from games.page.match_page import Once
from games.page.snapshot import LoggedEvent
from games.page.viewer import TableViewing
from tests.games.blanks.positions import SEATS, begun, ended, moment_at, with_away, with_points
from tests.games.page.page_reader import NAMES, html, viewer, words

# --- Words


def test_players_show_what_they_do_and_the_points_of_the_last_round() -> None:
    snapshot = moment_at(with_away())
    lines = PAGES.players(snapshot, None)
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
    "break_begun": telling.break_begun(600, [0, 1]),
    "break_ended": telling.break_ended(),
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


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_every_public_event_has_a_sentence(kind: str) -> None:
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


def test_one_time_events_are_not_in_the_log() -> None:
    event = Event(kind="closing", to=(1,), once=True, facts={})
    assert PAGES.sentence(event, NameTag(moment_at(begun()), 1)) == ""


# --- Closing view (rules 14.3)


def closing(seat: int, *, sleeper: bool) -> str:
    """Return the closing view of this seat, as sent to its page."""
    match = begun()
    for one in range(SEATS):
        match.play(one)
    for one in range(3):
        match.vote(one, (one + 1) % 3)
    step = match.time_up() if sleeper else match.vote(3, 0)
    event = next(one for one in step.events if one.once and one.to == (seat,))
    snapshot = moment_at(match)
    told = LoggedEvent(1, 1, snapshot.match.chapter, "", {str(seat): 7}, event)
    vars(snapshot).update(told=(told,))
    viewing = TableViewing(snapshot.match.public_id, viewer(seat), since=0, _snapshot=snapshot)
    return Once(viewing, ()).changes()


def test_a_voter_sees_authors_and_votes_in_the_closing_view() -> None:
    shown = words(closing(1, sleeper=True))
    assert "by Ada" in shown
    assert re.search(r"\d votes?\b", shown)


def test_a_non_voter_sees_neither_authors_nor_votes() -> None:
    shown = closing(3, sleeper=True)
    plays = " ".join(re.findall(r"<article.*?</article>", shown, re.S))
    assert not [name for name in NAMES if name in plays]
    assert not re.search(r"\d votes?\b", words(plays))
    assert "You did not vote" in words(shown)


def test_the_closing_view_replaces_its_own_element() -> None:
    shown = closing(2, sleeper=False)
    assert shown.lstrip().startswith('<div id="m-once"')
    assert "hx-swap-oob" in shown
    assert "data-once-close" in shown


# --- Result


def test_the_result_begins_with_the_winner_the_reason_and_my_place() -> None:
    seen = words(html(moment_at(ended()), "board", 2))
    assert seen.index("Bea") < seen.index("2nd of 4") < seen.index("winner")


def test_ties_share_their_place() -> None:
    match = begun(target_score=1)
    match.round({0: 1, 1: 0, 2: 1, 3: 0})
    result = PAGES.result(moment_at(match), None)
    assert [place.rank for place in result["places"]] == [1, 1, 3, 3]
    assert all(name in result["headline"] for name in ("Ada", "Bea"))
    own = PAGES.result(moment_at(match), 1)["headline"]
    assert "You" in own
    assert "Bea" not in own


def test_leavers_are_listed_last_without_a_place() -> None:
    match = begun(target_score=1)
    match.act(3, Leave(how="kicked"))
    match.round({0: 1, 1: 2, 2: 1})
    last = PAGES.result(moment_at(match), None)["places"][-1]
    assert (last.who.name, last.rank, last.note) == ("Dov", None, "removed by the host")


# --- Best of the evening (rules 14.7)


def test_the_best_of_the_evening_has_authors_and_votes() -> None:
    match = begun(target_score=1)
    cards = match.hand(1)[:2]
    match.round({0: 1, 1: 0, 2: 1, 3: 1})
    texts = [alone(match.engine.game.content.white(card).text) for card in cards]
    sentence = f"{texts[0]} {texts[1].lower()}!"
    for seat, author in ((0, "Bea"), (1, "you"), (None, "Bea")):
        seen = words(html(moment_at(match), "board", seat))
        assert f"Round 1 {sentence} {author} 3 votes" in " ".join(seen.split())
    evening = PAGES.result(moment_at(match), 1)["evening"]
    assert all(part in evening.quote for part in ("The green table", sentence, "Bea", "3"))


def test_a_running_match_has_no_best_of_the_evening() -> None:
    match = with_points()
    assert match.state.results[0].best
    assert all("evening" not in html(moment_at(match), "board", seat) for seat in (0, None))


# --- Prompts and answers (rules 19)

BLACKS = (
    ("The sign says: “Beware of ____.”", 1),
    ("____ ruined the ball.", 1),
    ("First ____. Then ____. Why?", 2),
    ("Who did it?", 2),
    ('He said "____" and left.', 1),
    ("____...", 1),
)
WHITES = ("and so on...", "a cold spoon", "what now?", "'quoted' things", "Venice", "3 ducks", "ß")


@pytest.mark.parametrize(("black", "pick"), BLACKS)
def test_marked_answers_read_like_the_sentence_of_the_rules(black: str, pick: int) -> None:
    for shift in range(len(WHITES)):
        texts = [WHITES[(shift + place) % len(WHITES)] for place in range(pick)]
        pieces = pieces_of(black, [alone(text) for text in texts], fill(black, texts))
        assert "".join(piece.text for piece in pieces) == fill(black, texts)
        if "ß" not in texts:
            assert sum(piece.filled for piece in pieces) == pick


@pytest.mark.parametrize(("black", "pick"), BLACKS)
@pytest.mark.parametrize("text", ["a cold spoon", "what now?", "and so on..."])
def test_a_prompt_filled_on_the_page_reads_like_the_sentence_of_the_rules(
    black: str, pick: int, text: str
) -> None:
    prompt = prompt_of(black, pick)
    read = prompt.before + (" " if prompt.question else "")
    for gap in prompt.gaps:
        stop = "" if text.endswith(("?", ".")) else gap.stop
        read += (alone(text) if gap.upper else text) + stop + gap.after
    assert read == fill(black, [text] * pick)
