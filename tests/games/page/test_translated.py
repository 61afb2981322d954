"""In the pseudo-language, all text of a page is translated.

Text of rules, templates or script data is translated when it is shown. This also finds text that
is translated but not extracted by `make messages`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import count
from typing import Any
from zoneinfo import available_timezones

import pytest

from config import settings as real
from config.house_texts import NAMES
from games.models import Pack, PackCard
from games.registry import games
from tests.laws.source import nothing
from tests.support.full_site import House, furnish, walk
from tests.support.texts import PSEUDO, pseudo_language

pytestmark = [pytest.mark.django_db, pytest.mark.deep]

OPEN, CLOSE = "⟦", "⟧"
_WORD = re.compile(r"(?<![\w@.])[^\W\d_]{2,}(?![\w@(])")
# Attributes that a browser or a script shows or reads aloud.
SPOKEN = {"title", "alt", "placeholder", "label", "aria-label", "data-label", "data-confirm"}
UNREAD = {"script", "style", "code"}
# Moderators are left out: their lists show names of columns, kinds and codes, which are not
# translated.
PEOPLE = ("stranger", "owner", "player", "watcher")


class Reader(HTMLParser):
    """Collects the text of a page outside of marks, in `bare`."""

    def __init__(self) -> None:
        super().__init__()
        self.bare: list[str] = []
        self._depth = 0
        self._unread: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNREAD:
            self._unread.append(tag)
        spoken = [text for name, text in attrs if name in SPOKEN]
        if ("type", "submit") in attrs and tag == "input":
            spoken += [text for name, text in attrs if name == "value"]
        self.bare += [piece for text in spoken for piece in _outside(text or "")[1]]

    def handle_endtag(self, tag: str) -> None:
        if self._unread and self._unread[-1] == tag:
            self._unread.pop()

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self._depth, pieces = _outside(data, self._depth)
            self.bare += pieces


def _outside(text: str, depth: int = 0) -> tuple[int, list[str]]:
    """Return the number of marks open at the end, and the words outside of marks."""
    piece = ""
    for letter in text:
        depth = max(depth + (letter == OPEN) - (letter == CLOSE), 0)
        piece += letter if depth == 0 and letter != CLOSE else "|"
    pieces = (" ".join(one.split()) for one in piece.split("|"))
    return depth, [one for one in pieces if _has_words(one)]


def _has_words(text: str) -> bool:
    return any(not word.isupper() for word in _WORD.findall(text))


@pytest.fixture
def house(settings: Any) -> Iterator[House]:
    """Furnish a site whose people write only numbers: other text is the site's own."""
    numbers = count(1001)
    settings.HOUSE_TEXTS = {name: {"": "1000"} for name in NAMES}
    settings.MAIL_CONFIGURED = True
    settings.RIDOTTO_GAMES = real.RIDOTTO_GAMES  # the texts of the example are not the site's
    games.cache_clear()
    try:
        with pseudo_language():
            yield furnish(lambda _kind: str(next(numbers)), language=PSEUDO)
    finally:
        games.cache_clear()


def _names(house: House) -> set[str]:
    """Return what is the same in all languages.

    Names, time zones, and cards, which are in the language of their pack.
    """
    found = {"Ridotto", "English", "Pseudo", "Arlecchino", "verify.py"}
    found |= {game.title.name for game in games().values()}
    zones = {zone for name in available_timezones() for zone in (name, name.replace("_", " "))}
    found |= zones | {zone.rpartition("/")[2] for zone in zones}  # with the city alone
    found |= {match.public_id for match in house.matches}
    for pack in Pack.objects.all():
        found |= {pack.slug, pack.name, pack.language, pack.description}
        found |= {pack.author_line, pack.licence}
    for text in PackCard.objects.values_list("text", flat=True):
        pieces = [one.strip() for one in text.split("____")]
        found |= {text, text[0].upper() + text[1:], *(one for one in pieces if len(one) > 9)}
    return found


def _read(html: str) -> list[str]:
    reader = Reader()
    reader.feed(html)
    return reader.bare


def test_every_text_of_every_page_is_translated(house: House) -> None:
    names = sorted((one for one in _names(house) if len(one) > 1), key=len, reverse=True)
    known = re.compile(r"(?<!\w)(" + "|".join(map(re.escape, names)) + r")(?!\w)")
    # There are thousands of names: search the bare text for them, not whole pages.
    found: dict[str, str] = {}
    for page in walk(house, *PEOPLE):
        if page.how == "/api/v1/docs/":  # for programmers, in English
            continue
        for piece in set(_read(page.html)) - found.keys():
            found[piece] = str(page) if _has_words(known.sub("", piece)) else ""
    nothing(f"{text!r} ({page})" for text, page in sorted(found.items()) if page)
