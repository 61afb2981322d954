"""Numbers as requests send them."""

from __future__ import annotations

LONGEST_KEY = 18  # digits of a primary key that fit its column


def whole_number(text: str, digits: int = 9) -> int | None:
    """Return the number that the text is, or None if it is none or has more digits.

    The bound matters: `int` refuses some thousand digits, and columns less.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
