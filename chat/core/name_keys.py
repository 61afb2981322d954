"""Keys by which names are compared: equal names, and names that look alike.

Names look alike by UTS 39 (Unicode Security Mechanisms) and a little stricter.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import groupby
from string import ascii_lowercase

from icu import SpoofChecker

LONGEST_KEY = 200  # one character may expand to eighteen

_checker = SpoofChecker()

# Characters that the standard distinguishes and people do not: i, l and 1; letters of other
# alphabets that are slightly wider or lower than the Latin one; pairs that look like one letter.
_ALSO_ALIKE = {
    "l": "i1", "o": "0", "rn": "m\u028d", "vv": "w\u03c9\u0448", "b": "\u0185", "e": "\ua793",
    "k": "\u0138", "n": "\u03c0", "t": "\u1d1b", "u": "\u03bc", "x": "\u03c7", "3": "\u025c",
}  # fmt: skip


def exact_key(text: str) -> str:
    """Return the key of names that differ only in case, width or the number of spaces.

    It is empty for a text with control characters or lone surrogates, which no name contains and
    PostgreSQL rejects.
    """
    if any(unicodedata.category(char) in {"Cc", "Cs"} for char in text):
        return ""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())[:LONGEST_KEY]


def name_keys(text: str) -> frozenset[str]:
    """Return the keys that names share if they look alike.

    Case, accents, separators and the alphabet of a letter make no difference. The set is empty if
    no character is readable.
    """
    return frozenset("".join(words)[:LONGEST_KEY] for words in looks(text)) - {""}


def looks(text: str) -> list[list[str]]:
    """Return the skeletons of a name's words in lower case, upper case and as is.

    Some letters look like a Latin one only in upper case (the Greek nu), others only in lower
    case.
    """
    small = unicodedata.normalize("NFKC", text).casefold()
    return [_skeleton(written).split() for written in (small, small.upper(), text)]


def _skeleton(text: str) -> str:
    """Return the skeleton of a text in lower case without accents.

    Each character that is no letter, digit or vowel sign becomes a space.
    """
    runs = groupby(unicodedata.normalize("NFD", text), key=_is_sign)
    # The checker would take some vowel signs for accents, but they tell names apart.
    parts = ("".join(run) if is_sign else _bare("".join(run)) for is_sign, run in runs)
    return "".join(parts).translate(_separators())


def _bare(text: str) -> str:
    skeleton = _checker.getSkeleton(0, text).casefold()
    small = _checker.getSkeleton(0, skeleton).casefold()
    plain = (char for char in unicodedata.normalize("NFD", small) if not is_accent(char))
    return "".join(plain).translate(_latin())


def is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def is_accent(char: str) -> bool:
    """Return True for a mark that does not make its letter a different one.

    Accents and Hebrew and Arabic points are such marks; vowel signs and tones of other scripts are
    not.
    """
    place = unicodedata.combining(char)
    return 10 <= place <= 35 or place >= 200 or unicodedata.category(char) == "Me"


def _is_sign(char: str) -> bool:
    return is_mark(char) and not is_accent(char)


@cache
def _latin() -> dict[int, str]:
    alike = {char: plain for plain, chars in _ALSO_ALIKE.items() for char in chars}
    for letter in ascii_lowercase.replace("x", ""):  # there is no small capital X
        sign = unicodedata.lookup(f"LATIN LETTER SMALL CAPITAL {letter.upper()}")
        alike[sign] = alike.get(letter, letter)
    return str.maketrans(alike)


class _Separators(dict[int, str]):
    """A map for `str.translate` from all but letters, digits and signs to a space."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = char if char.isalnum() or _is_sign(char) else " "
        return self[code]


@cache
def _separators() -> _Separators:
    return _Separators()
