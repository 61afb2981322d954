"""Texts in the viewer's language, looked up once for each text and language.

Django merges catalogues and walks fallbacks at each look-up, and a fragment of a page needs dozens.
A text never changes while a process runs, so it is cached.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from django.utils import translation
from markupsafe import Markup

_KEPT = 16_384  # texts in each cache

# The language of the current rendering: asking Django takes longer than finding a text.
rendered_in: ContextVar[str | None] = ContextVar("rendered_in", default=None)


def language() -> str | None:
    """Return the viewer's language; inside `rendering_in`, the language it was given."""
    return rendered_in.get() or translation.get_language()


@contextmanager
def rendering_in(code: str | None) -> Iterator[None]:
    """Render everything in this context in one language."""
    token = rendered_in.set(code)
    try:
        yield
    finally:
        rendered_in.reset(token)


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
    """Translate a text, like Django's `gettext`."""
    return _gettext(language(), text)


def ngettext(singular: str, plural: str, number: int) -> str:
    """Translate a text in its singular or plural, like Django's `ngettext`."""
    return _ngettext(language(), singular, plural, number)


def pgettext(context: str, text: str) -> str:
    """Translate a text by its context, like Django's `pgettext`."""
    return _pgettext(language(), context, text)


# --- Functions for templates
#
# Faster versions of the "newstyle" functions of Jinja2's i18n extension: the text is safe, the
# values are escaped, and a text with only numbers filled in is cached.


def text(message: str, /, **values: Any) -> Markup:
    """Translate a text and fill in its values: `_("Round %(n)s", n=3)`."""
    code = language()
    return _text(code, message) % values if values else _whole_text(code, message)


@lru_cache(maxsize=_KEPT)
def _text(language: str | None, message: str) -> Markup:
    return Markup(translation.gettext(message))


@lru_cache(maxsize=_KEPT)
def _whole_text(language: str | None, message: str) -> Markup:
    return _text(language, message) % {}  # so that "%%" becomes "%", as it does with values


def plural(singular: str, plural: str, num: int, /, **values: Any) -> Markup:
    """Translate the singular or plural of a text, and fill in its values.

    It is `{% trans n=count %}{{ n }} card{% pluralize %}{{ n }} cards{% endtrans %}`.
    """
    if all(type(value) is int for value in values.values()):
        language = rendered_in.get() or translation.get_language()
        return _counted(language, singular, plural, num, tuple(values.items()))
    return Markup(ngettext(singular, plural, num)) % {"num": num, **values}


@lru_cache(maxsize=_KEPT)
def _counted(
    language: str | None, singular: str, plural: str, num: int, values: tuple[tuple[str, int], ...]
) -> Markup:
    return Markup(translation.ngettext(singular, plural, num)) % {"num": num, **dict(values)}


def text_in_context(context: str, message: str, /, **values: Any) -> Markup:
    """Translate a text by its context: `pgettext("a name", "you")`."""
    return Markup(pgettext(context, message)) % {"context": context, **values}
