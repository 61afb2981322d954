"""The project's texts, and a pseudo-language made of them.

In the pseudo-language every text that `make messages` extracts is in marks, `⟦Your move⟧`. Text
without marks on a page has not been through gettext, or is not extracted.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import override_settings
from django.utils.translation import trans_real

from chat.core import translation

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("auctions", "chat", "config", "games", "lobby", "templates")
# A language that Django knows, that formats dates as English does, and that the site does not
# offer.
PSEUDO = "en-gb"
# Django and allauth extract their own texts; these catalogues show which.
LIBRARIES = (("django", "de"), ("allauth", "de"), ("django", "fr"), ("allauth", "fr"))
CONTEXT = "\x04"


def extracted(*paths: str) -> Catalog:
    """Return the texts below these paths, extracted with the project's configuration."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder, "django.pot")
        command = [sys.executable, "-m", "babel.messages.frontend", "--quiet", "extract"]
        options = ["-F", "pyproject.toml", "-o", str(found)]
        environment = {**os.environ, "PYTHONPATH": ".ci"}  # the folder of the extractors
        subprocess.run([*command, *options, *paths], cwd=ROOT, env=environment, check=True)
        with found.open("rb") as file:
            return read_po(file)


@cache
def own_texts() -> Catalog:
    return extracted(*SOURCES)


def _ids(catalogue: Catalog) -> Iterator[str]:
    for message in catalogue:
        ids = [message.id] if isinstance(message.id, str) else message.id
        before = f"{message.context}{CONTEXT}" if message.context else ""
        yield from (f"{before}{one}" for one in ids)


def _library_ids() -> Iterator[str]:
    for package, language in LIBRARIES:
        folder = Path(__import__(package).__file__ or "").parent
        for path in folder.rglob(f"locale/{language}/LC_MESSAGES/django.mo"):
            with path.open("rb") as file:
                known = vars(GNUTranslations(file))["_catalog"]
            yield from (key if isinstance(key, str) else key[0] for key in known)


class Marked(NullTranslations):
    """Puts each known text in marks, and leaves any other as it is."""

    def __init__(self) -> None:
        super().__init__()
        self._known = frozenset([*_ids(own_texts()), *_library_ids()]) - {""}

    def to_language(self) -> str:
        return PSEUDO

    def language(self) -> str:
        return PSEUDO

    def gettext(self, message: str) -> str:
        _context, _, text = message.rpartition(CONTEXT)
        return f"⟦{text}⟧" if message in self._known else message

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        known = singular in self._known
        text = (singular if n == 1 else plural).rpartition(CONTEXT)[2]
        return f"⟦{text}⟧" if known else text


def forget_texts() -> None:
    """Clear all cached texts, as after a change of the catalogue."""
    for known in vars(translation).values():
        if hasattr(known, "cache_clear"):
            known.cache_clear()


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Offer `PSEUDO` as a language of the site for the duration of the block."""
    languages = [*settings.LANGUAGES, (PSEUDO, "Pseudo")]
    with override_settings(LANGUAGES=languages):
        trans_real._translations[PSEUDO] = Marked()  # type: ignore[attr-defined]
        forget_texts()
        yield
    trans_real._translations.pop(PSEUDO, None)  # type: ignore[attr-defined]
    forget_texts()
