"""Texts in the language of the viewer, looked up once a text and language.

Django merges catalogues and walks fallbacks at each look-up, about 2 us a text; a part of a page
asks for dozens. A text never changes while a process runs, so what was found is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from django.utils import translation
from markupsafe import Markup

_KEPT = 16_384

# The language of what is being drawn: Django takes longer to tell it than it takes to find a text.
drawn_in: ContextVar[str | None] = ContextVar("drawn_in", default=None)


def language() -> str | None:
    """The language of the viewer; within `drawing` as it was there."""
    return drawn_in.get() or translation.get_language()


@contextmanager
def drawing(code: str | None) -> Iterator[None]:
    """What is drawn within it is drawn in this language."""
    token = drawn_in.set(code)
    try:
        yield
    finally:
        drawn_in.reset(token)


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
    return _gettext(language(), text)


def ngettext(singular: str, plural: str, number: int) -> str:
    """As Django's `ngettext`."""
    return _ngettext(language(), singular, plural, number)


def pgettext(context: str, text: str) -> str:
    """As Django's `pgettext`."""
    return _pgettext(language(), context, text)


# --- in templates -----------------------------------------------------------------------------
# As the "newstyle" functions of Jinja2's i18n extension, which take three times as long: the text
# is safe, what is filled in is escaped, and what is filled in with numbers alone is kept.


def text(message: str, /, **values: Any) -> Markup:
    """`_("Round %(n)s", n=3)`."""
    code = language()
    return _text(code, message) % values if values else _whole_text(code, message)


@lru_cache(maxsize=_KEPT)
def _text(language: str | None, message: str) -> Markup:
    return Markup(translation.gettext(message))


@lru_cache(maxsize=_KEPT)
def _whole_text(language: str | None, message: str) -> Markup:
    return _text(language, message) % {}  # as with values: "%%" stands for "%"


def plural(singular: str, plural: str, num: int, /, **values: Any) -> Markup:
    """`{% trans n=count %}{{ n }} card{% pluralize %}{{ n }} cards{% endtrans %}`."""
    if all(type(value) is int for value in values.values()):
        language = drawn_in.get() or translation.get_language()
        return _counted(language, singular, plural, num, tuple(values.items()))
    return Markup(ngettext(singular, plural, num)) % {"num": num, **values}


@lru_cache(maxsize=_KEPT)
def _counted(
    language: str | None, singular: str, plural: str, num: int, values: tuple[tuple[str, int], ...]
) -> Markup:
    return Markup(translation.ngettext(singular, plural, num)) % {"num": num, **dict(values)}


def text_in_context(context: str, message: str, /, **values: Any) -> Markup:
    """`pgettext("a name", "you")`: a text that means different things in different places."""
    return Markup(pgettext(context, message)) % {"context": context, **values}
