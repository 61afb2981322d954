"""The rules for names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from icu import BreakIterator, Char, Locale, UProperty

from chat.core.characters import is_unseen
from chat.core.name_keys import is_accent, is_mark, looks, name_keys

SHORTEST, LONGEST = 2, 30  # characters as people count them: grapheme clusters
LONGEST_CODED = 60  # code points
MOST_ACCENTS = 2  # on a letter; Vietnamese, the richest in them, writes two
MOST_MARKS = 6  # on a letter; Burmese, the richest in vowel signs and tones, writes six

# Names that could be mistaken for the site's own; strings that no name may contain; and words that
# claim a role on this site.
_OF_THE_HOUSE = ("admin", "administrator", "root", "system", "house", "staff", "support", "owner",
    "mod", "mods", "bot", "bots", "guest", "nobody", "everyone", "dealer", "clock", "anonymous",
    "spectator", "player", "you", "me", "help", "info", "null", "none", "host")  # fmt: skip
_NEVER_WITHIN = ("ridotto", "moderator", "administrator", "deleteduser")
_NEVER_A_WORD = ("owner", "owners", "host", "bot", "bots", "mod", "mods", "admin", "admins",
    "staff", "system", "guest")  # fmt: skip
_NUMBERED = re.compile(r"(deleted|bot|seat|player|guest)\d+")
_NUMBER_OF_A_WORD = re.compile(r"(?<=[^\W\d_])\d+(?![^\W_])")

_APART = frozenset("/\\@,;")  # these separate names in addresses, e-mail addresses and lists
_EMOJI_STYLE = re.compile(r"(?<=[^\w\s])\ufe0f")
_VIRAMA = 9  # the combining class of the mark that joins two consonants
_JOINERS = frozenset("\u200c\u200d")
_JOIN_NEXT, _JOIN_PREVIOUS, _JOIN_BOTH, _TRANSPARENT = 3, 4, 2, 5  # ICU's joining types

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
    return any(map(is_unseen, text))


def has_too_many_marks(text: str) -> bool:
    """Return True if a letter has too many marks or the same twice, or a mark has no letter.

    Precomposed letters count with the accents they contain.
    """
    accents, marks, previous = MOST_ACCENTS, MOST_MARKS, ""
    for char in unicodedata.normalize("NFC", text):
        if not is_mark(char):
            accents, marks = sum(map(is_accent, unicodedata.normalize("NFD", char))), 0
        elif (
            marks >= MOST_MARKS or char == previous or (is_accent(char) and accents >= MOST_ACCENTS)
        ):
            return True
        else:
            accents, marks = accents + is_accent(char), marks + 1
        previous = char
    return False


def _without_joiners(text: str) -> str:
    """Return the text without the invisible joiners that its script needs (RFC 5892, A.1, A.2)."""
    return "".join(
        char
        for at, char in enumerate(text)
        if char not in _JOINERS or not _joins(text[:at], text[at + 1 :])
    )


def _joins(before: str, after: str) -> bool:
    """Return True if a joiner between these two changes how they are written."""
    if before and unicodedata.combining(before[-1]) == _VIRAMA:
        return True
    return _nearest(reversed(before)) in {_JOIN_BOTH, _JOIN_NEXT} and _nearest(after) in {
        _JOIN_BOTH,
        _JOIN_PREVIOUS,
    }


def _nearest(text: Iterable[str]) -> int:
    """Return how the first letter joins its neighbours. Marks do not matter."""
    types = (Char.getIntPropertyValue(char, UProperty.JOINING_TYPE) for char in text)
    return next((joins for joins in types if joins != _TRANSPARENT), 0)


def normalise_name(text: str) -> str:
    """Return the name as it is stored: composed, on one line, without emoji variation selectors."""
    return " ".join(_EMOJI_STYLE.sub("", unicodedata.normalize("NFC", text)).split())


def length_of(text: str) -> int:
    """Return the number of characters as people count them (grapheme clusters)."""
    clusters = BreakIterator.createCharacterInstance(Locale.getRoot())
    clusters.setText(text)
    return len(list(clusters))


def validate_name(text: str) -> None:
    """Check the form of a name, of an account or of a guest.

    Raise `ValidationError` if it cannot be read, typed, or told apart from others.
    """
    seen = _without_joiners(text)
    if has_unseen_characters(seen):
        raise ValidationError(
            _("This name contains an invisible character. Type the name instead of pasting it."),
            code="unseen_character",
        )
    if has_too_many_marks(text):
        raise ValidationError(
            _("This name has too many marks on one letter. Remove some of them."),
            code="too_many_marks",
        )
    if has_odd_characters(seen) or not name_keys(text):
        raise ValidationError(
            _("This name contains unreadable characters. Use letters, digits and spaces."),
            code="odd_name",
        )
    if not _APART.isdisjoint(text) or " ".join(text.split()) != text:
        raise ValidationError(
            _("A name can't contain / \\ @ , ; or two spaces in a row."), code="odd_name"
        )
    if not (SHORTEST <= length_of(text) <= LONGEST and len(text) <= LONGEST_CODED):
        raise ValidationError(
            _("A name must have %(least)s to %(most)s characters; this one has %(count)s."),
            code="name_length",
            params={"least": SHORTEST, "most": LONGEST, "count": length_of(text)},
        )
