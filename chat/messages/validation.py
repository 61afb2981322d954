"""What may be said: length, characters, and blocked words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from chat.core.refusals import ChatCode, Refusal
from chat.models import BlockedWord
from chat.models.moderation import MAX_REASON
from chat.models.rooms import MAX_TEXT

# Controls, surrogates, private use, line and paragraph separators.
_BAD_CATEGORIES = {"Cc", "Cs", "Co", "Zl", "Zp"}
# Characters that set the direction of text also turn the rest of the line, which is not theirs.
_DIRECTION = {
    *(chr(code) for code in range(0x202A, 0x202F)),
    *(chr(code) for code in range(0x2066, 0x206A)),
    "\u200e",
    "\u200f",
    "\u061c",
}
_INVISIBLE = {"Cf", "Mn", "Me", "Zs"}
# More marks on one letter than any script needs draw over the lines above.
_MOST_MARKS = 8


def clean_message(text: str) -> str:
    """The text without white space around it. Raises `Refusal`."""
    return _clean(text.strip(" \t\r\n"), limit=MAX_TEXT)


def clean_reason(text: str) -> str:
    """A reason in a few words; line breaks become spaces. Raises `Refusal`."""
    words = " ".join(text.split())
    if not words:
        raise Refusal(ChatCode.NO_REASON)
    return _clean(words[:MAX_REASON], limit=MAX_REASON)


def _clean(text: str, *, limit: int) -> str:
    if all(unicodedata.category(character) in _INVISIBLE for character in text):
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


# --- Blocked words: matched as whole words, however they are written. ---


def normalised(text: str) -> str:
    """NFKC, case folded, everything but letters, marks and digits turned into single spaces.

    Of a text without any letter or digit NFKC alone is left.
    """
    wide = unicodedata.normalize("NFKC", text)
    kept = "".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in wide.casefold())
    return " ".join(kept.split()) or wide.strip()


def blocked_words() -> frozenset[str]:
    """The blocked words and phrases, normalised."""
    return frozenset(BlockedWord.objects.values_list("key", flat=True))


def has_blocked_word(text: str, words: frozenset[str] | None = None) -> bool:
    """Whether a blocked word stands in the text as a whole word.

    `words`: what `blocked_words` returned, when many texts are looked at.
    """
    return bool(_found(text, blocked_words() if words is None else words))


def words_in(text: str) -> list[str]:
    """The blocked words that stand in the text, as moderators wrote them."""
    words = dict(BlockedWord.objects.values_list("key", "word"))
    return sorted(words[key] for key in _found(text, words))


def _found(text: str, keys: Iterable[str]) -> list[str]:
    padded = f" {normalised(text)} "
    return [key for key in keys if f" {key} " in padded]
