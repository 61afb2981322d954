"""Characters that cannot be seen."""

from __future__ import annotations

from icu import Char, UProperty

_BLANK = frozenset("\u2800\ufffc\U0001d159\U00013441\U00013442")  # not "ignorable", but empty


def is_unseen(char: str) -> bool:
    """Return True if this character is invisible. White space does not count."""
    ignorable = UProperty.DEFAULT_IGNORABLE_CODE_POINT
    return char in _BLANK or bool(Char.hasBinaryProperty(char, ignorable))
