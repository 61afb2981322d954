"""The clean-up of texts, and what makes two cards the same (Blanks 20.2)."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, strategies as st

from games.blanks.packs.reading.cleaning import (
    clean,
    clean_answer,
    clean_prompt,
    escape,
    has_bad_characters,
    has_blank,
    has_blocked,
    identity,
    is_capitalized,
    is_unseen,
    key,
    keys,
    lowered,
)

FAMILY = "👨\u200d👩\u200d👧"
HEART = "❤\ufe0f\u200d🔥"
KSHA = "क्\u200dष"
MY_BOOK = "کتاب\u200cها"


@pytest.mark.parametrize(
    ("raw", "text", "codes"),
    [
        ("a hat", "a hat", []),
        ("salt &amp; pepper", "salt & pepper", ["html"]),
        ("&amp;lt;", "&lt;", ["html"]),  # once
        ("rock &notit, &notit; &copy", "rock &notit, &notit; &copy", []),
        ("&#39;a&#x41;", "'aA", ["html"]),
        ("one<br>two<BR/>three<p class='x'>four</p>", "one two three four", ["html", "spaces"]),
        ("<i>Really</i> <b class=a>big</b>", "Really big", ["html"]),
        ("&lt;i&gt;big&lt;/i&gt;", "big", ["html"]),
        ("<<b>i>x", "< i>x", ["html"]),
        ("1 < 2 > 0, <3", "1 < 2 > 0, <3", []),
        ("cafe\u0301", "café", ["unicode"]),
        ("e\u200b\u0301", "é", ["unicode", "unseen"]),
        ("so\u00adft\ufeff \u2066h\u2069\u200eat", "soft hat", ["unseen"]),
        (f"{FAMILY} {HEART} {KSHA} {MY_BOOK}", f"{FAMILY} {HEART} {KSHA} {MY_BOOK}", []),
        ("a\u200db \u200c🦆", "ab 🦆", ["unseen"]),
        (" a\u00a0 \t\nb\u3000", "a b", ["spaces"]),
    ],
)
def test_a_text_is_cleaned_up_and_each_change_told(raw: str, text: str, codes: list[str]) -> None:
    cleaned, changes = clean(raw)
    assert cleaned == text
    assert sorted(change.code for change in changes) == sorted(codes)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("a hat.", "a hat"),
        ("a hat...", "a hat..."),
        ("a hat. .", "a hat. ."),
        ("ten a.m.", "ten a.m."),
        ("No. 5.", "No. 5"),
        ("a hat!", "a hat!"),
    ],
)
def test_a_full_stop_of_a_white_card_is_dropped(raw: str, text: str) -> None:
    assert clean_answer(raw)[0] == text


@pytest.mark.parametrize(
    ("raw", "pick", "text"),
    [
        ("I like _.", None, "I like ____."),
        ("I like __________.", None, "I like ____."),
        ("I like \\_\\_\\_.", None, "I like ____."),
        ("I like ＿＿.", None, "I like ____."),
        ("[Blank] and <BLANK>!", None, "____ and ____!"),
        ("[blank][blank]", None, "________"),
        ("Use snake_case, ____!", None, "Use snake_case, ____!"),
        ("Use 1_000, ____!", None, "Use 1_000, ____!"),
        ("I _really_ like ____.", 1, "I really like ____."),
        ("I _really_ like ____.", 3, "I ____really____ like ____."),
        ("I _really_ like ____.", None, "I ____really____ like ____."),
        ("First _, then _.", 1, "First ____, then ____."),
        ("What is it.....", None, "What is it____"),
        ("What is it……", None, "What is it____"),
        ("What is it…..", None, "What is it____"),
        ("What is it....", None, "What is it...."),
        ("So --- is it", None, "So ____ is it"),
        ("So -- is it", None, "So -- is it"),
        ("So..... ---- is ____", None, "So..... ---- is ____"),
        ("A \\\\____ b", None, "A ____ b"),
    ],
)
def test_what_marks_a_blank_becomes_the_marker(raw: str, pick: int | None, text: str) -> None:
    assert clean_prompt(raw, pick)[0] == text


def test_an_underscore_that_stays_a_letter_is_told() -> None:
    _text, changes = clean_prompt("Use snake_case, _!")
    assert {change.code for change in changes} == {"underscore", "blanks"}
    assert [change.code for change in clean_answer("a snake_case hat")[1]] == []


@given(st.text(alphabet="a. _\\<>/bip[]lank\t\u0301\u200b\u200d\u2003…-&;#3", max_size=24))
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    plain, answer, prompt = clean(text)[0], clean_answer(text)[0], clean_prompt(text)[0]
    assert clean(escape(plain))[0] == plain
    assert clean_answer(escape(answer))[0] == answer
    if "________" not in prompt:  # two blanks side by side are written as [blank]
        assert clean_prompt(escape(prompt))[0] == prompt


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("A heron", "a heron"),
        ("Their hat", "their hat"),
        ("Waiting for it", "waiting for it"),
        ("THE END", "THE END"),
        ("KNITTING", "KNITTING"),
        ("A.M. radio", "A.M. radio"),
        ("Sterling's hat", "Sterling's hat"),
        ("Sterling’s hat", "Sterling’s hat"),
        ("King of it", "King of it"),
        ("Anna", "Anna"),
        ("the hat", "the hat"),
        ("Singings", "Singings"),
    ],
)
def test_articles_and_words_in_ing_are_set_in_lower_case(raw: str, text: str) -> None:
    assert lowered(raw) == text


def test_nine_of_ten_with_a_capital_are_enough() -> None:
    assert is_capitalized([*["A hat"] * 9, "a cat", "7 cats", "“Quiet”"])
    assert not is_capitalized([*["A hat"] * 8, "a cat"])
    assert not is_capitalized(["7 cats"])


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a Goose", "A  goose!", True),
        ("ﬁsh", "FISH", True),
        ("C++", "C#", False),
        ("C++", "c++", True),
        ("C", "C + +", True),
        ("🦆", "🦢", False),
        ("🦆", "🦆", True),
        ("न", "नी", False),  # combining marks count
        ("2²", "22", True),
    ],
)
def test_cards_with_the_same_words_are_the_same(one: str, other: str, same: bool) -> None:
    assert (identity("white", one) == identity("white", other)) == same


def test_prompts_are_the_same_only_with_equally_many_blanks() -> None:
    assert identity("black", "____ is not love.") != identity("black", "Is not love?")
    assert identity("black", "____ is not love.") == identity("black", "____ IS NOT LOVE")


@given(st.text(max_size=30))
def test_words_do_not_depend_on_case(text: str) -> None:
    assert key(text.upper()) == key(text.upper().casefold())


@pytest.mark.parametrize(
    "text",
    ["", "\u200b", "\u3164", "\u2800", "\u00ad", "\u2060", "\u034f", "\U000e0020", "\u200b \u3164",
     "[img]https://a.example/b.png[/img]", "https://a.example/b.png", "www.a.example/b.png"],
)  # fmt: skip
def test_a_text_in_which_nothing_is_seen_is_none(text: str) -> None:
    assert is_unseen(text)
    assert not is_unseen(f"{text} hat")


@pytest.mark.parametrize("one", ["\u202e", "\x07", "\ue000", "\ud800", "\u202a"])
def test_control_private_and_direction_characters_are_bad(one: str) -> None:
    assert has_bad_characters(f"a{one}b")
    assert not has_bad_characters("a\u2067b é 🦆")


def test_two_underscores_are_a_blank_in_a_white_card() -> None:
    assert all(map(has_blank, ["a __ hat", "＿＿", "a [BLANK] hat", "a \\_\\_ hat"]))
    assert not any(map(has_blank, ["x_x", "so... --- what", "a _ hat"]))


def test_blocked_words_are_found_as_whole_words() -> None:
    blocked = keys(["wolf", "C++", ""])
    assert has_blocked("a WOLF!", blocked)
    assert has_blocked("wolf#", blocked)
    assert has_blocked("c++ code", blocked)
    assert not has_blocked("wolfram, C#", blocked)


@pytest.mark.parametrize(
    "part", ["<a", "&lt", "_a", "\\", "<!--", "[img]", "www.a", "a\u200d", "."]
)
def test_the_clean_up_takes_time_in_proportion_to_the_text(part: str) -> None:
    text = part * (200_000 // len(part))
    began = time.process_time()
    clean_prompt(text, 1)
    clean_answer(text)
    is_unseen(text)
    assert time.process_time() - began < 5
