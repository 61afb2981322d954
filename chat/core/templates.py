"""The templates that are drawn again and again: Jinja2, for every part of a live page.

Whole pages (what extends `base.html`), the pages of allauth, of the admin, and mails are templates
of Django's engine. A part is a `.jinja` file beside them in `templates/`, drawn by `render`; a page
draws one with `{% jinja "components/avatar.jinja" name=... %}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, MutableMapping
from datetime import datetime
from functools import cache, lru_cache
from html import escape
from typing import Any

from django.conf import settings
from django.contrib.humanize.templatetags.humanize import intcomma, ordinal
from django.template import engines
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from jinja2 import Environment, StrictUndefined, Template
from jinja2.ext import Extension
from jinja2.runtime import Context

from chat.core.translation import drawing, drawn_in, language, plural, text, text_in_context

# Stands in parts where a form without script needs its token; pages with script send a header.
# A part may not hold the token itself: it differs each time, and the part would never be the same.
CSRF = SafeString("<!--csrf-->")

_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


def render(template: str, /, **values: Any) -> SafeString:
    """The HTML of a Jinja2 template in the language of the viewer. Plain text in it is escaped.

    Raises `jinja2.UndefinedError` for a name it is not given, `TemplateNotFound` for no file.
    """
    # Jinja2's own template: Django's wrapper of it is made anew each time, for requests and debug
    # pages that a part has not. Autoescape is on: what is not safe is escaped.
    drawn = _environment().get_template(template) if settings.DEBUG else _template(template)
    if drawn_in.get() is not None:
        return SafeString(drawn.render(values))
    with drawing(language()):
        return SafeString(drawn.render(values))


def kept(template: str, /, **values: Hashable) -> SafeString:
    """As `render`, for what is drawn of the same few values again and again: once a language.

    In templates too: `{{ kept("games/blanks/answer.jinja", answer=answer) }}`. What is drawn so
    shows no time of day, which is another in each time zone.
    """
    return _kept(language(), template, *values, *values.values())


@lru_cache(maxsize=8192, typed=True)  # a text and the same text that is safe are drawn differently
def _kept(_language: str | None, template: str, *given: Any) -> SafeString:
    """`given`: the names, then the values. As pairs they would weigh more than what is drawn."""
    half = len(given) // 2
    return render(template, **dict(zip(given[:half], given[half:], strict=True)))


@cache
def _environment() -> Environment:
    made: Environment = engines["jinja2"].env  # type: ignore[attr-defined]  # of this kind of engine
    return made


@cache
def _template(name: str) -> Template:
    """Jinja2 looks at each request of a template whether its file has changed, where it may."""
    return _environment().get_template(name)


def compile_all() -> None:
    """Otherwise who is first to see a part waits for it, and all who act meanwhile wait with them:
    the vote of a match of Blanks takes a twentieth of a second more when nobody has voted yet.
    """
    for name in _environment().list_templates(extensions=["jinja"]):
        _environment().get_template(name)


@cache
def icon(name: str) -> SafeString:
    """The SVG `templates/components/icons/<name>.svg`."""
    return render_to_string(f"components/icons/{name}.svg")


@cache
def picture(name: str) -> SafeString:
    """Return an SVG of `templates/components/art`, or of a game's own by `<game>/<name>`."""
    game, _, file = name.rpartition("/")
    folder = f"games/{game}" if game else "components"
    return mark_safe(render_to_string(f"{folder}/art/{file}.svg").strip())  # a file of the site


@lru_cache(maxsize=4096)
def url(name: str, /, *args: Any) -> str:
    """The path of a named page. Raises `NoReverseMatch`."""
    return reverse(name, args=args)


def date(at: datetime, form: str) -> str:
    """`{{ at | date("j M H:i") }}`, in the time zone of the viewer. The letters are Django's."""
    return date_format(localtime(at), form)


@lru_cache(maxsize=4096)
def _grouped(_language: str | None, number: int) -> str:
    return str(intcomma(number))


def grouped(number: int) -> str:
    """As Django's `intcomma`, which takes 5 us: the same numbers come again and again."""
    return _grouped(language(), number)


class Dedent(Extension):
    """Drops the indentation of template lines: a browser shows none of it, a socket carries it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _INDENT.sub("", source)


class PartsContext(Context):
    """Calls what a template calls as it is: none of it asks for the context.

    Jinja2 looks for that twice at each call, which takes longer than most of what is called.
    """

    def call(
        self,
        function: Callable[..., Any],
        /,
        *given: Any,
        _loop_vars: object = None,
        _block_vars: object = None,
        **named: Any,
    ) -> Any:
        return function(*given, **named)


class PartsEnvironment(Environment):
    """Every template knows the same globals from the start, so they are one plain dictionary.

    Jinja2 chains two, which it copies at each drawing and compares at each import: 6 us each time.
    """

    context_class = PartsContext

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def environment(*, filters: Mapping[str, str], **options: Any) -> Environment:
    """The environment of all `.jinja` templates (`settings.TEMPLATES`).

    `filters`: those of the apps, as dotted paths.
    """
    made = PartsEnvironment(
        **{**options, "undefined": StrictUndefined},  # also where DEBUG would be forgiving
        trim_blocks=True,
        lstrip_blocks=True,
        cache_size=-1,  # all of them: a bounded cache is searched through at each import
        extensions=["jinja2.ext.i18n", Dedent],
    )
    # A text may be broken over lines: they are joined by a space, as `blocktranslate trimmed` does.
    made.policies["ext.i18n.trimmed"] = True
    made.newstyle_gettext = True  # type: ignore[attr-defined]  # an attribute of the i18n extension
    made.globals.update(_=text, gettext=text, ngettext=plural, pgettext=text_in_context)
    made.globals.update(csrf=CSRF, icon=icon, kept=kept, picture=picture, static=static, url=url)
    made.filters.update(date=date, intcomma=grouped, localtime=localtime, ordinal=ordinal)
    made.filters.update({name: import_string(path) for name, path in filters.items()})
    return made


# --- HTML that is written without a template. ---


def safe(text: object) -> str:
    """As Django's `conditional_escape`, for texts alone: what is marked safe stays as it is.

    Django's goes through a wrapper that would keep lazy texts lazy, and takes three times as long.
    """
    if not isinstance(text, SafeString):
        text = str(text)  # a lazy text may turn out to be safe
    return text if isinstance(text, SafeString) else escape(text)


def filled(text: object, /, **names: object) -> SafeString:
    """As Django's `format_html`, for texts alone: a sentence, and what stands in it escaped."""
    return SafeString(str(text).format(**{name: safe(value) for name, value in names.items()}))
