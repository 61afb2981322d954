"""When two names look the same: by UTS 39 (Unicode's security mechanisms), and a little stricter.

Pure: no database. ICU knows what looks like what; its checker may be asked by many threads at once.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from string import ascii_lowercase

from icu import SpoofChecker

LONGEST_KEY = 200  # one character may become eighteen when it is written out

_checker = SpoofChecker()

# What the standard tells apart, as it writes it, and people do not: i, l and 1; letters of other
# alphabets that are a little wider or lower than the Latin one; pairs that look like one letter.
_ALSO_ALIKE = {
    "l": "i1", "o": "0", "rn": "m\u028d", "vv": "w\u03c9\u0448", "b": "\u0185", "e": "\ua793",
    "k": "\u0138", "n": "\u03c0", "t": "\u1d1b", "u": "\u03bc", "x": "\u03c7", "3": "\u025c",
}  # fmt: skip


def name_keys(text: str) -> frozenset[str]:
    """What this name shares with every name that looks like it; empty if nothing can be read.

    Case, accents, separators and the alphabet of look-alike letters do not count.
    """
    return frozenset("".join(words)[:LONGEST_KEY] for words in looks(text)) - {""}


def looks(text: str) -> list[list[str]]:
    """The words of this name as they look in small letters, in capitals, and as it is written.

    Some letters look like a Latin one only as a capital (the Greek nu), others only as a small one.
    """
    small = unicodedata.normalize("NFKC", text).casefold()
    return [_look(written).split() for written in (small, small.upper(), text)]


def _look(text: str) -> str:
    """Its skeleton in small letters without accents; a space for all that is neither letter nor
    digit."""
    skeleton = _checker.getSkeleton(0, text).casefold()
    small = _checker.getSkeleton(0, skeleton).casefold()
    bare = (char for char in unicodedata.normalize("NFD", small) if not _is_accent(char))
    return "".join(bare).translate(_latin()).translate(_separators())


def _is_accent(char: str) -> bool:
    return unicodedata.category(char) in {"Mn", "Me"}


@cache
def _latin() -> dict[int, str]:
    alike = {char: look for look, chars in _ALSO_ALIKE.items() for char in chars}
    for letter in ascii_lowercase.replace("x", ""):  # there is no small capital X
        sign = unicodedata.lookup(f"LATIN LETTER SMALL CAPITAL {letter.upper()}")
        alike[sign] = alike.get(letter, letter)
    return str.maketrans(alike)


class _Separators(dict[int, str]):
    """For `str.translate`: what is neither letter nor digit becomes a space."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = char if char.isalnum() else " "
        return self[code]


@cache
def _separators() -> _Separators:
    return _Separators()
