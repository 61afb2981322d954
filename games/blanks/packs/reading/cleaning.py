"""The clean-up of texts, and what makes two cards the same (rules 20.2)."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Collection, Sequence
from functools import lru_cache
from html.entities import html5

from games.blanks.rules.sentence import MARKER, blanks
from games.engine.base import Value

BLANK = "[blank]"  # a blank that is one of its own, whatever is beside it
LONGEST_QUOTE = 120


class Change(Value):
    """A change of a text."""

    code: str
    before: str
    after: str


class _Text:
    """A text and its changes so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._changes: dict[str, Change] = {}

    def become(self, code: str, after: str) -> None:
        if after != self.text:
            self.add(code, after)
            self.text = after

    def add(self, code: str, after: str) -> None:
        first = self._changes.get(code)
        before = first.before if first else self.text
        self._changes[code] = Change(code=code, before=before, after=after)

    def cleaned(self) -> Cleaned:
        return self.text, tuple(self._changes.values())


Cleaned = tuple[str, Sequence[Change]]


def clean(text: str) -> Cleaned:
    """Return a text of a pack cleaned up, with the changes."""
    return _tidied(text).cleaned()


def clean_answer(text: str) -> Cleaned:
    """Return the text of a white card cleaned up, with the changes."""
    done = _tidied(text)
    done.become("full_stop", _without_stop(done.text))
    return done.cleaned()


def clean_prompt(text: str, pick: int | None = None) -> Cleaned:
    """Return the text of a black card cleaned up, with the changes.

    `pick`: what the file gives, or None.
    """
    done = _tidied(text)
    plain = _PAIR.sub(r"\1", done.text)
    if pick is not None and plain != done.text and blanks(_marked(plain)) == pick:
        done.become("emphasis", plain)
    marked = _marked(done.text)
    if _LETTER_UNDERSCORE.search(done.text):
        done.add("underscore", marked)
    done.become("blanks", marked)
    return done.cleaned()


def _tidied(text: str) -> _Text:
    """Return the text after the steps that all texts of a pack go through."""
    done = _Text(text)
    done.become("html", _REFERENCE.sub(_character, text) if "&" in text else text)
    before = None
    # Taking out a character that is not seen may join a tag, or a letter and its accent.
    while before != done.text:
        before = done.text
        if "<" in before:
            done.become("html", _without_tags(before))
        if not done.text.isascii():
            done.become("unicode", unicodedata.normalize("NFC", done.text))
            done.become("unseen", _UNSEEN.sub("", _JOINER.sub(_joiner, done.text)))
        done.become("spaces", _SPACE.sub(" ", done.text).strip(" "))
    return done


# --- HTML


_REFERENCE = re.compile("&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{0,40});")
_LINES = re.compile(r"</?(?:br|p|div|li)(?:[\s/][^>]*)?>", re.IGNORECASE)
_TAG = "<(?!/?blank *>)(?:!--|/?[a-z])[^>]*>"
_TAGS = re.compile(_TAG, re.IGNORECASE)
_AFTER_BRACKET = re.compile(f"(?<=[</]){_TAG}", re.IGNORECASE)


def _without_tags(text: str) -> str:
    # Up to the last ">" every tag has an end, so that none is searched for in vain.
    end = text.rfind(">") + 1
    # A bracket before a tag must not make a tag of what follows it.
    return _TAGS.sub("", _AFTER_BRACKET.sub(" ", _LINES.sub(" ", text[:end]))) + text[end:]


def _character(found: re.Match[str]) -> str:
    """Return the character of a reference, or an unknown reference as it is."""
    # `html.unescape` would take the beginning of an unknown name for a known one.
    return html.unescape(found[0]) if found[0][1] == "#" or found[0][1:] in html5 else found[0]


def escape(text: str) -> str:
    """Return a text that the clean-up turns into this one, which is cleaned up."""
    return _REFERENCE.sub(lambda found: f"&amp;{found[0][1:]}", text)


# --- Characters


# The characters with the property White_Space. All other invisible ones are control characters.
_SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_UNSEEN = re.compile("[\xad\u061c\u200b\u200e\u200f\u2066-\u2069\ufeff]")
_JOINER = re.compile("[\u200c\u200d]+")
# Scripts with letters that join or stack. The names of their characters begin with these words.
_JOINING = frozenset(
    ("ADLAM", "ARABIC", "BALINESE", "BENGALI", "DEVANAGARI", "GUJARATI", "GURMUKHI", "HANIFI",
     "JAVANESE", "KANNADA", "KHMER", "MALAYALAM", "MANDAIC", "MANICHAEAN", "MONGOLIAN", "MYANMAR",
     "NKO", "ORIYA", "PHAGS-PA", "SINHALA", "SOGDIAN", "SYRIAC", "TAMIL", "TELUGU", "TIBETAN")
)  # fmt: skip
_EMOJI_PARTS = re.compile("[\ufe0f\U0001f3fb-\U0001f3ff]")
_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e")
_BAD = frozenset(("Cc", "Co", "Cs"))
# Unicode's Default_Ignorable_Code_Point, and signs that are drawn as nothing
_NOTHING = re.compile(
    "[\\s\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\ufffc"
    "\U00013441\U00013442\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]*"
)
_PICTURE = re.compile(r"(?:(?>\[img\].*?\[/img\])|(?>(?:https?://|www\.)\S+)|\s)*", re.IGNORECASE)


