"""The rules for names."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from icu import Char, UProperty

from chat.core.lookalikes import looks, name_keys

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
