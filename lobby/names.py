"""What a name may look like, and when two names look the same. Pure: no database."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 3, 30
LONGEST_KEY = 200  # one character may become eighteen when it is written out

# Letters of other alphabets (and digits) that look like a Latin one. All are small letters, since
# names are compared folded; some look like a Latin letter only as a capital (the Greek nu), so a
# name has two keys.
_AS_SMALL = {
    "a": "\u0430\u03b1\u0251", "b": "\u044c", "c": "\u0441\u03f2", "d": "\u0501",
    "e": "\u0435\u0454\u03b5", "f": "\u0192", "g": "\u0261", "h": "\u04bb", "j": "\u0458",
    "k": "\u043a\u03ba", "l": "i1|\u0131\u0456\u04cf\u03b9", "m": "\u043c", "n": "\u043f\u03b7",
    "o": "0\u043e\u03bf\u03c3", "p": "\u0440\u03c1", "q": "\u051b", "r": "\u0433", "s": "\u0455",
    "t": "\u0442\u03c4", "u": "\u03c5\u03bc", "v": "\u03bd\u0475", "w": "\u051d\u03c9\u0448",
    "x": "\u0445\u03c7", "y": "\u0443\u04af\u03b3", "3": "\u0437", "ae": "\u00e6", "oe": "\u0153",
}  # fmt: skip
_AS_CAPITAL = {
    "a": "\u0430\u03b1", "b": "\u0432\u03b2", "c": "\u0441\u03f2", "d": "\u0501",
    "e": "\u0435\u03b5", "g": "\u050d", "h": "\u043d\u03b7", "j": "\u0458", "k": "\u043a\u03ba",
    "l": "i1|\u0131\u0456\u04cf\u03b9", "m": "\u043c\u03bc", "n": "\u03bd", "o": "0\u043e\u03bf",
    "p": "\u0440\u03c1", "q": "\u051b", "s": "\u0455", "t": "\u0442\u03c4", "v": "\u0475",
    "w": "\u051d", "x": "\u0445\u03c7", "y": "\u0443\u04af\u03c5", "z": "\u03b6", "3": "\u0437",
    "ae": "\u00e6", "oe": "\u0153",
}  # fmt: skip


def _table(looks: dict[str, str]) -> dict[int, str]:
    return str.maketrans({char: latin for latin, chars in looks.items() for char in chars})


_LOOKS = (_table(_AS_SMALL), _table(_AS_CAPITAL))
_PAIRS = (("rn", "m"), ("vv", "w"))

# Names that would pass for the house's own, and parts of names that would.
_OF_THE_HOUSE = ("admin", "administrator", "root", "system", "house", "staff", "support", "owner",
    "mod", "mods", "bot", "bots", "guest", "nobody", "everyone", "dealer", "clock", "anonymous",
    "spectator", "player", "you", "me", "help", "info", "null", "none")  # fmt: skip
_NEVER_WITHIN = ("ridotto", "moderator", "administrator", "deleteduser")
_NUMBERED = re.compile(r"(deleted|bot|seat|player|guest)\d+")

_USERNAME = re.compile(r"[^\W_](?:[\w.-]*[^\W_])?")


def name_keys(text: str) -> frozenset[str]:
    """What this name shares with every name that looks like it; empty if nothing can be read.

    Case, accents, separators and the alphabet of look-alike letters do not count.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    bare = "".join(
        char for char in unicodedata.normalize("NFD", folded) if not unicodedata.combining(char)
    )
    return frozenset(_key(bare.translate(table)) for table in _LOOKS) - {""}


def _key(latin: str) -> str:
    key = "".join(char for char in latin if char.isalnum())
    for pair, looks in _PAIRS:
        key = key.replace(pair, looks)
    return key[:LONGEST_KEY]


_HOUSE_KEYS = frozenset[str]().union(*map(name_keys, _OF_THE_HOUSE))
_HOUSE_PARTS = frozenset[str]().union(*map(name_keys, _NEVER_WITHIN))


def is_of_the_house(text: str) -> bool:
    """Whether the name would pass for one of the house's own."""
    keys = name_keys(text)
    plain = re.sub(r"[\W_]", "", text.casefold())
    return (
        not keys.isdisjoint(_HOUSE_KEYS)
        or any(part in key for part in _HOUSE_PARTS for key in keys)
        or _NUMBERED.fullmatch(plain) is not None
    )


def has_odd_characters(text: str) -> bool:
    """Control, direction, private-use or unassigned characters: nobody can read or type them."""
    return any(unicodedata.category(char)[0] == "C" for char in text)


def validate_username(text: str) -> None:
    """What a username looks like. Raises ValidationError."""
    if not _USERNAME.fullmatch(text) or has_odd_characters(text):
        raise ValidationError(
            _(
                "A name has letters and digits, with dots, hyphens or underscores between them."
                " Leave out anything else."
            ),
            code="odd_name",
        )
    if not SHORTEST <= len(text) <= LONGEST:
        raise ValidationError(
            _("A name has between %(least)s and %(most)s characters; this one has %(count)s."),
            code="name_length",
            params={"least": SHORTEST, "most": LONGEST, "count": len(text)},
        )


def validate_display_name(text: str) -> None:
    """What a display name looks like: readable, on one line. Raises ValidationError."""
    if has_odd_characters(text) or not name_keys(text):
        raise ValidationError(
            _("This name has characters nobody can read. Use letters, digits and spaces."),
            code="odd_name",
        )
