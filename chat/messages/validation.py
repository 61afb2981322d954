"""Validation of messages: length, characters and blocked words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from chat.core.characters import is_unseen
from chat.core.refusals import ChatCode, Refusal
from chat.models import BlockedWord
from chat.models.moderation import MAX_REASON
from chat.models.rooms import MAX_TEXT

# Controls, surrogates, private use, line and paragraph separators
_BAD_CATEGORIES = {"Cc", "Cs", "Co", "Zl", "Zp"}
# Characters that set the direction of text would also affect the rest of the line.
_DIRECTION = {
    *(chr(code) for code in range(0x202A, 0x202F)),
    *(chr(code) for code in range(0x2066, 0x206A)),
    "\u200e",
    "\u200f",
    "\u061c",
}
_INVISIBLE = {"Cf", "Mn", "Me", "Zs"}
# A letter with more marks than any script needs would cover the lines above.
_MOST_MARKS = 8


def clean_message(text: str) -> str:
    """Return the text without surrounding white space, or raise `Refusal`."""
    return _clean(text.strip(" \t\r\n"), limit=MAX_TEXT)


def clean_reason(text: str) -> str:
    """Return a short reason, with line breaks turned into spaces and the end cut off.

    Raise `Refusal` if it is empty or not valid.
    """
    words = " ".join(text.split())
    if not words:
        raise Refusal(ChatCode.NO_REASON)
    return _clean(words[:MAX_REASON], limit=MAX_REASON)


def _clean(text: str, *, limit: int) -> str:
    if all(unicodedata.category(c) in _INVISIBLE or is_unseen(c) for c in text):
        raise Refusal(ChatCode.EMPTY)
    if len(text) > limit:
        raise Refusal(ChatCode.TOO_LONG, length=len(text))
    if any(_is_bad(character) for character in text) or _is_overloaded(text):
        raise Refusal(ChatCode.BAD_CHARACTERS)
    return text


def _is_bad(character: str) -> bool:
    return unicodedata.category(character) in _BAD_CATEGORIES or character in _DIRECTION


def _is_overloaded(text: str) -> bool:
    run = 0
    for character in text:
        run = run + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if run > _MOST_MARKS:
            return True
    return False


# --- Blocked words: matched as whole words, however they are written


def normalised(text: str) -> str:
    """Return the text in the form in which words are compared.

    It is NFKC, case-folded, and everything but letters, marks and digits becomes single spaces. A
    text without any letter or digit is only converted to NFKC.
    """
    wide = unicodedata.normalize("NFKC", text)
    kept = "".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in wide.casefold())
    return " ".join(kept.split()) or wide.strip()


def blocked_words() -> frozenset[str]:
    """Return the blocked words and phrases, normalised."""
    return frozenset(BlockedWord.objects.values_list("key", flat=True))


def has_blocked_word(text: str, words: frozenset[str] | None = None) -> bool:
    """Return True if the text contains a blocked word as a whole word.

    `words`: the result of `blocked_words`, for checking many texts.
    """
    return bool(_found(text, blocked_words() if words is None else words))


def words_in(text: str) -> list[str]:
    """Return the blocked words that the text contains, as moderators wrote them."""
    words = dict(BlockedWord.objects.values_list("key", "word"))
    return sorted(words[key] for key in _found(text, words))


def _found(text: str, keys: Iterable[str]) -> list[str]:
    padded = f" {normalised(text)} "
    return [key for key in keys if f" {key} " in padded]
