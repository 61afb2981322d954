"""Blocked words match as whole words, however they are spelled."""

from __future__ import annotations

import pytest

from chat.messages.validation import has_blocked_word, normalised
from chat.models import BlockedWord
from chat.moderation.services import block_word, unblock_word
from lobby.models import User
from tests.support.refusals import code_of


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("  Two   Words ", "two words"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("ｗｉｄｅ", "wide"),
        ("a-b_c", "a b c"),
        ("____", "____"),
        ("हिंदी", "हिंदी"),
        ("🎲 🎲", "🎲 🎲"),
        ("", ""),
    ],
)
def test_normalised_texts_match(text: str, key: str) -> None:
    assert normalised(text) == key


IN_IT = ("goose", "a GOOSE!", "the_goose", "ＧＯＯＳＥ", "red-herring...")
NOT_IN_IT = ("gooseberry", "mongoose", "red", "herring red", "", "🎲")


@pytest.mark.parametrize("text", [*IN_IT, *NOT_IN_IT])
def test_a_blocked_word_is_found_as_a_whole_word(moderator: User, text: str) -> None:
    for word in ("Goose", "red herring"):
        block_word(moderator=moderator, word=word, reason="not here")
    assert has_blocked_word(text) == (text in IN_IT)


def test_moderators_maintain_the_list(moderator: User, ada: User) -> None:
    assert code_of(block_word, moderator=ada, word="goose", reason="x") == "not_moderator"
    assert not BlockedWord.objects.exists()
    row = block_word(moderator=moderator, word="goose", reason="x")
    unblock_word(moderator=moderator, word=row, reason="fine after all")
    assert not has_blocked_word("goose")


@pytest.mark.both
@pytest.mark.parametrize(("word", "code"), [("!!", "bad_word"), ("GOOSE", "already_blocked")])
def test_a_word_is_listed_once_and_has_a_letter(moderator: User, word: str, code: str) -> None:
    block_word(moderator=moderator, word="goose", reason="x")
    assert code_of(block_word, moderator=moderator, word=word, reason="x") == code
