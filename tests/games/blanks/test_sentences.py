"""Filling the blanks (rules 19)."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from games.blanks.rules.sentence import MARKER, alone, blanks, fill


@pytest.mark.parametrize(
    ("black", "whites", "shown"),
    [
        ("Today I met ____.", ["a goose"], "Today I met a goose."),
        ("____ saved us.", ["a goose"], "A goose saved us."),
        ("First ____, then ____.", ["tea", "war"], "First tea, then war."),
        ("It ends here. ____ wins.", ["tea"], "It ends here. Tea wins."),
        ("Why? ____!", ["tea"], "Why? Tea!"),
        ("Well… ____.", ["tea"], "Well… Tea."),
        ("The sign says: “____.”", ["no geese"], "The sign says: “No geese.”"),
        ('He said "____" and left.', ["tea"], 'He said "Tea" and left.'),
        ('The "end" ____ is near.', ["tea"], 'The "end" tea is near.'),
        ("I like ____.", ["what?"], "I like what?"),
        ("I like ____.", ["tea…"], "I like tea…"),
        ("____. ____.", ["why?", "tea"], "Why? Tea."),
        ("____...", ["stop!"], "Stop!..."),
        ("____..", ["stop!"], "Stop!.."),
        ("____....", ["well…"], "Well…...."),
        ("____.)", ["stop!"], "Stop!)"),
        ("I like ____.", ["tea..."], "I like tea..."),
        ("We met at ____.", ["6 a.m."], "We met at 6 a.m."),
        ("____. ____.", ["6 a.m.", "tea"], "6 a.m. Tea."),
        ("____...", ["6 a.m."], "6 a.m...."),
        ("We met at ____!", ["6 a.m."], "We met at 6 a.m.!"),
        ('He said ("____") and left.', ["tea"], 'He said ("Tea") and left.'),
        ("Then—'____'—he left.", ["tea"], "Then—'Tea'—he left."),
        ('5" ____ of it.', ["tea"], '5" tea of it.'),
        ("____ it is.", ["¿qué?"], "¿Qué? it is."),
        ("What is it?", ["tea..."], "What is it? Tea..."),
        ("Which two?", ["why?", "tea"], "Which two? Why? / Tea."),
        ("I like (____).", ["tea!"], "I like (tea!)."),
        ("What is it?", ["a goose"], "What is it? A goose."),
        ("Which two?", ["tea", "war"], "Which two? Tea / War."),
        ("Which?", ["why not?"], "Which? Why not?"),
        ("I met ____.", ["Paul"], "I met Paul."),
        ("____ it is.", ["'tea' time"], "'Tea' time it is."),
        ("____ it is.", ["42 ducks"], "42 ducks it is."),
        ("____ it is.", ["ßtraße"], "Sstraße it is."),
    ],
)
def test_19_filled(black: str, whites: list[str], shown: str) -> None:
    assert fill(black, whites) == shown


white = st.text(st.characters(codec="utf-8", exclude_characters="_"), min_size=1, max_size=20)


@given(st.lists(white, min_size=1, max_size=3))
def test_19_no_blank_is_left_and_no_answer_is_lost(whites: list[str]) -> None:
    shown = fill("So: " + ", ".join([MARKER] * len(whites)) + ".", whites)
    assert MARKER not in shown
    assert all(card in shown for card in whites)
    question = fill("So what?", whites)
    assert all(alone(card) in question for card in whites)


def test_19_blanks_are_counted() -> None:
    assert blanks("____ and ____") == 2
    assert blanks("What?") == 0
