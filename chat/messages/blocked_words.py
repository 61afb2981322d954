"""Blocked words: matched as whole words, however they are written."""

from __future__ import annotations

import unicodedata

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
    padded = f" {normalised(text)} "
    return any(f" {word} " in padded for word in (blocked_words() if words is None else words))
