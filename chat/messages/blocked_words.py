"""Blocked words: matched as whole words, however they are written."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from chat.models import BlockedWord


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
