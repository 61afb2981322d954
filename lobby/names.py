"""Rules for names, and the keys of names that look alike (UTS 39)."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from string import ascii_lowercase

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from icu import Char, SpoofChecker, UProperty

# --- Names that look alike, by UTS 39 (Unicode Security Mechanisms) and a little stricter
#
# Pure functions without a database. ICU has the data, and its checker is safe for threads.


LONGEST_KEY = 200  # one character may expand to eighteen

_checker = SpoofChecker()

# Characters that the standard distinguishes and people do not: i, l and 1; letters of other
# alphabets that are slightly wider or lower than the Latin one; pairs that look like one letter.
_ALSO_ALIKE = {
    "l": "i1", "o": "0", "rn": "m\u028d", "vv": "w\u03c9\u0448", "b": "\u0185", "e": "\ua793",
    "k": "\u0138", "n": "\u03c0", "t": "\u1d1b", "u": "\u03bc", "x": "\u03c7", "3": "\u025c",
}  # fmt: skip


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

    Each character that is neither a letter nor a digit becomes a space.
    """
    skeleton = _checker.getSkeleton(0, text).casefold()
    small = _checker.getSkeleton(0, skeleton).casefold()
    bare = (char for char in unicodedata.normalize("NFD", small) if not _is_accent(char))
    return "".join(bare).translate(_latin()).translate(_separators())


def _is_accent(char: str) -> bool:
    return unicodedata.category(char) in {"Mn", "Me"}


@cache
def _latin() -> dict[int, str]:
    alike = {char: plain for plain, chars in _ALSO_ALIKE.items() for char in chars}
    for letter in ascii_lowercase.replace("x", ""):  # there is no small capital X
        sign = unicodedata.lookup(f"LATIN LETTER SMALL CAPITAL {letter.upper()}")
        alike[sign] = alike.get(letter, letter)
    return str.maketrans(alike)


class _Separators(dict[int, str]):
    """A map for `str.translate` from all but letters and digits to a space."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = char if char.isalnum() else " "
        return self[code]


@cache
def _separators() -> _Separators:
    return _Separators()


SHORTEST, LONGEST = 3, 30
MOST_MARKS = 2  # on a letter; Vietnamese, the richest in them, writes two

# Names that could be mistaken for the site's own; strings that no name may contain; and words that
# claim a role on this site.
_OF_THE_HOUSE = ("admin", "administrator", "root", "system", "house", "staff", "support", "owner",
    "mod", "mods", "bot", "bots", "guest", "nobody", "everyone", "dealer", "clock", "anonymous",
    "spectator", "player", "you", "me", "help", "info", "null", "none", "host")  # fmt: skip
_NEVER_WITHIN = ("ridotto", "moderator", "administrator", "deleteduser")
_NEVER_A_WORD = ("owner", "owners", "host", "bot", "bots", "mod", "mods", "admin", "admins",
    "staff", "system")  # fmt: skip
_NUMBERED = re.compile(r"(deleted|bot|seat|player|guest)\d+")
_NUMBER_OF_A_WORD = re.compile(r"(?<=[^\W\d_])\d+(?![^\W_])")

_USERNAME = re.compile(r"[^\W_](?:[\w.-]*[^\W_])?")
_EMOJI_STYLE = re.compile(r"(?<=[^\w\s])\ufe0f")
_BLANK = frozenset("\u2800\ufffc\U0001d159\U00013441\U00013442")  # not "ignorable", but empty

_WITH_ARTICLES = [*_OF_THE_HOUSE, *(f"the {name}" for name in _OF_THE_HOUSE)]
_HOUSE_KEYS = frozenset[str]().union(*map(name_keys, _WITH_ARTICLES))
_HOUSE_PARTS = frozenset[str]().union(*map(name_keys, _NEVER_WITHIN))
_HOUSE_WORDS = frozenset[str]().union(*map(name_keys, _NEVER_A_WORD))


def is_of_the_house(text: str) -> bool:
    """Return True if the name could pass for the site's or claims a role."""
    keys = name_keys(text)
    plain = re.sub(r"[\W_]", "", text.casefold())
    return (
        not keys.isdisjoint(_HOUSE_KEYS)
        or any(part in key for part in _HOUSE_PARTS for key in keys)
        or _NUMBERED.fullmatch(plain) is not None
        or _has_word_of_the_house(text)
    )


def _has_word_of_the_house(text: str) -> bool:
    """Return True if a word of the name claims a role.

    The word may have a number, or separators between its letters.
    """
    ways = [*looks(text), *looks(_NUMBER_OF_A_WORD.sub("", text))]
    return any(_has_run(words) for words in ways)


def _has_run(words: list[str]) -> bool:
    ends = range(1, len(words) + 1)
    return any(_is_run(words[start:end]) for end in ends for start in range(end))


def _is_run(run: list[str]) -> bool:
    joined = "".join(run)
    is_spelled = len(run) == 1 or len(joined) > 4 or max(map(len, run)) <= 2
    return is_spelled and joined in _HOUSE_WORDS


def has_odd_characters(text: str) -> bool:
    """Return True if there are characters that nobody can read or type.

    Those are control, direction, private-use and unassigned characters.
    """
    return any(unicodedata.category(char)[0] == "C" for char in text)


def has_unseen_characters(text: str) -> bool:
    """Return True if the text has invisible characters."""
    return any(
        char in _BLANK or Char.hasBinaryProperty(char, UProperty.DEFAULT_IGNORABLE_CODE_POINT)
        for char in text
    )


def has_too_many_marks(text: str) -> bool:
    """Return True if a letter has too many marks, or a mark has no letter.

    Precomposed letters count with the marks they contain.
    """
    marks = MOST_MARKS
    for char in unicodedata.normalize("NFC", text):
        if not _is_mark(char):
            marks = sum(map(_is_mark, unicodedata.normalize("NFD", char)))
        elif marks >= MOST_MARKS:
            return True
        else:
            marks += 1
    return False


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def one_line(text: str) -> str:
    """Return the text with single spaces and without emoji variation selectors."""
    return " ".join(_EMOJI_STYLE.sub("", text).split())


def validate_username(text: str) -> None:
    """Check the form of a username. Raise `ValidationError` if it is invalid."""
    _validate_seen(text)
    if not _USERNAME.fullmatch(text) or has_odd_characters(text):
        raise ValidationError(
            _(
                "A name can have letters and digits, with dots, hyphens or "
                "underscores between them."
            ),
            code="odd_name",
        )
    if not SHORTEST <= len(text) <= LONGEST:
        raise ValidationError(
            _("A name must have %(least)s to %(most)s characters; this one has %(count)s."),
            code="name_length",
            params={"least": SHORTEST, "most": LONGEST, "count": len(text)},
        )


def validate_display_name(text: str) -> None:
    """Check the form of a display name: readable, on one line.

    Raise `ValidationError` if it is invalid.
    """
    _validate_seen(text)
    if has_odd_characters(text) or not name_keys(text):
        raise ValidationError(
            _("This name contains unreadable characters. Use letters, digits and spaces."),
            code="odd_name",
        )


def _validate_seen(text: str) -> None:
    if has_unseen_characters(text):
        raise ValidationError(
            _("This name contains an invisible character. Type it instead of pasting it."),
            code="unseen_character",
        )
    if has_too_many_marks(text):
        raise ValidationError(
            _("This name has more than two marks on one letter."),
            code="too_many_marks",
        )
