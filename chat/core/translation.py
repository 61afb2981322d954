"""Texts in the language of the viewer, looked up once a text and language.

Django merges catalogues and walks fallbacks at each look-up, about 2 us a text; a part of a page
asks for dozens. A text never changes while a process runs, so what was found is kept.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils import translation

_KEPT = 16_384


@lru_cache(maxsize=_KEPT)
def _gettext(language: str | None, text: str) -> str:
    return translation.gettext(text)


@lru_cache(maxsize=_KEPT)
def _ngettext(language: str | None, singular: str, plural: str, number: int) -> str:
    return translation.ngettext(singular, plural, number)


@lru_cache(maxsize=_KEPT)
def _pgettext(language: str | None, context: str, text: str) -> str:
    return translation.pgettext(context, text)


def gettext(text: str) -> str:
    """As Django's `gettext`."""
    return _gettext(translation.get_language(), text)


def ngettext(singular: str, plural: str, number: int) -> str:
    """As Django's `ngettext`."""
    return _ngettext(translation.get_language(), singular, plural, number)


def pgettext(context: str, text: str) -> str:
    """As Django's `pgettext`."""
    return _pgettext(translation.get_language(), context, text)


def forget_texts() -> None:
    """Looks every text up anew, as after a catalogue has changed."""
    for known in (_gettext, _ngettext, _pgettext):
        known.cache_clear()