def _joiner(found: re.Match[str]) -> str:
    """Return a zero width (non-)joiner where it has a use, else nothing."""
    text, start, end = found.string, found.start(), found.end()
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    scripts = {_script(before), _script(after)}
    useful = len(scripts) == 1 and scripts <= _JOINING
    return found[0] if useful or (_is_emoji(before) and _is_emoji(after)) else ""


@lru_cache(maxsize=1024)
def _script(character: str) -> str:
    return unicodedata.name(character, "").partition(" ")[0] if character else ""


def _is_emoji(character: str) -> bool:
    return bool(character) and (
        unicodedata.category(character) == "So" or bool(_EMOJI_PARTS.match(character))
    )


def has_bad_characters(text: str) -> bool:
    """Return True if the text has forbidden characters (rules 20.3).

    These are control and private-use characters, surrogates, and direction overrides.
    """
    if text.isascii():
        return not text.isprintable()
    return any(c in _OVERRIDES or unicodedata.category(c) in _BAD for c in text)


def is_unseen(text: str) -> bool:
    """Return True if nothing of the text can be seen, or only the address of a picture."""
    return bool(_NOTHING.fullmatch(text) or _PICTURE.fullmatch(text))


def visible(text: str) -> str:
    """Return the text with forbidden, invisible characters replaced by their codes."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"[U+{ord(one):04X}]" if _is_hidden(one) else one for one in text)


def _is_hidden(character: str) -> bool:
    return has_bad_characters(character) and not character.isspace()


def quote(text: str) -> str:
    """Return the text short and visible, to quote it beside a fault or a change."""
    text = text[: LONGEST_QUOTE + 1].strip()
    return visible(text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…")


# --- Blanks


_LETTER = r"[^\W_]"
_LETTER_UNDERSCORE = re.compile(f"(?<={_LETTER})_(?={_LETTER})")
_BLANKS = re.compile(
    rf"({_LETTER_UNDERSCORE.pattern})|(?<!\\)(?:\\*[_＿])+|\[blank\]|[<]blank>",
    re.IGNORECASE,
)
_DOTS = re.compile("[.…]+|-{3,}")
_PAIR = re.compile(r"(?<![\w\\])_(?=[^\W_])([^_]*)(?<=[^\W_])_(?!\w)")
_IN_WHITE = re.compile(r"(?:\\*[_＿]){2}|\[blank\]|[<]blank>", re.IGNORECASE)
_FEWEST_DOTS = 5


def _marked(text: str) -> str:
    """Return a prompt with a marker for each blank."""
    marked = _BLANKS.sub(lambda found: found[0] if found[1] else MARKER, text)
    return marked if MARKER in marked else _DOTS.sub(_long_run, marked)


def _long_run(found: re.Match[str]) -> str:
    run = found[0]
    is_blank = run[0] == "-" or len(run) + 2 * run.count("…") >= _FEWEST_DOTS
    return MARKER if is_blank else run


def has_blank(text: str) -> bool:
    """Return True if the text of a white card has a blank (rules 20.3)."""
    return _IN_WHITE.search(text) is not None


# --- White cards


_STOPPED = re.compile(r"\.[^\W\d_]?$")
_ARTICLES = "A|An|The|My|Your|His|Her|Its|Our|Their"
_LOWERED = re.compile(rf"(?:{_ARTICLES})(?=\s)|[^\W\d_]{{2,}}ing(?![^\W\d_]|['’]s\b)")


def _without_stop(text: str) -> str:
    """Return the text without a full stop at its end."""
    # Several full stops in a row are an ellipsis, and "a.m." is an abbreviation.
    head = text[:-1].rstrip(" ")
    return head if text.endswith(".") and not _STOPPED.search(head) else text


def is_capitalized(texts: Collection[str]) -> bool:
    """Return True if nine of ten white cards that begin with a letter begin with a capital."""
    letters = [text[0] for text in texts if text[:1].isalpha()]
    return bool(letters) and 10 * sum(map(str.isupper, letters)) >= 9 * len(letters)


def lowered(text: str) -> str:
    """Return a white card in lower case if it begins with an article or a word in -ing."""
    found = _LOWERED.match(text)
    if found is None or not (found[0][0].isupper() and (found[0][1:] or "a").islower()):
        return text
    return text[0].lower() + text[1:]


# --- Cards that are the same


def key(text: str) -> str:
    """Return the words of a text in a form that is equal for texts that mean the same."""
    plain = unicodedata.normalize("NFKC", text)
    kept, is_after_letter = [], False
    for character in plain.casefold():
        category = unicodedata.category(character)
        is_sign = is_after_letter and character in "+#"
        is_after_letter = category[0] == "L" or is_sign
        kept.append(character if is_sign or category[0] in "LM" or category == "Nd" else " ")
    return " ".join("".join(kept).split()) or plain


def identity(colour: str, text: str) -> tuple[str, int, str]:
    """Return a value that is equal for two cards of a pack that are the same."""
    return colour, blanks(text) if colour == "black" else 0, key(text)


_NO_SIGNS = str.maketrans("+#", "  ")


def keys(words: Collection[str]) -> frozenset[str]:
    """Return the keys of words and phrases for `has_blocked`, without empty ones."""
    return frozenset(key(word) for word in words if word.strip())


def has_blocked(text: str, blocked: Collection[str]) -> bool:
    """Return True if the text has one of these keys as whole words."""
    if not blocked:
        return False
    words = f" {key(text)} "
    words += words.translate(_NO_SIGNS)  # "wolf#" must not get around "wolf"
    return any(f" {word} " in words for word in blocked)
