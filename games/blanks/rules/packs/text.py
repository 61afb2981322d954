"""Texts of cards: the clean-up, what makes two the same, what may not be in them (rules 20)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from games.blanks.rules.packs.model import MARKER

# The characters with the property White_Space; others count as control characters.
_SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_LONG = re.compile("_{3,}")
_SHORT = re.compile("(?<!_)_{1,2}(?!_)")
_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BAD = frozenset(("Cc", "Co", "Cs"))

NOTICES = {
    "unicode": "Characters were brought to their composed form (NFC).",
    "spaces": "White space became single spaces, none at the ends.",
    "underscores": "A run of underscores became a blank of four.",
    "full_stop": "The full stop at the end of a white card was dropped.",
}


def clean(text: str, *, white: bool = False) -> tuple[str, tuple[str, ...]]:
    """The text cleaned up, and the codes of what was changed. Cleaning twice changes no more."""
    steps = [("unicode", unicodedata.normalize("NFC", text))]
    steps.append(("spaces", _SPACE.sub(" ", steps[-1][1]).strip(" ")))
    steps.append(("underscores", _LONG.sub(MARKER, steps[-1][1])))
    if white:
        steps.append(("full_stop", _without_stop(steps[-1][1])))
    changed, before = [], text
    for code, after in steps:
        if after != before:
            changed.append(code)
        before = after
    return before, tuple(changed)


def _without_stop(text: str) -> str:
    """Without one full stop at the end. Several in a row are dots that mean something."""
    head = text[:-1].rstrip(" ")
    return head if text.endswith(".") and not head.endswith(".") else text


def key(text: str) -> str:
    """Two cards of one colour are the same if their keys agree."""
    plain = unicodedata.normalize("NFKC", text)
    kept = "".join(c if _counts(c) else " " for c in plain.casefold())
    return " ".join(kept.split()) or plain


def _counts(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in "LM" or category == "Nd"


def has_bad_characters(text: str) -> bool:
    """Whether it has control characters or such as turn the direction of writing (rules 20)."""
    return any(c in _DIRECTIONS or unicodedata.category(c) in _BAD for c in text)


def has_bad_blank(text: str) -> bool:
    """Whether it has a row of underscores too short for a blank (rules 19)."""
    return _SHORT.search(text) is not None


def keys(words: Collection[str]) -> frozenset[str]:
    """Words and phrases as `has_blocked` looks for them; empty ones are left out."""
    return frozenset(key(word) for word in words if word.strip())


def has_blocked(text: str, blocked: Collection[str]) -> bool:
    """Whether one of these keys of words or phrases stands in the text as whole words."""
    words = f" {key(text)} "
    return any(f" {word} " in words for word in blocked)
